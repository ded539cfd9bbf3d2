import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'

export interface PaidOrder {
  orderId: number
  customerId: number
  prepaidFen: number
  settledFen: number
  invoicedFen: number
  paidAt: Date
}

/** A part of what was paid for an order. */
export interface PaidPart {
  orderId: number
  amountFen: number
}

interface Payment {
  orderId: number
  customerId: number
  amountFen: number
  at: Date
}

const columns = sql`order_id, customer_id, prepaid_fen, settled_fen, invoiced_fen, paid_at`

/** Undefined when more is invoiced than would remain paid. */
export function setPrepaid(db: Db, { orderId, customerId, amountFen, at }: Payment): Promise<PaidOrder | undefined> {
  return db.row(sql`
    insert into paid_orders as p (order_id, customer_id, prepaid_fen, paid_at)
    values (${orderId}, ${customerId}, ${amountFen}, ${at})
    on conflict (order_id, customer_id) do update set prepaid_fen = excluded.prepaid_fen,
      paid_at = case when excluded.prepaid_fen > p.prepaid_fen then excluded.paid_at else p.paid_at end
    where p.invoiced_fen <= excluded.prepaid_fen + p.settled_fen
    returning ${columns}`)
}

export async function addSettled(db: Db, { orderId, customerId, amountFen, at }: Payment): Promise<void> {
  await db.run(sql`
    insert into paid_orders as p (order_id, customer_id, settled_fen, paid_at)
    values (${orderId}, ${customerId}, ${amountFen}, ${at})
    on conflict (order_id, customer_id) do update set settled_fen = p.settled_fen + excluded.settled_fen, paid_at = excluded.paid_at`)
}

/** From what this customer paid, or else another payer of the order. Undefined when more is invoiced than would remain paid. */
export function subtractSettled(
  db: Db,
  { orderId, customerId, amountFen }: Omit<Payment, 'at'>,
): Promise<PaidOrder | undefined> {
  return db.row(sql`
    update paid_orders set settled_fen = settled_fen - ${amountFen}
    where ${returnedFrom({ orderId, customerId, amountFen })} returning ${columns}`)
}

/** Whether `subtractSettled` would find its row now. */
export async function isReturnable(db: Db, of: Omit<Payment, 'at'>): Promise<boolean> {
  return (await db.row(sql`select 1 as found from paid_orders where ${returnedFrom(of)}`)) !== undefined
}

function returnedFrom({ orderId, customerId, amountFen }: Omit<Payment, 'at'>) {
  return sql`order_id = ${orderId} and invoiced_fen <= prepaid_fen + settled_fen - ${amountFen} and customer_id = (
      select p.customer_id from paid_orders p where p.order_id = ${orderId} and p.prepaid_fen + p.settled_fen >= ${amountFen}
      order by p.customer_id = ${customerId} desc, p.customer_id limit 1)`
}

/** Locked in the order of their orders, so that two applications for the same orders wait instead of deadlocking. */
export function lockPaidOrders(db: Db, customerId: number, orderIds: number[]): Promise<PaidOrder[]> {
  return db.rows(sql`
    select ${columns} from paid_orders where customer_id = ${customerId} and order_id = any(${orderIds}::bigint[])
    order by order_id for update`)
}

export function paidOrdersOf(db: Db, customerId: number, orderIds: number[]): Promise<PaidOrder[]> {
  return db.rows(sql`
    select ${columns} from paid_orders where customer_id = ${customerId} and order_id = any(${orderIds}::bigint[]) order by order_id`)
}

/** How many rows took their part; a row whose open amount is smaller takes none. The rows are locked. */
export function addInvoiced(db: Db, customerId: number, parts: readonly PaidPart[]): Promise<number> {
  return db.run(sql`
    update paid_orders p set invoiced_fen = p.invoiced_fen + part.amount_fen
    from jsonb_to_recordset(${json(rowsOf(parts))}::jsonb) as part (order_id bigint, amount_fen bigint)
    where p.customer_id = ${customerId} and p.order_id = part.order_id
      and p.invoiced_fen + part.amount_fen <= p.prepaid_fen + p.settled_fen`)
}

export function subtractInvoiced(db: Db, customerId: number, parts: readonly PaidPart[]): Promise<number> {
  return db.run(sql`
    update paid_orders p set invoiced_fen = p.invoiced_fen - part.amount_fen
    from jsonb_to_recordset(${json(rowsOf(parts))}::jsonb) as part (order_id bigint, amount_fen bigint)
    where p.customer_id = ${customerId} and p.order_id = part.order_id`)
}

/** Of one customer, or with 0 of all payers of the order. */
export async function invoicedOfOrder(db: Db, orderId: number, customerId: number): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(invoiced_fen), 0)::bigint as sum from paid_orders
    where order_id = ${orderId} and (${customerId}::bigint = 0 or customer_id = ${customerId})`)
  return sum
}

/** Who paid for an order through settlements, other than this customer. */
export function settledByOthers(
  db: Db,
  orderId: number,
  customerId: number,
): Promise<{ customerId: number; settledFen: number }[]> {
  return db.rows(sql`
    select customer_id, settled_fen from paid_orders
    where order_id = ${orderId} and customer_id <> ${customerId} and settled_fen > 0 order by customer_id`)
}

export interface PaidFilter {
  customerId: number
  /** Null: any. */
  orderId: number | null
  /** Payments in this time; null: any. */
  from: Date | null
  until: Date | null
}

/** Orders with an amount that is not invoiced, latest payment first; size null: no limit. */
export function openPaidOrders(
  db: Db,
  { customerId, orderId, from, until }: PaidFilter,
  size: number | null,
  offset: number,
): Promise<PaidOrder[]> {
  return db.rows(sql`
    select ${columns} from paid_orders
    where customer_id = ${customerId} and prepaid_fen + settled_fen > invoiced_fen and (${orderId}::bigint is null or order_id = ${orderId})
      and (${from}::timestamptz is null or paid_at >= ${from}) and (${until}::timestamptz is null or paid_at < ${until})
    order by paid_at desc, order_id desc limit ${size}::bigint offset ${offset}`)
}

export function sumOpenPaid(
  db: Db,
  { customerId, orderId, from, until }: PaidFilter,
): Promise<{ count: number; openFen: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(sum(prepaid_fen + settled_fen - invoiced_fen), 0)::bigint as open_fen from paid_orders
    where customer_id = ${customerId} and prepaid_fen + settled_fen > invoiced_fen and (${orderId}::bigint is null or order_id = ${orderId})
      and (${from}::timestamptz is null or paid_at >= ${from}) and (${until}::timestamptz is null or paid_at < ${until})`)
}

/** Open amounts by the month of the payment in Shanghai, latest first. */
export function openPaidMonths(
  db: Db,
  customerId: number,
): Promise<{ month: string; count: number; openFen: number }[]> {
  return db.rows(sql`
    select to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(*) as count,
      sum(prepaid_fen + settled_fen - invoiced_fen)::bigint as open_fen
    from paid_orders where customer_id = ${customerId} and prepaid_fen + settled_fen > invoiced_fen group by 1 order by 1 desc`)
}

function rowsOf(parts: readonly PaidPart[]) {
  return parts.map(({ orderId, amountFen }) => ({ order_id: orderId, amount_fen: amountFen }))
}

/** All rows as a relation, for checks of the books. */
export function paidOrders(): Sql {
  return sql`(select ${columns} from paid_orders)`
}
