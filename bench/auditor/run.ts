import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { creditPrestore } from '../../src/money/prestore/actions.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { addFirstLine } from '../order-input.ts'
import { type Buyer, buyers, fillPlans, openServices } from '../services.ts'
import { audit, type Facts } from './audit.ts'
import { customer } from './clients.ts'
import { readHistory, writer } from './history.ts'
import { type Laboratory, serviceOf, trouble } from './nemesis.ts'
import { relayTo } from './relay.ts'

/**
 * Two web hosts, a worker and PostgreSQL; customers order, pay and read while processes are killed, frozen and cut off. Then everything is
 * judged from the clients' log and the database alone. Run: node bench/auditor/run.ts [minutes] [customers]; HISTORY=file keeps the log.
 * Ends with 1 when something acknowledged was lost or done twice, or something was read that was never written (decision 0123).
 */
const [minutes = 2, people = 4] = process.argv.slice(2).map(Number)
const BALANCE_FEN = 10_000_000_000
const LINES_A_MINUTE = 400
/** After the last fault, so that what was sent is answered. */
const CALM_MS = 15_000

const folder = mkdtempSync(join(tmpdir(), 'mingxi-auditor-'))
const cluster = await startCluster({ durable: true })
const relay = await relayTo(cluster.port)
const { laboratory, customers, lines } = await prepare()
const file = process.env.HISTORY ?? join(folder, 'history.jsonl')
writeFileSync(file, '')
const note = writer(file)
const endsAt = performance.now() + minutes * 60_000
let isOver = false
const clients = customers.map((buyer) =>
  customer(
    { webs: () => laboratory.webs.map(({ url }) => url), isOver: () => isOver },
    buyer,
    lines.get(buyer.id) ?? [],
    note,
  ),
)
const counts = await trouble(
  laboratory,
  () => performance.now() > endsAt,
  (name) => {
    const now = performance.now()
    note({ client: 0, began: now, ended: now, outcome: 'ok', act: { kind: 'fault', name } })
  },
)
setTimeout(() => (isOver = true), CALM_MS)
await Promise.all(clients)
for (const { stop } of [...laboratory.webs, laboratory.worker]) await stop()
const findings = await judge()
for (const finding of findings) console.log(finding)
relay.close()
await cluster.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = findings.length > 0 ? 1 : 0

async function judge(): Promise<string[]> {
  const database = openPostgres(cluster.url)
  const facts = await factsOf(database)
  await database.close()
  const history = readHistory(file)
  const findings = audit(history, facts)
  const count = (kind: string, outcome: string) =>
    history.filter(({ act, outcome: found }) => act.kind === kind && found === outcome).length
  console.log(`${[...counts].map(([name, n]) => `${name} ${n}`).join(', ')}`)
  for (const kind of ['order', 'pay', 'balance', 'look'])
    console.log(`${kind}: ${count(kind, 'ok')} answered, ${count(kind, 'lost')} answers lost`)
  console.log(`${facts.orders.length} orders, ${facts.movements.length} movements; ${findings.length} findings`)
  return findings
}

/** By plain statements, so that a fault of the product's own reading is not repeated here. */
async function factsOf(database: Database): Promise<Facts> {
  const ids = customers.map(({ id }) => id)
  return {
    orders: await database.rows(sql`
      select order_no, customer_id as client, stage, version from orders where customer_id = any(${ids}::bigint[])`),
    movements: await database.rows(sql`
      select c.id as client, o.order_no, e.amount_fen, e.balance_after_fen as balance_fen
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join ledger_transfers t on t.id = e.transfer_id
      join customers c on a.owner = 'customer:' || c.id and a.kind = 'prestore'
      left join orders o on t.kind = 'order.advance' and t.business_id = o.id::text
      where c.id = any(${ids}::bigint[]) order by e.id`),
    stages: await database.rows(sql`
      select o.order_no, h.version, h.to_stage as stage
      from stage_history h join orders o on o.id = h.entity_id where h.entity = 'order'`),
    imbalances: (
      await database.one<{ count: number }>(sql`
        select (select count(*) from (select transfer_id from ledger_entries group by 1 having sum(amount_fen) <> 0) t)
          + (select count(*) from ledger_accounts a where a.balance_fen is not null
              and a.balance_fen <> (select coalesce(sum(amount_fen), 0) from ledger_entries where account_id = a.id)) as count`)
    ).count,
  }
}

async function prepare(): Promise<{ laboratory: Laboratory; customers: Buyer[]; lines: Map<number, number[]> }> {
  const database = openPostgres(cluster.url)
  const { ctx } = await openServices(database)
  const made = await buyers(ctx, people)
  for (const { id } of made) {
    await database.run(sql`update customers set user_type = 1 where id = ${id}`)
    await creditPrestore(ctx, {
      ...{ customerId: id, amountFen: BALANCE_FEN, kind: 'bench', businessId: String(id) },
      ...{ operation: 'fund', memo: '压测' },
    })
  }
  const through = new URL(cluster.url)
  through.port = String(relay.port)
  const settings = { PORT: '0', DEMO: 'on', LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_URL: through.href }
  const starter = await serviceOf('web', settings)
  await addFirstLine(starter.url, made[0] as Buyer)
  await starter.stop()
  const filled = await fillPlans(ctx, made, Math.ceil(LINES_A_MINUTE * minutes))
  await database.close()
  const webs = [await serviceOf('web', settings), await serviceOf('web', settings)]
  const worker = await serviceOf('worker', settings)
  return { laboratory: { webs, worker, cluster, relay, settings }, customers: made, lines: filled }
}
