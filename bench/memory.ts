import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serverFlags } from '../scripts/server-flags.mjs'
import { fillProjects } from '../demo/catalogue/bulk.ts'
import { suggest } from '../src/shop/catalogue/contract.ts'
import { fillContent } from '../demo/content/bulk.ts'
import { openPglite } from '../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { pageAddress } from '../src/web/page-address.ts'
import { rawBody, type Running, startServer } from './measure.ts'
import { type PageKind, pageKinds } from './pages/page-kinds.ts'
import { openServices } from './services.ts'

/**
 * Memory of a server while a robot reads ever new addresses, alternately pages and answers of calls. The run fails when the memory does not
 * level off.
 * Run: node bench/memory.ts [--addresses 20000] [--cache 96] [--flags=--max-semi-space-size=64]
 *      [--filled url]  (by default PGlite with a thousand projects and articles)
 */
const { values: options } = parseArgs({
  options: {
    addresses: { type: 'string', default: '20000' },
    cache: { type: 'string', default: '96' },
    flags: { type: 'string', default: serverFlags().join(' ') },
    filled: { type: 'string' },
  },
})
const addresses = Number(options.addresses)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
const agent = new Agent({ keepAlive: true })
/** Addresses as the page cache knows them. */
const rendered = new Set<string>()
try {
  await measure(await openTarget())
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

interface Target {
  kinds: PageKind[]
  env: Record<string, string>
}

async function openTarget(): Promise<Target> {
  const database = options.filled ? openPostgres(options.filled) : await openPglite(join(folder, 'database'))
  if (!options.filled) {
    await openServices(database)
    await fillProjects(database, 1000, new Date())
    await fillContent(database, 1000, new Date())
  }
  const kinds = await pageKinds(database)
  await database.close()
  return { kinds, env: { DATA_DIR: folder, ...(options.filled ? { DATABASE_URL: options.filled } : {}) } }
}

async function measure({ kinds, env }: Target): Promise<void> {
  const probe = ['--expose-gc', '--import', resolve(import.meta.dirname, 'memory-probe.ts')]
  const server = await startServer([...options.flags.split(' ').filter(Boolean), ...probe, 'src/main.ts'], {
    PORT: '0',
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    SERVICES: 'web',
    CACHE_MEGABYTES: options.cache,
    ...env,
  })
  const started = performance.now()
  try {
    const start = await usage(server, 'SIGHUP', 'start')
    const points: Usage[] = []
    let n = 0
    const asker = async (until: number) => {
      while (n < until) await ask(server, kinds, n++)
    }
    for (const until of [0.05, 0.25, 0.5, 1].map((part) => Math.round(part * addresses))) {
      await Promise.all(Array.from({ length: 8 }, () => asker(until)))
      points.push(await usage(server, 'SIGUSR2', `${until}`))
    }
    const end = await usage(server, 'SIGHUP', 'collected')
    console.log(
      `${addresses} requests, ${rendered.size} different pages, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
    judge(start, points, end)
  } finally {
    await server.stop()
  }
}

async function ask(server: Running, kinds: PageKind[], n: number): Promise<void> {
  const nth = Math.floor(n / 2)
  if (n % 2 === 1) return void (await rawBody(`${server.url}${suggest.path}?kw=${n}`, {}, agent))
  const kind = kinds[nth % kinds.length] as PageKind
  const path = kind.path(Math.floor(nth / kinds.length))
  const asked = newAddress(path, n)
  rendered.add(pageAddress(asked).address)
  await rawBody(server.url + asked, { 'accept-encoding': 'br' }, agent, kind.status)
}

/**
 * A second value for a parameter that the page reads makes a new address for the page cache, while the page takes the first value. A page
 * that reads no parameters has one address, which comes from the cache for a robot too.
 */
function newAddress(path: string, n: number): string {
  const last = [...new URLSearchParams(path.split('?')[1]).keys()].at(-1)
  return last === undefined ? path : `${path}&${last}=${n}`
}

type Usage = NodeJS.MemoryUsage

async function usage(server: Running, signal: 'SIGUSR2' | 'SIGHUP', label: string): Promise<Usage> {
  const before = server.output().length
  process.kill(server.pid, signal)
  for (;;) {
    await sleep(20)
    const found = /memory (\{.*\})\n/.exec(server.output().slice(before))
    if (!found) continue
    const now = JSON.parse(found[1] as string) as Usage
    const figures = (['rss', 'heapTotal', 'heapUsed', 'arrayBuffers'] as const).map((key) => `${key} ${mb(now[key])}`)
    console.log(`${label.padStart(9)}: ${figures.join('  ')} MB`)
    return now
  }
}

/** The second half may add a tenth, because of allocators. After garbage collection only the cache and warm-up data may remain. */
function judge(start: Usage, points: Usage[], end: Usage): void {
  const [half, whole] = points.slice(-2) as [Usage, Usage]
  const kept = (each: Usage) => each.heapUsed + each.arrayBuffers
  const faults = [
    ...(whole.rss > half.rss * 1.1 ? [`resident memory still grows: × ${(whole.rss / half.rss).toFixed(2)}`] : []),
    ...(kept(end) - kept(start) > (Number(options.cache) + 50) * 2 ** 20
      ? [`${mb(kept(end) - kept(start))} MB are retained, more than the size of the cache`]
      : []),
  ]
  console.log(faults.length === 0 ? 'memory levels off' : faults.join('\n'))
  if (faults.length > 0) process.exitCode = 1
}

function mb(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0).padStart(4)
}
