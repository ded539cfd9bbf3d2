// Class names of a build: two letters for the file by its place among all of them, and a sign for the class by its place in the file. Written out,
// the names of all parts are a kilobyte of every page. They stand in the scripts as texts, too, not as entries of a table for each file.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORT = /^import css from '([^']+\.module\.css)'$/m

/**
 * @param {string} root
 * @returns {{ nameOf: (name: string, file: string) => string, plugins: import('vite').Plugin[] }}
 */
export function shortClassNames(root) {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  const classesOf = new Map()

  const nameOf = (name, file) => {
    const path = relative(root, file.replace(/\?.*/, ''))
    const place = files.indexOf(path)
    if (place < 0) throw new Error(`${path} was not there when the build began`)
    if (!classesOf.has(path)) classesOf.set(path, classesIn(readFileSync(join(root, path), 'utf8')))
    const index = classesOf.get(path).indexOf(name)
    if (index < 0) throw new Error(`${path} has no class ${name}`)
    // Starting with a capital they never meet a global class (`page`, `num`); A is left out, because blockers of
    // advertisements hide classes that begin with Ad.
    const letter = (n) => String.fromCharCode(n)
    return `${letter(66 + (place % 25))}${letter(97 + Math.floor(place / 25))}${index.toString(36)}`
  }

  /** The style file of a component that names its classes outright, so that they can be written in. */
  const styleOf = (code, id) => {
    const path = IMPORT.exec(code)?.[1]
    const spoken = code.replace(/'[^'\n]*'|\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return path === undefined || /\bcss\b(?!\.[A-Za-z]| from )/.test(spoken) ? undefined : join(dirname(id), path)
  }
  const withTable = tablesNeeded(root, styleOf)

  const plugins = [
    {
      name: 'short-class-names',
      enforce: 'pre',
      apply: 'build',
      transform(code, id) {
        const file = id.endsWith('.tsx') ? styleOf(code, id) : undefined
        if (file === undefined) return undefined
        const text = code
          .replace(IMPORT, "import '$1'")
          .replace(/\bcss\.([A-Za-z]\w*)/g, (_, name) => JSON.stringify(nameOf(name, file)))
        return { code: text, map: null }
      },
    },
    {
      // A style whose table nobody reads is still a style: without this the bundler would leave it out.
      name: 'styles-without-tables',
      enforce: 'post',
      apply: 'build',
      transform(code, id) {
        if (!id.endsWith('.module.css')) return undefined
        return { code: withTable.has(id) ? code : "export default ''", map: null, moduleSideEffects: 'no-treeshake' }
      },
    },
  ]
  return { nameOf, plugins }
}

/** Style files of which some component picks a class by a name that it only knows at run time. */
function tablesNeeded(root, styleOf) {
  const needed = new Set()
  for (const name of globSync('src/**/*.tsx', { cwd: root })) {
    const file = join(root, name)
    const code = readFileSync(file, 'utf8')
    if (styleOf(code, file) !== undefined) continue
    for (const [, path] of code.matchAll(/import \w+ from '([^']+\.module\.css)'/g))
      needed.add(join(dirname(file), path))
  }
  return needed
}

/** Classes and animations in the order in which they first stand in the file. */
function classesIn(css) {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
  return [...new Set([...selectors.matchAll(/(?:\.|@keyframes )(-?[A-Za-z_][\w-]*)/g)].map(([, name]) => name))]
}
