import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../scripts/postgres-cluster.mjs'
import { fillProjects } from '../demo/catalogue/bulk.ts'
import { suggest } from '../src/shop/catalogue/contract.ts'
import { fillContent } from '../demo/content/bulk.ts'
import type { Database } from '../src/platform/db/db.ts'
import { openPglite } from '../src/platform/db/pglite.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { load, percentile, processorMs, ratio, rawBody, type Running, show, spread, startServer } from './measure.ts'
import { type PageKind, pageKinds, typedWords } from './page-kinds.ts'
import { workshop } from './workshop.ts'

/**
 * Every kind of public page at two sizes of the house, by default 1,000 projects and 1,000 articles against 100,000 and 10,000: both served at
 * once and asked in turn, so that the ratio is of one and the same minute. Then suggestions, and the cached home page against a bare node:http
 * with the same bytes. About five minutes on PostgreSQL, most of them for filling the large house. (Memory: bench/memory.ts.)
 * Run: node bench/public-pages.ts [--requests 150] [--parts pages,suggest,home] [--sizes 1000:1000,100000:10000] [--pglite]
 *      [--filled url,url]  databases that are filled already  [--only "list|sitemap"]  kinds of pages
 */
const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '150' },
    parts: { type: 'string', default: 'pages,suggest,home' },
    sizes: { type: 'string', default: '1000:1000,100000:10000' },
    pglite: { type: 'boolean', default: false },
    filled: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const requests = Number(options.requests)
const sizes = options.sizes.split(',').map((size) => size.split(':').map(Number) as [number, number])
const headers = { 'accept-encoding': 'br' }
const agent = new Agent({ keepAlive: true })

/** One filled database and how a server is told of it. */
interface House {
  label: string
  env: Record<string, string>
  kinds: PageKind[]
  typed: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
const cluster = options.pglite || options.filled ? undefined : await startCluster({ durable: false })
try {
  const houses = await openHouses()
  const [small, large] = houses as [House, House]
  for (const part of options.parts.split(',')) {
    console.log(`\n${part} (load of the machine ${loadavg()[0]?.toFixed(1)})`)
    if (part === 'pages') await measurePages(small, large)
    if (part === 'suggest') await measureSuggestions(large)
    if (part === 'home') await measureHome(large)
  }
} finally {
  agent.destroy()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function openHouses(): Promise<House[]> {
  const filled = options.filled?.split(',')
  const houses: House[] = []
  for (const [n, [projects, articles]] of sizes.entries()) {
    const url = filled?.[n] ?? (cluster && (await newDatabase(cluster.url, `house${n}`)))
    const dataDir = join(folder, `house${n}`)
    const database = url ? openPostgres(url) : await openPglite(join(dataDir, 'database'))
    if (!filled) await fill(database, projects, articles)
    houses.push({
      label: `${projects} projects, ${articles} articles`,
      env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) },
      kinds: await pageKinds(database),
      typed: await typedWords(database),
    })
    await database.close()
  }
  return houses
}

async function newDatabase(url: string, name: string): Promise<string> {
  const root = openPostgres(url)
  await root.script(`create database ${name}`)
  await root.close()
  return url.replace(/[^/]*$/, name)
}

async function fill(database: Database, projects: number, articles: number): Promise<void> {
  const started = performance.now()
  await workshop(database)
  await fillProjects(database, projects, new Date())
  await fillContent(database, articles, new Date())
  console.log(
    `filled ${projects} projects, ${articles} articles in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}

function serve(house: House, more: Record<string, string> = {}): Promise<Running> {
  const env = { PORT: '0', DEMO: 'on', LOG_LEVEL: 'silent', SERVICES: 'web', ...house.env, ...more }
  return startServer(['src/main.ts'], env)
}

async function measurePages(small: House, large: House): Promise<void> {
  for (const [name, entries] of [
    ['rendered', '0'],
    ['cached', '5000'],
  ] as const) {
    const servers = [await serve(small, { CACHE_ENTRIES: entries }), await serve(large, { CACHE_ENTRIES: entries })]
    const over: string[] = []
    try {
      for (const [at, kind] of small.kinds.entries()) {
        if (!new RegExp(options.only).test(kind.name)) continue
        const pair = [kind, large.kinds[at] as PageKind]
        // A page from the cache takes a millisecond: only many of them say anything about the slowest.
        const cached = { times: requests * 6, different: 5 }
        const asked = name === 'cached' ? cached : { times: requests, different: requests }
        const [few, many, cost] = await inTurn(servers, [small, large], pair, asked)
        const worse = percentile(many, 0.99) / percentile(few, 0.99)
        if (worse >= 2) over.push(kind.name)
        const figures = (times: number[]) => `p50 ${ms(percentile(times, 0.5))} p99 ${ms(percentile(times, 0.99))}`
        console.log(
          `${name} ${kind.name.padEnd(18)} ${figures(few)} | ${figures(many)} | p99 × ${worse.toFixed(2)}, processor ${cost.map(ms).join(' | ')} each`,
        )
      }
      console.log(`${name}: ${over.length === 0 ? 'every p99 below twice' : `twice or more: ${over.join(', ')}`}`)
    } finally {
      for (const server of servers) await server.stop()
    }
  }
}

/** Times and processor time per request. The same number of requests to each, one here, one there. `different` addresses are asked again and again; the first rounds do not count. */
async function inTurn(
  servers: Running[],
  houses: House[],
  kinds: PageKind[],
  { times: most, different }: { times: number; different: number },
): Promise<[few: number[], many: number[], cost: number[]]> {
  const times: [number[], number[]] = [[], []]
  const warmUp = Math.min(different, 15)
  const used = () => servers.map(({ pid }, side) => processorMs(pid, databaseOf(houses[side] as House)))
  let before: number[] = []
  for (let n = 0; n < most + warmUp; n++) {
    if (n === warmUp) before = used()
    for (const [side, server] of servers.entries()) {
      const kind = kinds[side] as PageKind
      const started = performance.now()
      await rawBody(server.url + kind.path(n % different), headers, agent, kind.status)
      if (n >= warmUp) times[side]?.push(performance.now() - started)
    }
  }
  const cost = used().map((now, side) => (now - (before[side] ?? 0)) / most)
  return [...times, cost]
}

function databaseOf(house: House): string | undefined {
  return house.env.DATABASE_URL?.replace(/.*\//, '')
}

/** One at a time and sixteen at a time, every answer computed. */
async function measureSuggestions(house: House): Promise<void> {
  const server = await serve(house, { CACHE_ENTRIES: '0' })
  try {
    for (const word of house.typed.slice(0, 100)) await ask(server, word)
    for (const atOnce of [1, 16]) {
      const times: number[] = []
      const slowest = { word: '', time: 0 }
      const before = processorMs(server.pid, databaseOf(house))
      let n = 0
      const asker = async () => {
        while (n < house.typed.length * 2) {
          const word = house.typed[n++ % house.typed.length] as string
          const time = await ask(server, word)
          times.push(time)
          if (time > slowest.time) Object.assign(slowest, { word, time })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, asker))
      console.log(
        `suggestions at ${house.label}, ${atOnce} at a time: ${times.length} answers, p50 ${ms(percentile(times, 0.5))} p99 ${ms(percentile(times, 0.99))} slowest ${ms(slowest.time)} for ${slowest.word}, processor ${ms((processorMs(server.pid, databaseOf(house)) - before) / times.length)} each`,
      )
    }
  } finally {
    await server.stop()
  }
}

async function ask(server: Running, word: string): Promise<number> {
  const started = performance.now()
  await rawBody(`${server.url}${suggest.path}?kw=${encodeURIComponent(word)}`, headers, agent)
  return performance.now() - started
}

async function measureHome(house: House): Promise<void> {
  const ours = await serve(house)
  const file = join(folder, 'home')
  // Twice, and a moment: a page asked for again is compressed further.
  await rawBody(`${ours.url}/`, headers)
  await rawBody(`${ours.url}/`, headers)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const body = await rawBody(`${ours.url}/`, headers)
  writeFileSync(file, body)
  const bare = await startServer(['bench/bare-server.ts', file, 'br'])
  const [cached, limit]: [number[], number[]] = [[], []]
  for (let round = 0; round < 4; round++) {
    limit.push((await load(bare.url, { connections: 32, seconds: 3, headers })).perSecond)
    cached.push((await load(`${ours.url}/`, { connections: 32, seconds: 3, headers })).perSecond)
  }
  console.log(
    `cached home ${show(spread(cached))}/s, bare node:http ${show(spread(limit))}/s, ratio ${show(ratio(cached, limit), 2)}, ${body.length} bytes (br)`,
  )
  await bare.stop()
  await ours.stop()
}

function ms(time: number): string {
  return `${time.toFixed(1).padStart(5)} ms`
}
