import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { load, processorMs, type Running, show, spread, startServer } from '../measure.ts'
import { openServices } from '../services.ts'

/**
 * Pages rendered anew for every request (CACHE_ENTRIES=0), with the data of the demo on PostgreSQL: pages per second of the core that the
 * server runs on, with one and with sixteen at a time. Beside them, in turn and on the same core, what remains when everything around React
 * is taken away (plain-render.ts).
 * Run: node bench/pages/rendered-pages.ts [rounds] [seconds] [page, e.g. home]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4]
const headers = { 'accept-encoding': 'br' }
const run = promisify(execFile)

interface Bounds {
  bytes: number
  string: number
  stream: number
  compressed: number
  router: number
}

const cluster = await startCluster({ durable: false })
try {
  const database = openPostgres(cluster.url)
  const { ctx } = await openServices(database)
  await database.script('vacuum analyze')
  const rids = await database.rows<{ id: number }>(sql`select id from projects where published order by id`)
  const { id } = await database.one<{ id: number }>(sql`select id from projects where slug = 'xrd'`)
  await database.close()
  const server = await startServer(['src/main.ts'], {
    PORT: '0',
    DATABASE_URL: cluster.url,
    DATA_DIR: ctx.config.DATA_DIR,
    LOG_LEVEL: 'silent',
    SERVICES: 'web',
    CACHE_ENTRIES: '0',
  })
  const pages: Record<string, { paths: string[]; typical: string }> = {
    home: { paths: ['/'], typical: '/' },
    project: { paths: rids.map((row) => `/detail/${row.id}`), typical: `/detail/${id}` },
    list: { paths: Array.from({ length: 4 }, (_, n) => `/project?page=${n + 1}`), typical: '/project' },
  }
  for (const [name, { paths, typical }] of Object.entries(pages))
    if (!only || only === name) await measure(server, name, paths, typical)
  await server.stop()
} finally {
  await cluster.stop()
}

async function measure(server: Running, name: string, paths: string[], typical: string): Promise<void> {
  const requests = paths.map((path) => ({ path, headers }))
  await load(server.url, { connections: 8, seconds: 3, requests })
  const served: Record<number, { perSecond: number[]; perCore: number[]; p99Ms: number[] }> = {}
  const bounds: Bounds[] = []
  for (let round = 0; round < rounds; round++) {
    for (const connections of [1, 16]) {
      const of = (served[connections] ??= { perSecond: [], perCore: [], p99Ms: [] })
      const before = processorMs(server.pid)
      const { perSecond, p99Ms, errors } = await load(server.url, { connections, seconds, requests })
      if (errors > 0) throw new Error(`${errors} pages of ${name} failed`)
      of.perSecond.push(perSecond)
      of.p99Ms.push(p99Ms)
      of.perCore.push((perSecond * seconds * 1000) / (processorMs(server.pid) - before))
    }
    bounds.push(await plain(server.url, typical))
  }
  for (const [connections, { perSecond, perCore, p99Ms }] of Object.entries(served))
    console.log(
      `${name}, ${connections} at a time: ${show(spread(perSecond))}/s, p99 ${show(spread(p99Ms))} ms; a whole core of the server makes ${show(spread(perCore))}/s`,
    )
  const bound = (key: keyof Bounds) => `${show(spread(bounds.map((each) => each[key])))}/s`
  console.log(
    `  bounds of ${typical} (${bounds[0]?.bytes} characters): its elements as a string ${bound('string')}, as a stream ${bound('stream')}, ` +
      `and compressed ${bound('compressed')}; with components and router, data at hand ${bound('router')}`,
  )
}

/** On the core of the server, which has nothing to do meanwhile. */
async function plain(url: string, path: string): Promise<Bounds> {
  const command = [process.execPath, 'bench/pages/plain-render.ts', url, path, '1']
  const [program, ...rest] = existsSync('/usr/bin/taskset') ? ['taskset', '-c', '0', ...command] : command
  const { stdout } = await run(program as string, rest, { env: { ...process.env, NODE_ENV: 'production' } })
  return JSON.parse(stdout) as Bounds
}
