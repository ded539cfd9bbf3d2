import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What every public page shows. Left alone, the bundler makes a file of each component: forty requests before a page answers a click. */
const KIT =
  /\/src\/(ui\/(button|link|icon|card|tag|money|money-text|breadcrumb|page-header|states|tabs|table|pagination|search-box|menu|dialog|toast|toast-store|class-names|description-list|shell\/(site-|brand-)[\w-]+|drawings\/[\w-]+)\.|platform\/(client|money|time)|content\/(figure|method-icon|case-grid|rules)|catalogue\/(project-card|list-link-rules|site-search)|settings\/site)/
const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2023', cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'kit', test: KIT, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
