import { addToPlan } from '../../src/lab/plans/actions.ts'
import { placeOrder } from '../../src/lab/ordering/place-actions.ts'
import { openCredit } from '../../src/money/credit/actions.ts'
import { foundGroup } from '../../src/people/groups/group-actions.ts'
import { insertMember } from '../../src/people/groups/members/member-store.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Ctx, Customer } from '../../src/platform/http/ctx.ts'
import { orderBody } from '../order-input.ts'
import { openRaces } from './races.ts'
import { type Buyer, buyers, fillPlans, spreadSequences } from '../services.ts'

/**
 * A member of a group places fifty orders at once, many rounds on PostgreSQL; the month's limit covers seventeen of them and a rest. Exactly
 * seventeen must be placed; limits, orders and the credit of the group must say the same.
 * Run: node bench/races/group-limit-races.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const ORDERS = 50
const COVERED = 17

const { database, ctx, failures, attempt, finish } = await openRaces({ durable: false, poolSize: 50 })
await spreadSequences(database)
const [owner, ...members] = await buyers(ctx, rounds + 1)
if (!owner) throw new Error('a group has an owner')
const group = await foundGroup(as(owner.id), { name: '压测课题组', unit: '压测大学', kind: 'institute', note: '' })
await database.run(sql`update groups set stage = 'verified' where id = ${group.id}`)
await openCredit(ctx, group.accountId, 1_000_000_000)
await addFirstLine(owner)
const lines = await fillPlans(ctx, members, ORDERS)
const priceFen = await priceOfLine()
for (const [round, member] of members.entries()) await race(round, member)
await finish(`${rounds} rounds of ${ORDERS} orders`, /^(ledger|credit|orders)\./)

async function race(round: number, { id }: Buyer): Promise<void> {
  const row = { groupId: group.id, customerId: id, phone: null, role: 'member', stage: 'joined', message: '' } as const
  await insertMember(database, row, ctx.clock.now())
  await database.run(sql`
    update group_members set month_limit_fen = ${COVERED * priceFen + priceFen - 1} where group_id = ${group.id} and customer_id = ${id}`)
  const input = (at: number) => ({
    ...(orderBody(lines.get(id)?.[at] ?? 0) as never as Parameters<typeof placeOrder>[1]),
    couponIds: [],
    groupNo: group.groupNo,
  })
  const answers = await Promise.all(
    Array.from({ length: ORDERS }, (_, at) => attempt(() => placeOrder(as(id), input(at)))),
  )
  const won = answers.filter(Boolean).length
  const { orders, spentFen, heldFen } = await database.one<{ orders: number; spentFen: number; heldFen: number }>(sql`
    select (select count(*) from orders where customer_id = ${id} and group_id = ${group.id}) as orders,
      (select coalesce(sum(amount_fen), 0)::bigint from group_spend where member_id = ${id} and state = 'held') as spent_fen,
      (select coalesce(sum(estimate_fen - discount_fen), 0)::bigint from orders where customer_id = ${id}) as held_fen`)
  const exact = won === COVERED && orders === COVERED && spentFen === COVERED * priceFen && heldFen === spentFen
  if (!exact)
    failures.push(`round ${round}: ${won} accepted, ${orders} orders, ${spentFen} of the limit, ${heldFen} ordered`)
}

function as(id: number): Ctx<Customer> {
  return { ...ctx, actor: { kind: 'customer', id, sessionId: 1 } }
}

async function addFirstLine({ id }: Buyer): Promise<void> {
  const { rid, form } = await database.one<{ rid: number; form: { fields: { key: string; initial?: unknown }[] } }>(sql`
    select p.id as rid, f.form from projects p join form_versions f on f.project_id = p.id and f.stage = 'in_use' where p.slug = 'xrd'`)
  const initial = form.fields.filter((field) => field.initial !== undefined)
  const parameters = Object.fromEntries(initial.map((field) => [field.key, field.initial]))
  await addToPlan(as(id), { rid, parameters, sampleCount: 1, urgent: false })
}

async function priceOfLine(): Promise<number> {
  const { fen } = await database.one<{ fen: number }>(sql`select amount_fen as fen from plan_lines order by id limit 1`)
  return fen
}
