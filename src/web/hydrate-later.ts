/**
 * Before hydration links navigate to documents, and these rules prefetch the document of a link under the pointer. After hydration links
 * fetch only data, so root.tsx removes the rules.
 */
const SPECULATION_ID = 'ahead'
const NOT_PREFETCHED = ['/api/*', '/files/*', '/member*', '/experiment*', '/console*', '/invited*']
const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, ...NOT_PREFETCHED.map((path) => ({ not: { href_matches: path } }))] },
      eagerness: 'moderate',
    },
  ],
})

const RULES = `<script type="speculationrules" id="${SPECULATION_ID}">${SPECULATION_RULES}</script>`
const MODULE_START = '<script type="module" async="">'
const SCRIPT_END = '</script>'
const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/**
 * Public pages are complete without JavaScript. React Router's module script and its preloads would compete with the first paint, so the
 * preloads are removed and the script is stored as text until `starter` (starter.ts) runs it. The page is cut once and not searched by
 * replacements, each of which would copy it.
 */
export function hydrateLater(html: string, starter: string): string {
  const moduleAt = html.lastIndexOf(MODULE_START)
  if (moduleAt < 0) throw new Error('the module script of the page was not found: React Router has changed its output')
  const moduleEnd = html.indexOf(SCRIPT_END, moduleAt)
  // React puts the preloads into the head of a whole page, and otherwise beside the script.
  const headEnd = Math.max(html.indexOf('</head>'), 0)
  const bodyEnd = html.lastIndexOf('</body>')
  return [
    html.slice(0, headEnd).replace(PRELOAD, ''),
    headEnd === 0 ? html.slice(0, moduleAt).replace(PRELOAD, '') : html.slice(headEnd, moduleAt),
    `<script type="text/plain" id="later">${html.slice(moduleAt + MODULE_START.length, moduleEnd)}</script><script>${starter}</script>`,
    html.slice(moduleEnd + SCRIPT_END.length, bodyEnd),
    RULES,
    html.slice(bodyEnd),
  ].join('')
}
