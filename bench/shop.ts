import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { fillProjects } from '../src/catalogue/bulk-demo.ts'
import { deviceDetail, deviceSearch } from '../src/catalogue/contract.ts'
import { planAdd } from '../src/plans/contract.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { startCluster } from '../scripts/postgres-cluster.mjs'
import { type Load, load, show, spread, startServer } from './measure.ts'
import { buyers, workshop } from './workshop.ts'

/**
 * List of a category, detail, search with two and four Chinese characters and plan/add, sixteen at a time on PostgreSQL (fsync on),
 * at 1,000 and at 100,000 projects. Each is measured with the answers computed every time (CACHE_ENTRIES=0) and as it is served.
 * Run: node bench/shop.ts [rounds] [seconds] [sizes, e.g. 1000,100000]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2, 4).map(Number)
const sizes = (process.argv[4] ?? '1000,100000').split(',').map(Number)

const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url)
const { ctx } = await workshop(database)
const people = await buyers(ctx, 64)
let size = (await database.one<{ n: number }>(sql`select count(*) as n from projects`)).n
for (const wanted of sizes) {
  await fillProjects(database, wanted - size, new Date())
  size = wanted
  await database.script('vacuum analyze')
  for (const [name, entries] of [
    ['computed', '0'],
    ['as served', '5000'],
  ] as const) {
    const server = await startServer(['src/main.ts'], {
      PORT: '0',
      DATABASE_URL: cluster.url,
      DEMO: 'on',
      LOG_LEVEL: 'silent',
      DATA_DIR: ctx.config.DATA_DIR,
      SERVICES: 'web',
      CACHE_ENTRIES: entries,
    })
    for (const [work, request] of Object.entries(await works())) {
      if (work === 'plan/add' && entries !== '0') continue
      const runs: Load[] = []
      for (let round = 0; round < rounds; round++)
        runs.push(await load(server.url, { connections: 16, seconds, requests: [request] }))
      const errors = runs.reduce((sum, run) => sum + run.errors, 0)
      console.log(
        `${wanted} projects, ${work}, ${name}: ${show(spread(runs.map((run) => run.perSecond)))}/s, p99 ${show(spread(runs.map((run) => run.p99Ms)))} ms${errors ? `, ERRORS ${errors}` : ''}`,
      )
    }
    await server.stop()
  }
}
await database.close()
await cluster.stop()

/** Inputs vary over what is in the catalogue, so that no single row stays hot. */
async function works(): Promise<Record<string, Request>> {
  const rids = (
    await database.rows<{ id: number }>(sql`select id from projects where published order by random() limit 2000`)
  ).map((row) => row.id)
  const categories = (
    await database.rows<{ id: number }>(sql`select distinct category_id as id from projects where published`)
  ).map((row) => row.id)
  const names = (
    await database.rows<{ name: string }>(sql`select name from projects where published order by random() limit 3000`)
  ).map((row) => row.name)
  const grams = (length: number) => [
    ...new Set(names.flatMap((name) => name.match(new RegExp(`[\\u4e00-\\u9fff]{${length}}`, 'g')) ?? [])),
  ]
  const pairs = grams(2)
  const fours = grams(4)
  const plain = (await database.rows<{ rid: number }>(sql`select id as rid from projects where slug = 'xrd'`))[0]?.rid
  const detail = await ctx.db.row<{ form: { fields: { key: string; initial?: unknown }[] } }>(
    sql`select form from form_versions where project_id = ${plain} and stage = 'in_use'`,
  )
  const parameters = Object.fromEntries(
    (detail?.form.fields ?? [])
      .filter((field) => field.initial !== undefined)
      .map((field) => [field.key, field.initial]),
  )
  let n = 0
  const get = (path: () => string): Request => ({ setupRequest: (request) => ({ ...request, path: path() }) })
  const pick = <T>(from: T[]): T => from[n++ % from.length] as T
  return {
    list: get(() => `${deviceSearch.path}?typeId=${pick(categories)}&page=${1 + (n % 5)}`),
    detail: get(() => `${deviceDetail.path}?rid=${pick(rids)}`),
    'search 2': get(() => `${deviceSearch.path}?kw=${encodeURIComponent(pick(pairs))}`),
    'search 4': get(() => `${deviceSearch.path}?kw=${encodeURIComponent(pick(fours))}`),
    'plan/add': {
      method: 'POST',
      setupRequest: (request) => ({
        ...request,
        path: planAdd.path,
        headers: { 'content-type': 'application/json', token: pick(people).token, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ rid: plain, parameters, sampleCount: 1 }),
      }),
    },
  }
}
