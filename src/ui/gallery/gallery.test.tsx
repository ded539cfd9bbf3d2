import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { tokensOf } from '../testing/token-values.ts'
import { StatesGallery, views } from './gallery.tsx'
import { shownSelector } from './shown-states.ts'

const html = (View: () => React.ReactNode) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <View />
    </MemoryRouter>,
  )

test('every component of the kit has an entry in the gallery, and every entry names a file', () => {
  const files = globSync('**/*.tsx', { cwd: new URL('..', import.meta.url).pathname }).filter(
    (file) => !file.includes('.test.') && !file.startsWith('gallery/'),
  )
  const shown = new Set(
    Object.values(views).flatMap((View) =>
      [...html(View).matchAll(/data-component="([^"]+)"/g)].flatMap((match) => match[1]?.split(' ') ?? []),
    ),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !shown.has(file))).toEqual([])
  expect([...shown].filter((file) => !files.includes(file))).toEqual([])
})

test('the page of states shows default, hover, focus, disabled, error, empty, loading and long text', () => {
  const page = html(StatesGallery)
  for (const part of [
    'data-show="hover"',
    'data-show="focus"',
    'disabled=""',
    'aria-invalid="true"',
    'aria-busy="true"',
  ])
    expect(page).toContain(part)
  for (const name of ['常态', '空', '出错', '加载', '长文字']) expect(page).toContain(name)
})

test('every colour, size, distance, corner and shadow of tokens.css is on the page of tokens', () => {
  const source = ['tokens-page.tsx', 'token-names.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('')
  const page = html(views.tokens as () => React.ReactNode)
  const families = [...tokensOf('light')].filter(
    ([name, value]) =>
      (/#[\da-f]{6}/i.test(value) && !value.startsWith('url(')) || /^--(text|space|radius|shadow)-/.test(name),
  )
  expect(source).toContain('var(--')
  expect(families.length).toBeGreaterThan(60)
  expect(families.map(([name]) => name).filter((name) => !page.includes(`var(${name})`))).toEqual([])
})

test('a rule for the pointer also holds where the gallery shows that state', () => {
  expect(shownSelector('.a:hover, .b:focus-visible')).toBe(".a:is([data-show='hover'] *), .b:is([data-show='focus'] *)")
  expect(shownSelector('.a[data-x]')).toBe('.a[data-x]')
})
