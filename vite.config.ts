import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/packing/compress-assets.mjs'
import { inlineScript } from './scripts/inline-script.mjs'
import { version } from './src/platform/version.ts'

/** The folders of the kit that every page may need. */
const KIT = 'inputs|tables|layout|feedback|text'

/** Components of `src/ui` that pages of the member centre and the console have and few public pages do. */
const WORKPLACE =
  'shell/(console-shell|member-shell|wizard-shell|print-layout)|cell-note|confirm-dialog|copy-button|countdown|deadline|file-input|' +
  'form|form-state|paged-table|sheet-text|stat|steps|table-file-input|timeline|toolbar'

/** Only the console has a dark theme, and few pages ask about unsaved input or show a secret: no other page loads them. */
const CONSOLE = 'shell/(console-theme|rows-around|use-media)|tokens-dark|leave-guard|form-dialog|shown-once-dialog'

/**
 * Five groups, by package and by folder. Without them the home page loads 41 scripts and 19 style files, because the bundler makes a chunk of
 * each module that several pages share (docs/decisions/0043).
 */
const groups = [
  {
    name: 'framework',
    test: /rolldown\/runtime|\/node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 2,
  },
  // The other folders inside are for few pages each and stay with them; the shell is on every page. Drawings and the
  // table of elements are loaded on demand after they were rendered on the server, so their styles must be there with the first view.
  {
    name: 'ui',
    test: new RegExp(
      `/src/ui/(?!([a-z]+/)?(${WORKPLACE}|${CONSOLE})\\.)(((shell|${KIT})/)?[^/]+|(drawings|chart|picker)/[^/]+\\.css)$`,
    ),
    priority: 1,
  },
  { name: 'workplace', test: new RegExp(`/src/ui/((${KIT})/)?(${WORKPLACE})\\.`) },
  // A screen of the console waits for its styles, which nothing reads ahead with its scripts: the first screen loads those of all.
  {
    name: 'console',
    test: /\/src\/((.+\/)?console\/.+|core\/list-page\/[^/]+|ui\/index\/[^/]+)\.css$/,
  },
  // The next public page finds its styles in the browser's cache; a project's page also tells the forecast of its day.
  { name: 'shop', test: /\/src\/(shop\/.*|lab\/orders\/forecast\/[^/]+)\.css$/ },
]

export default defineConfig({
  // Error reports of a browser say which release its scripts are of.
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    inlineScript(),
    reactRouter(),
    compressAssets(join(import.meta.dirname, process.env.MINGXI_BUILD_FOLDER ?? 'build', 'client')),
  ],
  build: { target: 'es2023' },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups } }, checks: { bundlerTimings: false } } },
    },
    // The server has all modules at hand: an import that is dynamic for the browser's sake divides nothing there.
    ssr: { build: { rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } } } },
  },
})
