import { balanceOf } from '../src/money/prestore/actions.ts'
import { creditOf } from '../src/money/credit/actions.ts'
import { owed } from '../src/billing/settlements/actions.ts'
import { ordersOf } from '../src/workspace/order-page/list-actions.ts'
import { orderHistory } from '../src/lab/orders/contract.ts'
import { spending } from '../src/lab/orders/spending/spending-actions.ts'
import { foundGroup } from '../src/people/groups/group-actions.ts'
import type { Db } from '../src/platform/db/db.ts'
import { sql } from '../src/platform/db/sql.ts'
import type { Ctx, Customer } from '../src/platform/http/ctx.ts'
import { percentile } from './measure.ts'
import { openRaces } from './races/races.ts'
import { buyers } from './services.ts'

/**
 * The member home and the list of orders of a group with 200 members and 20,000 orders on PostgreSQL: time and number of statements of what its
 * owner reads. The number of statements does not depend on the number of orders.
 * Run: node bench/group-center.ts [orders] [members] [reads]
 */
const [orders = 20_000, members = 200, reads = 200] = process.argv.slice(2).map(Number)

const { database, ctx, finish } = await openRaces({ durable: false, poolSize: 4 })
const people = await buyers(ctx, members)
const [owner] = people
if (!owner) throw new Error('a group has an owner')
const personal: Ctx<Customer> = { ...ctx, actor: { kind: 'customer', id: owner.id, sessionId: 1 } }
const group = await foundGroup(personal, { name: '压测课题组', unit: '压测大学', kind: 'institute', note: '' })
await fill()
const acting: Ctx<Customer> = {
  ...ctx,
  actor: {
    kind: 'customer',
    id: group.accountId,
    sessionId: 1,
    personId: owner.id,
    groupRole: 'owner',
    groupNo: group.groupNo,
  },
}
const list = orderHistory.input.parse({})
await measure('spending of the year', (at) => spending(at, undefined))
await measure('balances, credit and debts', async (at) => {
  await balanceOf(at, group.accountId)
  await creditOf(at, group.accountId)
  await owed(at, group.accountId)
})
await measure('first page of the orders', (at) => ordersOf(at, list))
await measure('orders of one member', (at) => ordersOf(at, { ...list, memberId: people[7]?.id ?? 0 }))
await measure('orders with a funding number', (at) => ordersOf(at, { ...list, funding: 'K-7' }))
await finish(`${reads} reads each, ${members} members, ${orders} orders`, /^none$/)

/** Orders of all members over the last year, with two lines each, and their part of the limits. */
async function fill(): Promise<void> {
  const ids = people.map(({ id }) => id)
  await database.run(sql`
    insert into orders (order_no, customer_id, payer_id, group_id, customer_group, service_type, stage, estimate_fen, urgent, sample_count, title,
      contact, delivery, invoice, agreement_version, agreed_at, created_at)
    select 'MX2699' || lpad(n::text, 7, '0'), (${ids}::bigint[])[1 + n % ${members}], ${group.accountId}, ${group.id}, 'institute', 1,
      (array['review', 'testing', 'delivered', 'done', 'group_review'])[1 + n % 5], 10000 + n % 977, false, 1, 'XRD、SEM',
      '{"name": "压测", "phone": "13800138000", "email": ""}', '{"kind": "self_send"}', '{"type": 0}', '1', now(), now() - (n % 360) * interval '1 day'
    from generate_series(1, ${orders}::integer) as n`)
  await database.run(sql`
    insert into order_lines (order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent, price_lines,
      amount_fen, funding_no)
    select o.id, 1000 + (o.id + part) % 25, '项目 ' || (o.id + part) % 25, 31, 1, '{}', '[]', part, 1, false, '[]',
      case part when 1 then o.estimate_fen / 3 else o.estimate_fen - o.estimate_fen / 3 end, 'K-' || o.id % 40
    from orders o, generate_series(1, 2) as part where o.group_id = ${group.id}`)
  await database.run(sql`
    insert into group_spend (order_id, group_id, member_id, month, amount_fen, projects, state, created_at)
    select id, group_id, customer_id, to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM'), estimate_fen, jsonb_build_object('0', estimate_fen), 'held', created_at
    from orders where group_id = ${group.id}`)
  await database.script('analyze')
}

async function measure(what: string, read: (at: Ctx<Customer>) => Promise<unknown>): Promise<void> {
  let statements = 0
  const counted =
    <A extends unknown[], T>(ask: (...args: A) => T) =>
    (...args: A) => {
      statements += 1
      return ask(...args)
    }
  const { rows, row, one, run } = database
  const db = {
    ...database,
    rows: counted(rows),
    row: counted(row),
    one: counted(one),
    run: counted(run),
  } as unknown as Db
  await read({ ...acting, db })
  const took: number[] = []
  for (let n = 0; n < reads; n++) {
    const began = performance.now()
    await read(acting)
    took.push(performance.now() - began)
  }
  const at = (share: number) => percentile(took, share).toFixed(1)
  console.log(`${what}: ${statements} statements, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}
