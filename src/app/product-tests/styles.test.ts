import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = new URL('../..', import.meta.url).pathname
const sources = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*'] }).map((file) => {
  const text = readFileSync(join(src, file), 'utf8')
  const styles = [...text.matchAll(/from '(\.[^']*\.module\.css)'/g)].map(([, path]) =>
    resolve(src, dirname(file), path ?? ''),
  )
  return { text, styles }
})

/** The names of the classes that a stylesheet has rules for, without those of `:global(…)`. */
function classesOf(css: string): string[] {
  const own = css.replace(/\/\*[^]*?\*\//g, '').replace(/:global\([^)]*\)/g, '')
  return [...new Set([...own.matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g)].map(([, name]) => name ?? ''))]
}

test('every class of a stylesheet is used by a file that imports it', () => {
  const stylesheets = globSync('**/*.module.css', { cwd: src })
  const unused = stylesheets.flatMap((file) => {
    const users = sources.filter(({ styles }) => styles.includes(join(src, file))).map(({ text }) => text)
    // With css[name] any class may be meant.
    if (users.some((text) => /\b(css|layout)\[/.test(text))) return []
    return classesOf(readFileSync(join(src, file), 'utf8'))
      .filter((name) => !users.some((text) => new RegExp(`\\.${name}\\b`).test(text)))
      .map((name) => `${file}: .${name}`)
  })
  expect(stylesheets.length).toBeGreaterThan(100)
  expect(unused).toEqual([])
})

test('classes are found in nested rules and lists of selectors, not in comments or global names', () => {
  const css = '/* .gone { } */ @media (x) { .a:not(.b) > .c, .d { width: 1.5rem } } :global(.page) .e { }'
  expect(classesOf(css)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
