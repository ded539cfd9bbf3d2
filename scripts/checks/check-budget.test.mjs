import { expect, test } from 'vitest'
import { measurePages, overBudget } from './check-budget.mjs'

const manifest = {
  entry: { module: '/entry.js', imports: ['/react.js'], css: [] },
  routes: {
    root: { id: 'root', path: '', module: '/root.js', imports: ['/react.js'], css: ['/root.css'] },
    site: { id: 'site', parentId: 'root', module: '/site.js', imports: [], css: [] },
    home: { id: 'home', parentId: 'site', index: true, module: '/home.js', imports: ['/chart.js'], css: ['/home.css'] },
    desk: {
      id: 'desk',
      parentId: 'root',
      path: 'console',
      module: '/desk.js',
      clientLoaderModule: '/desk-loader.js',
      css: [],
    },
  },
}

test('the size of a page includes its route and all layouts around it, each file once', () => {
  const pages = measurePages(manifest, () => 1000)
  expect(pages).toMatchObject([
    { path: '/', jsKB: 6, cssKB: 2, budget: { area: 'home' } },
    { path: '/console', jsKB: 5, cssKB: 1, budget: { area: 'console' } },
  ])
  expect(overBudget(pages)).toEqual([])
})

test('a file that is too large puts every page that loads it over the budget', () => {
  const pages = measurePages(manifest, (file) =>
    file === '/react.js' ? 460_000 : file === '/home.css' ? 20_000 : 1000,
  )
  expect(overBudget(pages)).toEqual([
    '/: 465.0 kB of JavaScript, 160 allowed (home)',
    '/: 21.0 kB of CSS, 20 allowed (home)',
    '/console: 464.0 kB of JavaScript, 305 allowed (console)',
  ])
})
