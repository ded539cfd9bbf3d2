import { cancelApplication, applyForInvoice } from '../../src/billing/invoices/apply-actions.ts'
import { rejectApplication } from '../../src/billing/invoices/review-actions.ts'
import { addTitle } from '../../src/billing/invoices/titles/title-actions.ts'
import { noteReturned, noteSettled } from '../../src/money/prestore/paid-actions.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../src/platform/http/ctx.ts'
import { openRaces } from './races.ts'
import { buyers } from '../services.ts'

/**
 * Repeats the races of invoices on PostgreSQL: in every round 32 applications, refunds, cancellations and rejections run at once over the
 * same four orders, in different orders. Afterwards no amount may exceed what is paid, the kept sums must equal the live applications, and
 * no step may fail except by a refusal (a deadlock would).
 * Run: node bench/races/invoice-races.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const AT_ONCE = 32
const PAID_FEN = 10_000

const { database, ctx, failures, attempt, finish } = await openRaces({ durable: false, poolSize: AT_ONCE })
const [buyer] = await buyers(ctx, 1)
if (!buyer) throw new Error('no buyer')
const customer: Ctx<Customer> = { ...ctx, actor: { kind: 'customer', id: buyer.id, sessionId: 0 } }
const { id: staffId } = await database.one<{ id: number }>(
  sql`select id from staff where role = 'finance' order by id limit 1`,
)
const finance: Ctx<Staff> = {
  ...ctx,
  actor: { kind: 'staff', id: staffId, role: 'finance', actions: null, name: '财务', sessionId: 0 },
}
const title = await addTitle(customer, {
  title: '压测检测有限公司',
  naturalPerson: false,
  taxNo: '91330100799655058B',
  bank: '',
  bankAccount: '',
  address: '',
  phone: '',
})

for (let round = 0; round < rounds; round++) {
  const orders = await paidOrders(round)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => attempt(() => step(orders, i))))
  await check(round)
}
await finish(`${rounds} rounds of ${AT_ONCE}`, /^prestore\.invoiced$/)

interface Order {
  id: number
  orderNo: string
}

/** One of: an application over all orders, over one, a refund, or an application that is cancelled or rejected at once. */
async function step(orders: Order[], i: number): Promise<void> {
  const turned = i % 2 === 0 ? orders : orders.toReversed()
  const one = turned[i % turned.length] as Order
  if (i % 4 === 3) {
    await inTx(ctx, (inner) => noteReturned(inner, { customerId: customer.actor.id, orderId: one.id }, 2000))
    return
  }
  const chosen = i % 4 === 2 ? [one] : turned
  const { applicationNo } = await applyForInvoice(customer, {
    type: 1,
    titleId: title.id,
    email: 'bench@example.com',
    remark: '',
    items: chosen.map(({ orderNo }) => ({ orderNo, amountFen: 1500 })),
  })
  if (i % 8 === 0) await cancelApplication(customer, applicationNo)
  if (i % 8 !== 1) return
  const row = await database.one<{ id: number; version: number }>(
    sql`select id, version from invoice_applications where application_no = ${applicationNo}`,
  )
  await rejectApplication(finance, { ...row, reason: '压测驳回' })
}

async function paidOrders(round: number): Promise<Order[]> {
  const rows = await database.rows<Order>(sql`
    insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, sample_count, title, contact, delivery, invoice,
      agreement_version, agreed_at, created_at)
    select 'BENCH' || ${round}::int || '-' || n, ${customer.actor.id}, ${customer.actor.id}, 'institute', 1, 'done', 1, '压测', '{}', '{}',
      '{"type":0}', '1', now(), now()
    from generate_series(1, 4) n returning id, order_no`)
  for (const { id } of rows) await noteSettled(ctx, { customerId: customer.actor.id, orderId: id }, PAID_FEN)
  return rows
}

async function check(round: number): Promise<void> {
  const wrong = await database.rows<{ orderId: number }>(sql`
    select p.order_id from paid_orders p
    where p.invoiced_fen > p.prepaid_fen + p.settled_fen or p.invoiced_fen <> coalesce((
      select sum(l.amount_fen) from invoice_lines l join invoice_applications a on a.id = l.application_id
      where l.order_id = p.order_id and a.customer_id = p.customer_id
        and a.stage in ('pending', 'issuing', 'issued', 'sent', 'reddening')), 0)`)
  if (wrong.length > 0) failures.push(`round ${round}: ${wrong.length} orders disagree with their applications`)
}
