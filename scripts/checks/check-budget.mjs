// Checks the download size of pages: gzipped JavaScript and CSS of the route and of every layout around it, as listed in the
// manifest of the build. A page over its budget fails, and so does a build without pages.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { OWN_ASSETS } from '../packing/former-assets.mjs'

const CLIENT = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'build', 'client')

/** Budgets in kB (1,000 bytes) after gzip. The first area whose pattern matches applies. */
export const BUDGETS = [
  { area: 'console', path: /^\/console/, jsKB: 305, cssKB: 28 },
  { area: 'member', path: /^\/(member|experiment)/, jsKB: 320, cssKB: 24 },
  { area: 'home', path: /^\/$/, jsKB: 160, cssKB: 20 },
  { area: 'public', path: /^\//, jsKB: 172, cssKB: 20 },
]

/**
 * @param {{ entry: object, routes: Record<string, object> }} manifest
 * @param {(file: string) => number} sizeOf gzipped bytes of a file of the build
 */
export function measurePages(manifest, sizeOf) {
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  const pages = Object.values(manifest.routes).filter((route) => !parents.has(route.id))
  return pages.map((page) => {
    const chain = [...ancestors(manifest.routes, page), page]
    const path = `/${chain
      .map((route) => route.path)
      .filter(Boolean)
      .join('/')}`
    const scripts = new Set([manifest.entry, ...chain].flatMap(scriptsOf))
    // React Router appends # to a stylesheet that a split route shares.
    const styles = new Set(
      [manifest.entry, ...chain].flatMap((route) => (route.css ?? []).map((file) => file.replace(/#.*/, ''))),
    )
    const budget = BUDGETS.find((candidate) => candidate.path.test(path))
    return { path, id: page.id, budget, jsKB: total(scripts, sizeOf), cssKB: total(styles, sizeOf) }
  })
}

/** @param {ReturnType<typeof measurePages>} pages */
export function overBudget(pages) {
  return pages.flatMap(({ path, budget, jsKB, cssKB }) => [
    ...(jsKB > budget.jsKB
      ? [`${path}: ${jsKB.toFixed(1)} kB of JavaScript, ${budget.jsKB} allowed (${budget.area})`]
      : []),
    ...(cssKB > budget.cssKB
      ? [`${path}: ${cssKB.toFixed(1)} kB of CSS, ${budget.cssKB} allowed (${budget.area})`]
      : []),
  ])
}

function ancestors(routes, route) {
  const parent = routes[route.parentId]
  return parent ? [...ancestors(routes, parent), parent] : []
}

function scriptsOf(route) {
  const split = Object.keys(route).filter((key) => /^(client\w+|hydrateFallback)Module$/.test(key))
  return [route.module, ...(route.imports ?? []), ...split.map((key) => route[key])].filter(Boolean)
}

function total(files, sizeOf) {
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000
}

function main() {
  const assets = join(CLIENT, 'assets')
  // The folder also contains files of the previous release.
  const own = JSON.parse(readFileSync(join(dirname(CLIENT), OWN_ASSETS), 'utf8'))
  const manifestFile = own.find((name) => /^manifest-[\w-]+\.js$/.test(name))
  const manifest = JSON.parse(
    readFileSync(join(assets, manifestFile), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;\s*$/, ''),
  )
  const sizes = new Map()
  const pages = measurePages(manifest, (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length)
    return sizes.get(file)
  })
  const problems = overBudget(pages)
  for (const problem of problems) console.error(problem)
  for (const { area } of BUDGETS) {
    const [worst] = pages.filter((page) => page.budget.area === area).sort((a, b) => b.jsKB - a.jsKB)
    if (worst)
      console.log(
        `${area}: at most ${worst.jsKB.toFixed(1)} kB of JavaScript, ${worst.cssKB.toFixed(1)} kB of CSS (${worst.path})`,
      )
  }
  console.log(`budget: ${pages.length} pages, ${problems.length} over`)
  process.exitCode = problems.length > 0 || pages.length === 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
