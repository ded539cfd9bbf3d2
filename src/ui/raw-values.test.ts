import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type RawValue, rawValues } from './testing/raw-values.ts'
import { tokensOf } from './testing/token-values.ts'

const src = new URL('../', import.meta.url).pathname
const tokenFiles = ['ui/tokens.css', 'ui/tokens-dark.css']
const files = globSync('**/*.css', { cwd: src }).filter((file) => !tokenFiles.includes(file))

/** A part of a file's name, the value, and why it is no token. */
const exceptions: [file: string, value: string, why: string][] = [
  [
    'banner.module.css',
    'clamp(var(--text-24), 4vw, 2.75rem)',
    'the one display size, for the first slide of the home page',
  ],
  ['money.module.css', 'max(0.75em, var(--text-12))', 'the words beside a price follow its size'],
  ['partner-strip.module.css', '5px', 'the specification gives the gap of the partner strip'],
]
const excepted = (file: string, { value }: RawValue) =>
  exceptions.some(([where, what]) => file.endsWith(where) && value === what)

test('no CSS file has a colour, a font size or a distance that is not a token', () => {
  expect(files.length).toBeGreaterThan(150)
  const faults = files.flatMap((file) =>
    rawValues(readFileSync(src + file, 'utf8'))
      .filter((raw) => !excepted(file, raw))
      .map(({ property, value, why }) => `${file}: ${property}: ${value} (${why})`),
  )
  expect(faults).toEqual([])
})

test('[Q-356] no CSS file writes a style before the token of the focus ring, which has one already', () => {
  const written = files.filter((file) => /\w var\(--focus\)/.test(readFileSync(src + file, 'utf8')))
  expect(written).toEqual([])
})

test('each exception is still needed', () => {
  const needed = files.flatMap((file) =>
    rawValues(readFileSync(src + file, 'utf8')).map((raw) =>
      exceptions.findIndex(([where, what]) => file.endsWith(where) && raw.value === what),
    ),
  )
  expect(exceptions.filter((_, at) => !needed.includes(at))).toEqual([])
})

test('every token that a CSS file or a component uses is declared', () => {
  // `--phase` alone is the phase that a badge has.
  const declared = new Set([...tokensOf('light').keys(), '--phase'])
  const family =
    /var\((--(?:ink|paper|line|brand|beam|ok|warn|danger|info|work|phase|night|on-night|trace|sheet|on-sheet|mark|text|lead|space|radius|shadow|veil)(?:-[\w-]+)?)\)/g
  const unknown = globSync('**/*.{css,tsx}', { cwd: src }).flatMap((file) =>
    [...readFileSync(src + file, 'utf8').matchAll(family)]
      .map((match) => match[1] ?? '')
      .filter((name) => !declared.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('inline styles of components have no colour and no distance of their own either', () => {
  const faults = globSync('**/*.tsx', { cwd: src })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(src + file, 'utf8').matchAll(/style=\{\{([^}]*)\}/g)].flatMap(([, style = '']) =>
        /#[\da-f]{3,8}\b|(?:padding|margin|gap|fontSize)\w*'?:\s*(?:[1-9]|'[\d.]+(?:px|rem))/i.test(style)
          ? [`${file}: ${style.trim()}`]
          : [],
      ),
    )
  expect(faults).toEqual([])
})

test.each([
  ['a { color: #fff }', 'colour'],
  ['a { border: 1px solid rgb(0 0 0 / 10%) }', 'colour'],
  ['a { background: white }', 'colour'],
  ['a { --mine: #0c1b22 }', 'colour'],
  ['@media print { a { fill: #000; } }', 'colour'],
  ['a { font-size: 13px }', 'type'],
  ['a { font: 600 1rem/1.5 sans-serif }', 'type'],
  ['a { padding: 5px var(--space-8) }', 'space'],
  ['a { margin-block-start: calc(var(--space-8) + 0.5rem) }', 'space'],
  ['a { gap: 1.2rem }', 'space'],
])('%s is found', (css, why) => {
  expect(rawValues(css).map((raw) => raw.why)).toEqual([why])
})

test.each([
  'a { color: var(--ink-700); background: transparent; border: 0 solid currentColor }',
  'a { font-size: var(--text-14); font: inherit }',
  'a { padding: 2px calc(-1 * var(--space-8)); margin: 0 auto; padding-left: 1.5em }',
  'a:hover { text-decoration: underline } .blue { width: 2.5rem }',
  '@media print { a { font-size: 12pt; padding: 2mm } }',
  '@media (min-width: 640px) { a { white-space: nowrap } }',
])('%s is not', (css) => {
  expect(rawValues(css)).toEqual([])
})
