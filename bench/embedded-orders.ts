import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { orderAdd } from '../src/lab/ordering/contract.ts'
import { placeOrder } from '../src/lab/ordering/place-actions.ts'
import { addToPlan } from '../src/lab/plans/actions.ts'
import { openPglite } from '../src/platform/db/embedded/pglite.ts'
import { sql } from '../src/platform/db/sql.ts'
import type { Customer } from '../src/platform/http/ctx.ts'
import { load, ratio, show, spread, startServer } from './measure.ts'
import { orderBody } from './order-input.ts'
import { type BareClient, recordOn, replay } from './trials/replay.ts'
import { type Buyer, buyers, fillPlans, spreadSequences, openServices } from './services.ts'

/**
 * Compares order/add through the real server on the embedded database, with one and with sixteen parallel clients, with a bare loop of
 * the same SQL statements, alternately on the same folder. The embedded database has one session, so parallel clients only wait longer.
 * Run: node bench/embedded-orders.ts [rounds] [seconds]
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2).map(Number)
const PEOPLE = 16
const folder = mkdtempSync(join(tmpdir(), 'mingxi-embedded-'))
const prepared = await openPglite(join(folder, 'database'))
const { ctx } = await openServices(prepared)
await spreadSequences(prepared)
const people = await buyers(ctx, PEOPLE)
const customerOf = (buyer: Buyer): Customer => ({ kind: 'customer', id: buyer.id, sessionId: 1 })
await addFirstLine()
const lines = await fillPlans(ctx, people, 3000)
await prepared.close()

let taken = 0
const next = (): { buyer: Buyer; line: number } => {
  const buyer = people[taken % PEOPLE] as Buyer
  const line = lines.get(buyer.id)?.[Math.floor(taken++ / PEOPLE)]
  if (line === undefined) throw new Error('no plan lines left')
  return { buyer, line }
}

const sample = next()
const recorded = await onEngine((client) =>
  recordOn(client, (db) =>
    placeOrder({ ...ctx, actor: customerOf(sample.buyer), db }, orderBody(sample.line) as never),
  ),
)
console.log(`one order is ${recorded.length} statements besides begin and commit`)

const bare: number[] = []
const ours = new Map<number, number[]>([
  [1, []],
  [16, []],
])
for (let round = 0; round < rounds; round++) {
  bare.push(await onEngine(bareLoop))
  const server = await startServer(['src/main.ts'], { PORT: '0', DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'silent' })
  for (const [connections, series] of ours) {
    const result = await load(server.url + orderAdd.path, { connections, seconds, requests: [orderRequest()] })
    if (result.errors > 0) console.log(`errors ${result.errors}`)
    series.push(result.perSecond)
  }
  await server.stop()
}
for (const [connections, series] of ours)
  console.log(
    `order/add on the embedded database, ${connections} at a time: ${show(spread(series))}/s, bare SQL ${show(spread(bare))}/s, ratio ${show(ratio(series, bare), 2)}`,
  )
rmSync(folder, { recursive: true, force: true })

async function addFirstLine(): Promise<void> {
  const { rid, form } = await ctx.db.one<{ rid: number; form: { fields: { key: string; initial?: unknown }[] } }>(sql`
    select p.id as rid, f.form from projects p join form_versions f on f.project_id = p.id and f.stage = 'in_use' where p.slug = 'xrd'`)
  const initial = form.fields.filter((field) => field.initial !== undefined)
  const parameters = Object.fromEntries(initial.map((field) => [field.key, field.initial]))
  const actor = customerOf(people[0] as Buyer)
  await addToPlan({ ...ctx, actor }, { rid, parameters, sampleCount: 1, urgent: false })
}

/** The engine with the server's settings, used while no server has the folder open. */
async function onEngine<T>(work: (client: BareClient) => Promise<T>): Promise<T> {
  const engine = await PGlite.create({
    dataDir: join(folder, 'database'),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'wal_buffers=1MB'],
    parsers: { [types.INT8]: Number, [types.DATE]: (text: string) => text },
  })
  const client = {
    query: async (statement: string | { text: string; values: unknown[] }) => {
      if (typeof statement === 'string') return engine.exec(statement)
      const result = await engine.query(statement.text, statement.values, { rowMode: 'array' })
      return { rows: result.rows, fields: result.fields, rowCount: result.affectedRows ?? 0 }
    },
  }
  const result = await work(client as BareClient)
  await engine.close()
  return result
}

async function bareLoop(client: BareClient): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  while (performance.now() < until) {
    const { buyer, line } = next()
    await replay(
      client,
      recorded,
      new Map([
        [String(sample.line), String(line)],
        [String(sample.buyer.id), String(buyer.id)],
      ]),
    )
    done += 1
  }
  return done / seconds
}

function orderRequest() {
  return {
    method: 'POST' as const,
    setupRequest: (request: object) => {
      const { buyer, line } = next()
      return {
        ...request,
        path: orderAdd.path,
        headers: { 'content-type': 'application/json', token: buyer.token, 'idempotency-key': randomUUID() },
        body: JSON.stringify(orderBody(line)),
      }
    },
  }
}
