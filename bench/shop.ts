import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { fillProjects } from '../demo/catalogue/bulk.ts'
import { projectDetail } from '../src/shop/catalogue/actions.ts'
import { deviceSearch } from '../src/shop/catalogue/contract.ts'
import { deviceDetail } from '../src/shop/site/contract.ts'
import { searchProjects } from '../src/shop/catalogue/listing/search-actions.ts'
import { casesOfProject } from '../src/shop/articles/actions.ts'
import { addToPlan } from '../src/lab/plans/actions.ts'
import { planAdd } from '../src/lab/plans/contract.ts'
import type { Db } from '../src/platform/db/db.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { type Load, load, ratio, show, spread, startServer } from './measure.ts'
import { record, replayRate } from './trials/replay.ts'
import { buyers, openServices } from './services.ts'

/**
 * List of a category, detail, search with two and four Chinese characters and plan/add, sixteen at a time on PostgreSQL (fsync on),
 * at 1,000 and at 100,000 projects. Each is measured with the answers computed every time (CACHE_ENTRIES=0), in turn with a bare loop
 * of the very statements that one such answer needs, and as it is served.
 * Run: node bench/shop.ts [rounds] [seconds] [sizes, e.g. 1000,100000]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2, 4).map(Number)
const sizes = (process.argv[4] ?? '1000,100000').split(',').map(Number)

const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
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
    for (const [work, { request, bare, writes }] of Object.entries(await works())) {
      if (writes && entries !== '0') continue
      if (writes) await emptyPlans()
      const statements = await record(cluster.url, bare)
      const runs: Load[] = []
      const bareRuns: number[] = []
      for (let round = 0; round < rounds; round++) {
        if (writes) await emptyPlans()
        runs.push(await load(server.url, { connections: 16, seconds, requests: [request] }))
        if (entries === '0')
          bareRuns.push(
            await replayRate(cluster.url, statements, { connections: 16, seconds, inTransaction: writes ?? false }),
          )
      }
      const errors = runs.reduce((sum, run) => sum + run.errors, 0)
      const perSecond = runs.map((run) => run.perSecond)
      const compared = bareRuns.length
        ? `, its ${statements.length} statements alone ${show(spread(bareRuns))}/s, ratio ${show(ratio(perSecond, bareRuns), 2)}`
        : ''
      console.log(
        `${wanted} projects, ${work}, ${name}: ${show(spread(perSecond))}/s, p99 ${show(spread(runs.map((run) => run.p99Ms)))} ms${compared}${errors ? `, ERRORS ${errors}` : ''}`,
      )
    }
    await server.stop()
  }
}
await database.close()
await cluster.stop()

/** A plan takes so many lines and no more. */
async function emptyPlans(): Promise<void> {
  await database.script('delete from plan_lines')
}

interface Work {
  request: Request
  /** What one such request asks of the database, besides who is asking. */
  bare: (db: Db) => Promise<unknown>
  writes?: boolean
}

/** Inputs vary over what is in the catalogue, so that no single row stays hot. */
async function works(): Promise<Record<string, Work>> {
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
  const listed = (db: Db, input: object) => searchProjects({ db }, deviceSearch.input.parse(input))
  const buyer = people[0]
  return {
    list: {
      request: get(() => `${deviceSearch.path}?typeId=${pick(categories)}&page=${1 + (n % 5)}`),
      bare: (db) => listed(db, { typeId: pick(categories) }),
    },
    detail: {
      request: get(() => `${deviceDetail.path}?rid=${pick(rids)}`),
      bare: async (db) => {
        const rid = pick(rids)
        await projectDetail({ db }, rid)
        await casesOfProject({ db }, rid)
      },
    },
    'search 2': {
      request: get(() => `${deviceSearch.path}?kw=${encodeURIComponent(pick(pairs))}`),
      bare: (db) => listed(db, { kw: pick(pairs) }),
    },
    'search 4': {
      request: get(() => `${deviceSearch.path}?kw=${encodeURIComponent(pick(fours))}`),
      bare: (db) => listed(db, { kw: pick(fours) }),
    },
    'plan/add': {
      request: {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          path: planAdd.path,
          headers: { 'content-type': 'application/json', token: pick(people).token, 'idempotency-key': randomUUID() },
          body: JSON.stringify({ rid: plain, parameters, sampleCount: 1 }),
        }),
      },
      bare: (db) =>
        addToPlan(
          { ...ctx, db, actor: { kind: 'customer', id: buyer?.id ?? 0, sessionId: 1 } },
          { rid: plain ?? 0, parameters, sampleCount: 1, urgent: false },
        ),
      writes: true,
    },
  }
}
