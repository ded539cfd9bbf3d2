import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { Model } from '../model.ts'
import type { World } from '../world.ts'

/** Where the money of a customer may lie, beside what was spent. Rebates that are being paid out lie with withdrawals, and are no money that came in. */
const OWN = ['prestore', 'advance', 'unassigned', 'refund_held', 'withdraw_held']

function held(db: Database): Promise<{ accountId: number; fen: number }[]> {
  return db.rows(sql`
    select substr(a.owner, 10)::bigint as account_id, (coalesce(sum(e.amount_fen), 0) - coalesce((
      select sum(amount_fen) from withdrawals w
      where w.source = 'rebate' and w.stage in ('pending', 'checking', 'approved') and 'customer:' || w.customer_id = a.owner), 0))::bigint as fen
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.owner <> 'laboratory' and a.kind = any(${OWN}::text[]) group by a.owner order by 1`)
}

export async function openingMoney(model: Model, db: Database): Promise<void> {
  for (const { accountId, fen } of await held(db)) model.opening.set(accountId, fen)
  const goods = await db.rows<{ id: number; stock: number | null }>(sql`select id, stock from point_goods order by id`)
  for (const { id, stock } of goods) model.stock.set(id, stock)
}

interface Spent {
  orderNo: string
  accountId: number
  fen: number
}

/**
 * What accounts spent for each order: its final amount, or the fee of its cancellation, less what is still open of it. Money that goes back to the balance
 * lowers the final amount. What another customer paid through a settlement, and did not get back, is spent by that customer.
 */
export function spent(db: Database): Promise<Spent[]> {
  return db.rows(sql`
    with others as (
      select p.order_id, p.customer_id, p.settled_fen from paid_orders p join orders o on o.id = p.order_id where p.customer_id <> o.payer_id)
    select o.order_no, o.payer_id as account_id,
      (case when o.stage = 'cancelled' then o.cancel_fee_fen else coalesce(o.final_fen, 0) end - coalesce(r.open_fen, 0)
        - coalesce((select sum(settled_fen) from others x where x.order_id = o.id), 0))::bigint as fen
    from orders o left join (
      select order_id, sum(amount_fen) as open_fen from settlement_rows where paid_at is null group by order_id) r on r.order_id = o.id
    union all select o.order_no, x.customer_id, x.settled_fen from others x join orders o on o.id = x.order_id`)
}

/** Nobody gets more back for an order than they paid for it, also when somebody else paid the rest. */
export async function nobodyGainsByOrders({ database }: World): Promise<string | undefined> {
  const gained = (await spent(database)).find(({ fen }) => fen < 0)
  return gained && `account ${gained.accountId} spent ${gained.fen} for ${gained.orderNo}`
}

interface Refunded {
  refundNo: string
  accountId: number
  amountFen: number
}

/** Refunds of which the laboratory says that the channel paid them; the channel must say so too. */
function refunded(db: Database): Promise<Refunded[]> {
  return db.rows(sql`
    select refund_no, customer_id as account_id, amount_fen from refunds where way = 'channel' and stage = 'done' order by id`)
}

export async function refundsAreTrue({ database, outside }: World): Promise<string | undefined> {
  for (const { refundNo, amountFen } of await refunded(database)) {
    const truth = outside.refund(refundNo)
    if (truth?.state !== 'done' || truth.amountFen !== amountFen)
      return `a refund of ${amountFen} is done here and ${truth?.state} with ${truth?.amountFen} at the channel`
  }
  return undefined
}

/**
 * What came in from outside, less what went out, is what an account has and what it spent. Outside is what the channels' doubles and the bank's rows say; a
 * payment that was made but not yet reported is not asked for.
 */
export async function moneyIsKept(world: World): Promise<string | undefined> {
  const { model, database, outside } = world
  const known = await database.rows<{ paymentNo: string }>(sql`select payment_no from payments where stage = 'paid'`)
  const heard = new Set(known.map(({ paymentNo }) => paymentNo))
  const wanted = new Map(model.opening)
  const add = (accountId: number, fen: number) => wanted.set(accountId, (wanted.get(accountId) ?? 0) + fen)
  for (const { paymentNo, accountId, amountFen } of outside.paid) if (heard.has(paymentNo)) add(accountId, amountFen)
  for (const { accountId, creditedFen } of model.claims.values()) add(accountId, creditedFen)
  for (const { accountId, amountFen } of model.kept.values()) add(accountId, amountFen)
  for (const [accountId, fen] of model.withdrawnFen) add(accountId, -fen)
  for (const { accountId, amountFen } of await refunded(database)) add(accountId, -amountFen)
  const has = new Map((await held(database)).map(({ accountId, fen }) => [accountId, fen]))
  const used = new Map<number, number>()
  for (const { accountId, fen } of await spent(database)) used.set(accountId, (used.get(accountId) ?? 0) + fen)
  for (const [accountId, fen] of wanted) {
    const found = (has.get(accountId) ?? 0) + (used.get(accountId) ?? 0)
    if (found !== fen)
      return `account ${accountId} paid in ${fen} in all, but has ${has.get(accountId) ?? 0} and spent ${used.get(accountId) ?? 0}`
  }
  return undefined
}
