import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { fillProjects } from '../../demo/catalogue/bulk.ts'
import { suggest } from '../../src/shop/catalogue/contract.ts'
import { fillContent } from '../../demo/content/bulk.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { load, percentile, processorMs, ratio, rawBody, type Running, show, spread, startServer } from '../measure.ts'
import { type PageKind, pageKinds, typedWords } from './page-kinds.ts'
import { openServices } from '../services.ts'

/**
 * Compares every kind of public page at two database sizes, by default 1,000 projects and 1,000 articles with 100,000 and 10,000. Both
 * servers run at the same time and get alternate requests, so that the load of the machine is the same. Then measures search suggestions, and
 * the cached home page against a bare node:http server with the same bytes. Takes about five minutes on PostgreSQL, mostly to fill the large
 * database. (Memory: bench/memory.ts.)
 * Run: node bench/pages/public-pages.ts [--requests 150] [--parts pages,suggest,home] [--sizes 1000:1000,100000:10000] [--pglite]
 *      [--filled url,url]  databases that are already filled  [--only "list|sitemap"]  kinds of pages
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

/** A filled database and the environment of its server. */
interface Installation {
  label: string
  env: Record<string, string>
  kinds: PageKind[]
  typed: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
const cluster = options.pglite || options.filled ? undefined : await startCluster({ durable: false })
try {
  const installations = await openInstallations()
  const [small, large] = installations as [Installation, Installation]
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

async function openInstallations(): Promise<Installation[]> {
  const filled = options.filled?.split(',')
  const installations: Installation[] = []
  for (const [n, [projects, articles]] of sizes.entries()) {
    const url = filled?.[n] ?? (cluster && (await newDatabase(cluster.url, `installation${n}`)))
    const dataDir = join(folder, `installation${n}`)
    const database = url ? openPostgres(url) : await openPglite(join(dataDir, 'database'))
    if (!filled) await fill(database, projects, articles)
    installations.push({
      label: `${projects} projects, ${articles} articles`,
      env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) },
      kinds: await pageKinds(database),
      typed: await typedWords(database),
    })
    await database.close()
  }
  return installations
}

async function newDatabase(url: string, name: string): Promise<string> {
  const root = openPostgres(url)
  await root.script(`create database ${name}`)
  await root.close()
  return url.replace(/[^/]*$/, name)
}

async function fill(database: Database, projects: number, articles: number): Promise<void> {
  const started = performance.now()
  await openServices(database)
  await fillProjects(database, projects, new Date())
  await fillContent(database, articles, new Date())
  console.log(
    `filled ${projects} projects, ${articles} articles in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}

function serve(installation: Installation, more: Record<string, string> = {}): Promise<Running> {
  const env = { PORT: '0', DEMO: 'on', LOG_LEVEL: 'silent', SERVICES: 'web', ...installation.env, ...more }
  return startServer(['src/main.ts'], env)
}

async function measurePages(small: Installation, large: Installation): Promise<void> {
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
        // A cached page takes a millisecond, so a meaningful p99 needs many requests.
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

/** Elapsed and processor time per request. Sends requests to the servers alternately and repeats `different` addresses; the first rounds do not count. */
async function inTurn(
  servers: Running[],
  installations: Installation[],
  kinds: PageKind[],
  { times: most, different }: { times: number; different: number },
): Promise<[few: number[], many: number[], cost: number[]]> {
  const times: [number[], number[]] = [[], []]
  const warmUp = Math.min(different, 15)
  const used = () => servers.map(({ pid }, side) => processorMs(pid, databaseOf(installations[side] as Installation)))
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

function databaseOf(installation: Installation): string | undefined {
  return installation.env.DATABASE_URL?.replace(/.*\//, '')
}

/** With one and with sixteen parallel clients; no answer is cached. */
async function measureSuggestions(installation: Installation): Promise<void> {
  const server = await serve(installation, { CACHE_ENTRIES: '0' })
  try {
    for (const word of installation.typed.slice(0, 100)) await ask(server, word)
    for (const atOnce of [1, 16]) {
      const times: number[] = []
      const slowest = { word: '', time: 0 }
      const before = processorMs(server.pid, databaseOf(installation))
      let n = 0
      const asker = async () => {
        while (n < installation.typed.length * 2) {
          const word = installation.typed[n++ % installation.typed.length] as string
          const time = await ask(server, word)
          times.push(time)
          if (time > slowest.time) Object.assign(slowest, { word, time })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, asker))
      console.log(
        `suggestions at ${installation.label}, ${atOnce} at a time: ${times.length} answers, p50 ${ms(percentile(times, 0.5))} p99 ${ms(percentile(times, 0.99))} slowest ${ms(slowest.time)} for ${slowest.word}, processor ${ms((processorMs(server.pid, databaseOf(installation)) - before) / times.length)} each`,
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

async function measureHome(installation: Installation): Promise<void> {
  const ours = await serve(installation)
  const file = join(folder, 'home')
  // A second request and a pause, because a page that is requested again is compressed better.
  await rawBody(`${ours.url}/`, headers)
  await rawBody(`${ours.url}/`, headers)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const body = await rawBody(`${ours.url}/`, headers)
  writeFileSync(file, body)
  const bare = await startServer(['bench/pages/bare-server.ts', file, 'br'])
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
