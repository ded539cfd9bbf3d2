// What the browser's copy of React Router never runs here: asking the server for routes one by one (all are known from the start), prefetching
// from rendered links, fetchers, and instrumentation. Each is behind a condition that is constant for this product; with the constant written in,
// the bundler drops the code behind it. The version is pinned, and a text that is not found fails the build.

/** @type {[file: string, replacements: [text: string, constant: string, count: number][]][]} */
const CONSTANTS = [
  ['dom/ssr/fog-of-war.js', [['!isFogOfWarEnabled(routeDiscovery, ssr)', 'true', 2]]],
  [
    'dom/ssr/components.js',
    [
      ['isPageLinkDescriptor(link) ?', 'false ?', 1],
      ['isFogOfWarEnabled(routeDiscovery, ssr)', 'false', 1],
    ],
  ],
  [
    'dom/lib.js',
    [
      // Not called pure by their authors, so that the bundler would keep what nobody imports.
      ['= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(', 4],
      ['Link.displayName = "Link";', '', 1],
      ['NavLink.displayName = "NavLink";', '', 1],
      ['Form.displayName = "Form";', '', 1],
      ['HistoryRouter.displayName = "unstable_HistoryRouter";', '', 1],
    ],
  ],
  [
    'router/router.js',
    [
      ['if (init.instrumentations)', 'if (false)', 2],
      ['consumeInstrumentationClientResultMetaReceiver(router)', 'void 0', 2],
      ['if (opts?.instrumentationNavigateMetaReceiver)', 'if (false)', 1],
      [
        'async function fetch(key, routeId, href, opts) {',
        'async function fetch(key, routeId, href, opts) { throw new Error("fetchers are left out of the build (scripts/lean-router.mjs)");',
        1,
      ],
    ],
  ],
]

/** @returns {import('vite').Plugin} */
export function leanRouter() {
  const seen = new Set()
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const [file, replacements] =
        CONSTANTS.find(([path]) => id.replace(/\?.*/, '').endsWith(`/react-router/dist/production/lib/${path}`)) ?? []
      if (!file) return undefined
      seen.add(file)
      return { code: replacements.reduce((text, each) => replaced(text, file, each), code), map: null }
    },
    buildEnd(error) {
      if (!error && seen.size < CONSTANTS.length) this.error('lean-router: React Router has changed its files')
    },
  }
}

function replaced(code, file, [text, constant, count]) {
  const parts = code.split(text)
  if (parts.length !== count + 1) throw new Error(`lean-router: ${file} has changed: ${text}`)
  return parts.join(constant)
}
