// `import text from './starter.ts?script'`: a module without imports as the text of a minified script, for inlining into HTML.
import { readFile } from 'node:fs/promises'
import { minify, transformWithOxc } from 'vite'

const SUFFIX = '?script'

/** @returns {import('vite').Plugin} */
export function inlineScript() {
  return {
    name: 'inline-script',
    enforce: 'pre',
    load: {
      filter: { id: /\?script$/ },
      async handler(id) {
        const file = id.slice(0, -SUFFIX.length)
        this.addWatchFile(file)
        return `export default ${JSON.stringify(await minified(file))}`
      },
    },
  }
}

/** @param {string} file */
async function minified(file) {
  const plain = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2023' })
  // Wrapped in a function, so that its names do not become globals of the page.
  const { code, errors } = await minify(`${file}.js`, `(() => {${plain.code}})()`, { compress: true, mangle: true })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return code.trim()
}
