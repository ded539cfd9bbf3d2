import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.mjs'
import { leanRouter } from './scripts/lean-router.mjs'
import { shortClassNames } from './scripts/short-class-names.mjs'

/** What every public page shows. Left alone, the bundler makes a file of each component: forty requests before a page answers a click. */
const KIT =
  /\/src\/(ui\/(tokens|base|copy-button|pagination|description-list|button|link|icon|card|tag|tabs|money|money-text|breadcrumb|page-header|states|table|search-box|menu|toast|toast-store|class-names|shell\/(site-|brand-)[\w-]+|drawings\/drawing-kind)\.|platform\/(client\/(session|use-session|internal-path|server-api|shell-events)|money|time)|content\/(figure|method-icon|case-grid|rich-text|rules)|catalogue\/(project-card|list-link-rules|site-search)|settings\/(site|structured-data)\.|accounts\/rules\.|content\/pages\/home\/thanks-table)/
/**
 * The styles of the pages that people land on are one file with those of the kit: a second file costs more time than it has bytes, and the
 * next page finds its styles there already.
 */
const PUBLIC_STYLES =
  /\/src\/(content\/(pages\/([\w-]+|home\/[\w-]+)|photo)|catalogue\/(pages\/(list|detail|search)\/[\w-]+|pages\/[\w-]+|[\w-]+)|ui\/(input|field|control|choice|picker\/[\w-]+))\.module\.css/
/** Parts of many pages, but not of every one. */
const CONTROLS =
  /\/src\/(ui\/(input|field|control|choice|shell\/sticky-bottom)\.|catalogue\/(requirement-rules|requirement-checklist|price-rules|price-breakdown|price-note-rules|form-rules|use-parameters|parameter-form|parameter-slot|parameter-files|filter-rules)\.)/
const DRAWINGS = /\/src\/(ui\/drawings\/(?!drawing-kind)|content\/drawn-figure\.)/
const FRAMEWORK = /rolldown\/runtime|\/node_modules\/(react|react-dom|react-router|scheduler)\//
/** What talks to the server from the browser: the guarded parts, and of the public pages whatever is opened or typed into. */
const CALLS = /\/src\/platform\/client\/(transport|refresh)\./
const QUERIES = /\/(node_modules\/@tanstack\/|src\/platform\/client\/(use-call|use-send|query-scope)\.)/

const classNames = shortClassNames(import.meta.dirname)

export default defineConfig(({ command }) => ({
  plugins: [
    ...classNames.plugins,
    reactRouter(),
    leanRouter(),
    compressAssets(join(import.meta.dirname, process.env.MINGXI_BUILD_FOLDER ?? 'build', 'client')),
  ],
  ...(command === 'build' ? { css: { modules: { generateScopedName: classNames.nameOf } } } : {}),
  build: { target: 'es2023', cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 3 },
                { name: 'kit', test: (id) => KIT.test(id) || PUBLIC_STYLES.test(id), priority: 2 },
                { name: 'controls', test: CONTROLS, priority: 1 },
                { name: 'drawings', test: DRAWINGS, priority: 1 },
                { name: 'calls', test: CALLS, priority: 1 },
                { name: 'queries', test: QUERIES, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}))
