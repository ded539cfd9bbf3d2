import { assignSettlement } from '../../src/billing/settlements/actions.ts'
import { paying } from '../../src/app/paying.ts'
import { balancesOf } from '../../src/money/ledger/actions.ts'
import { createPayment } from '../../src/money/payments/pay-actions.ts'
import { creditPrestore, debitPrestore } from '../../src/money/prestore/actions.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Ctx, Customer } from '../../src/platform/http/ctx.ts'
import { openRaces } from './races.ts'
import { buyers } from '../services.ts'

/**
 * Fifty payers of one balance, many rounds on PostgreSQL: 25 settlements are paid and 25 purchases are made at once from a balance that covers
 * 17 of them. Exactly 17 must succeed; the ledger, the settlements and the orders must say the same.
 * Run: node bench/races/payer-races.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const SETTLEMENTS = 25
const PURCHASES = 25
const PRICE_FEN = 1000
const COVERED = 17
const REST_FEN = 900

const { database, ctx, failures, attempt, finish } = await openRaces({ durable: false, poolSize: 50 })
const people = await buyers(ctx, rounds)
for (const [round, { id }] of people.entries()) await race(round, id)
await finish(
  `${rounds} rounds of ${SETTLEMENTS + PURCHASES} payers`,
  /^(ledger|prestore|payments|coupons)\.|^settlements\.(total|paid|settled)$/,
)

async function race(round: number, customerId: number): Promise<void> {
  const customer: Ctx<Customer> = { ...ctx, actor: { kind: 'customer', id: customerId, sessionId: 0 } }
  const move = (businessId: string, amountFen: number) => ({
    ...{ customerId, amountFen, kind: 'bench', businessId, operation: 'move', memo: '' },
  })
  await creditPrestore(ctx, move(`fund-${round}`, COVERED * PRICE_FEN + REST_FEN))
  const settlements = await grouped(round, customer)
  const work = [
    ...settlements.map(
      (no) => () =>
        createPayment(customer, paying, { kind: 'settlement', no, method: 'prestore', scene: 'qr', phone: false }),
    ),
    ...Array.from({ length: PURCHASES }, (_, i) => () => debitPrestore(ctx, move(`buy-${round}-${i}`, PRICE_FEN))),
  ]
  const turned = work.map((_, i) => work[(i * 7 + round) % work.length] ?? work[0])
  const answers = await Promise.all(turned.map((each) => attempt(async () => each?.())))
  const won = answers.filter(Boolean).length
  const { prestore } = await balancesOf(ctx, customerId)
  const sums = await database.one<{ paid: number; orders: number; bought: number; spentFen: number }>(sql`
    select (select count(*) from settlements where customer_id = ${customerId} and stage = 'paid') as paid,
      (select count(*) from orders where customer_id = ${customerId} and paid_at is not null) as orders,
      count(*) filter (where t.business_id like 'buy-%') as bought, -coalesce(sum(e.amount_fen), 0)::bigint as spent_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where a.owner = ${`customer:${customerId}`} and a.kind = 'prestore' and e.amount_fen < 0`)
  const right =
    won === COVERED &&
    prestore === REST_FEN &&
    sums.spentFen === COVERED * PRICE_FEN &&
    sums.paid === sums.orders &&
    sums.paid + sums.bought === COVERED
  if (!right) failures.push(`round ${round}: ${won} succeeded, ${prestore} fen left, ${JSON.stringify(sums)}`)
}

/** Finished orders of a price, each with its own settlement that waits for payment. */
async function grouped(round: number, customer: Ctx<Customer>): Promise<string[]> {
  const { id } = customer.actor
  const rows = await database.rows<{ id: number }>(sql`
    with made as (
      insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, sample_count, title, contact, delivery, invoice,
        agreement_version, agreed_at, created_at, estimate_fen, final_fen, final_gross_fen)
      select 'RACE' || ${round}::int || '-' || n, ${id}, ${id}, 'individual', 1, 'done', 1, '压测', '{}', '{}', '{"type":0}', '1', now(), now(),
        ${PRICE_FEN}::bigint, ${PRICE_FEN}::bigint, ${PRICE_FEN}::bigint
      from generate_series(1, ${SETTLEMENTS}) n returning id)
    insert into settlement_rows (order_id, customer_id, owed_by, kind, amount_fen, estimate_fen, reason, due_at, fixed_by, fixed_at)
    select id, ${id}, ${id}, 'supplement', ${PRICE_FEN}::bigint, 0, '', now() + interval '30 days', (select min(id) from staff), now() from made returning id`)
  const numbers: string[] = []
  for (const row of rows) {
    const asked = { rowIds: [row.id], payerName: '本人', couponId: null }
    numbers.push((await assignSettlement(customer, asked)).settlementNo)
  }
  return numbers
}
