import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { KeptCoupon } from '../../money/coupons/rules.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type {
  HoldAnswer,
  OrderContact,
  OrderDelivery,
  OrderInvoice,
  OrderLineRow,
  OrderRow,
  ReturnAddress,
} from './record-rules.ts'
import type { OrderStage } from './rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'

export const orderColumns = sql`id, order_no, customer_id, payer_id, group_id, customer_group, service_type, stage, version, estimate_fen, quote_fen, quote_version,
  quote_valid_until, final_fen, final_reason, cancel_fee_fen, urgent, sample_count, title, contact, delivery, return_address, invoice, remark, agreement_version, created_at,
  received_at, call_due_at, called_at, call_note, testing_started_at, assigned_to, tester_id, reviewer_id, experiment_ended_at, promised_at, data_due_at, delivered_at,
  confirm_due_at, confirmed_at, paid_at, return_due_at, closed_at, to_jsonb(retest_line_ids) as retest_line_ids,
  held_from, hold_answer, retest_offer_fen, retest_fee_fen, reduction_fen, discount_fen, final_gross_fen, final_discount_fen,
  coupons, confirm_paused_at, report_withdrawn_at`

const lineColumns = sql`id, order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent,
  same_as, price_lines, amount_fen, discount_fen, funding_no`

export interface NewOrder {
  /** `yymmdd`, the first part of the order number. */
  day: string
  customerId: number
  payerId: number
  groupId: number | null
  customerGroup: CustomerGroup
  serviceType: ServiceType
  stage: OrderStage
  estimateFen: number | null
  urgent: boolean
  sampleCount: number
  title: string
  contact: OrderContact
  delivery: OrderDelivery
  returnAddress: ReturnAddress | null
  invoice: OrderInvoice
  remark: string
  agreementVersion: string
  discountFen: number
  coupons: KeptCoupon[]
  /** How the title sounds. */
  sounds: string
}

export type NewOrderLine = Omit<OrderLineRow, 'id' | 'orderId'>

/**
 * What the statement of an order writes besides: the samples of `o` and `l`, the first stages of `o` and the samples `s`, a deletion, and the
 * event about `o`.
 */
export interface WithOrder {
  samples: Sql
  stages: Sql
  clearing: Sql
  event: Sql
}

/** The payload of an event about the order that the statement inserts, with what only the statement knows. */
export function newOrderPayload(facts: object): Sql {
  return sql`jsonb_build_object('id', id, 'orderNo', order_no) || ${json(facts)}::jsonb`
}

/** An order, its lines and what belongs to it in one statement, since placing orders is the busiest write of the product. */
export function insertOrder(
  db: Db,
  order: NewOrder,
  lines: NewOrderLine[],
  now: Date,
  { samples, stages, clearing, event }: WithOrder,
): Promise<{ id: number; orderNo: string }> {
  const records = lines.map((line) => ({
    rid: line.rid,
    project_name: line.projectName,
    category_id: line.categoryId,
    form_version: line.formVersion,
    parameters: line.parameters,
    described: line.described,
    group_no: line.groupNo,
    sample_count: line.sampleCount,
    urgent: line.urgent,
    same_as: line.sameAs,
    price_lines: line.priceLines,
    amount_fen: line.amountFen,
    discount_fen: line.discountFen,
    funding_no: line.fundingNo,
  }))
  return db.one(sql`
    with o as (
      insert into orders (order_no, customer_id, payer_id, group_id, customer_group, service_type, stage, estimate_fen, urgent, sample_count, title, contact,
        delivery, return_address, invoice, remark, agreement_version, agreed_at, created_at, discount_fen, coupons, sounds)
      select 'MX' || ${order.day} || lpad(n::text, greatest(5, length(n::text)), '0'), ${order.customerId}, ${order.payerId}, ${order.groupId}::bigint, ${order.customerGroup},
        ${order.serviceType}, ${order.stage}, ${order.estimateFen}::bigint, ${order.urgent}, ${order.sampleCount}, ${order.title},
        ${json(order.contact)}::jsonb, ${json(order.delivery)}::jsonb, nullif(${json(order.returnAddress)}::jsonb, 'null'), ${json(order.invoice)}::jsonb,
        ${order.remark}, ${order.agreementVersion}, ${now}, ${now}, ${order.discountFen}, ${json(order.coupons)}::jsonb, ${order.sounds}
      from nextval('order_numbers') as n
      returning id, order_no
    ), l as (
      insert into order_lines (order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent,
        same_as, price_lines, amount_fen, discount_fen, funding_no)
      select o.id, r.rid, r.project_name, r.category_id, r.form_version, r.parameters, r.described, r.group_no, r.sample_count, r.urgent,
        r.same_as, r.price_lines, r.amount_fen, r.discount_fen, r.funding_no
      from o, jsonb_to_recordset(${json(records)}::jsonb) as r (rid bigint, project_name text, category_id bigint, form_version integer,
        parameters jsonb, described jsonb, group_no integer, sample_count integer, urgent boolean, same_as text, price_lines jsonb, amount_fen bigint, discount_fen bigint, funding_no text)
      returning id, group_no
    ), s as (${samples}), staged as (${stages}), cleared as (${clearing}), told as (${event})
    select id, order_no from o`)
}

export function firstOrder(db: Db): Promise<{ id: number } | undefined> {
  return db.row(sql`select id from orders limit 1`)
}

export function orderByNo(db: Db, orderNo: string): Promise<OrderRow | undefined> {
  return db.row(sql`select ${orderColumns} from orders where order_no = ${orderNo}`)
}

export function orderById(db: Db, id: number): Promise<OrderRow | undefined> {
  return db.row(sql`select ${orderColumns} from orders where id = ${id}`)
}

export function ordersByNos(db: Db, orderNos: readonly string[]): Promise<OrderRow[]> {
  return db.rows(sql`select ${orderColumns} from orders where order_no = any(${[...orderNos]}::text[])`)
}

export function lockedOrder(db: Db, id: number): Promise<OrderRow | undefined> {
  return db.row(sql`select ${orderColumns} from orders where id = ${id} for update`)
}

export function ownOrder(db: Db, customerId: number, orderNo: string): Promise<OrderRow | undefined> {
  return db.row(sql`select ${orderColumns} from orders where order_no = ${orderNo} and customer_id = ${customerId}`)
}

/** An order that this person ordered or, in the name of a group, pays. */
export function orderOfParty(db: Db, id: number, orderNo: string): Promise<OrderRow | undefined> {
  return db.row(
    sql`select ${orderColumns} from orders where order_no = ${orderNo} and (customer_id = ${id} or payer_id = ${id})`,
  )
}

/** An order of the customer or of the group in whose name the person acts, or one that the customer settles for somebody and may read. */
export function readableOrder(db: Db, customerId: number, orderNo: string): Promise<OrderRow | undefined> {
  return db.row(sql`
    select ${orderColumns} from orders where order_no = ${orderNo} and (customer_id = ${customerId} or payer_id = ${customerId}
      or exists (select 1 from order_readers r where r.order_id = orders.id and r.customer_id = ${customerId}))`)
}

export function linesOf(db: Db, orderId: number): Promise<OrderLineRow[]> {
  return db.rows(sql`select ${lineColumns} from order_lines where order_id = ${orderId} order by group_no`)
}

export function linesOfAll(db: Db, orderIds: readonly number[]): Promise<OrderLineRow[]> {
  return db.rows(
    sql`select ${lineColumns} from order_lines where order_id = any(${[...orderIds]}::bigint[]) order by id`,
  )
}

export function unsoundedOrders(db: Db, limit: number | null): Promise<{ id: number; title: string }[]> {
  return db.rows(sql`select id, title from orders where sounds is null order by id limit ${limit}::bigint`)
}

export function setOrderSounds(db: Db, rows: readonly { id: number; sounds: string }[]): Promise<number> {
  return db.run(sql`
    update orders o set sounds = r.sounds from jsonb_to_recordset(${json(rows)}::jsonb) as r (id bigint, sounds text) where o.id = r.id`)
}

/** Writes the quoted amounts. The caller has checked that every line has one. */
export async function setLineAmounts(
  db: Db,
  orderId: number,
  amounts: { lineId: number; amountFen: number; priceLines: PriceLine[] }[],
): Promise<number> {
  const records = amounts.map(({ lineId, amountFen, priceLines }) => ({
    id: lineId,
    amount_fen: amountFen,
    price_lines: priceLines,
  }))
  return db.run(sql`
    update order_lines l set amount_fen = a.amount_fen, price_lines = a.price_lines
    from jsonb_to_recordset(${json(records)}::jsonb) as a (id bigint, amount_fen bigint, price_lines jsonb)
    where l.id = a.id and l.order_id = ${orderId}`)
}

export function logCall(db: Db, orderId: number, note: string, now: Date): Promise<number> {
  return db.run(
    sql`update orders set called_at = ${now}, call_note = ${note} where id = ${orderId} and call_due_at is not null and called_at is null`,
  )
}

export function setExperimentEnd(db: Db, orderId: number, at: Date, dataDueAt: Date): Promise<number> {
  return db.run(
    sql`update orders set experiment_ended_at = ${at}, data_due_at = ${dataDueAt} where id = ${orderId} and stage = 'testing'`,
  )
}

export interface FinalAmount {
  /** Net: gross less discount. */
  finalFen: number
  grossFen: number
  discountFen: number
}

export async function setReturnAddress(db: Db, orderIds: readonly number[], to: ReturnAddress): Promise<void> {
  await db.run(sql`update orders set return_address = ${json(to)}::jsonb where id = any(${[...orderIds]}::bigint[])`)
}

export function setFinal(db: Db, orderId: number, final: FinalAmount, reason: string): Promise<number> {
  return db.run(sql`
    update orders set final_fen = ${final.finalFen}, final_gross_fen = ${final.grossFen}, final_discount_fen = ${final.discountFen},
      final_reason = ${reason}
    where id = ${orderId} and stage in ('delivered', 'disputed', 'done') and (final_fen is null or final_fen = ${final.finalFen})`)
}

/** The discount of an order with its share on each line; `parts` are in the order of the lines. */
export async function setDiscount(db: Db, orderId: number, parts: readonly number[]): Promise<void> {
  const records = parts.map((discountFen, i) => ({ group_no: i + 1, discount_fen: discountFen }))
  await db.run(sql`
    with l as (
      update order_lines l set discount_fen = d.discount_fen
      from jsonb_to_recordset(${json(records)}::jsonb) as d (group_no integer, discount_fen bigint)
      where l.order_id = ${orderId} and l.group_no = d.group_no)
    update orders set discount_fen = ${parts.reduce((sum, fen) => sum + fen, 0)} where id = ${orderId}`)
}

export function setPaid(
  db: Db,
  orderId: number,
  at: Date,
  returnDueAt: Date,
): Promise<{ orderNo: string; customerId: number; payerId: number; finalFen: number } | undefined> {
  return db.row(sql`
    update orders set paid_at = ${at}, return_due_at = ${returnDueAt} where id = ${orderId} and paid_at is null
    returning order_no, customer_id, payer_id, coalesce(final_fen, 0) as final_fen`)
}

/**
 * Removes a final amount that was taken back; what disputes had reduced it by is a reduction of the agreed amount from now on. Does nothing
 * once it is paid.
 */
export function clearFinal(db: Db, orderId: number): Promise<{ loweredFen: number } | undefined> {
  return db.row(sql`
    with before as (
      select id, coalesce(final_gross_fen - final_discount_fen, final_fen) - final_fen as lowered_fen from orders
      where id = ${orderId} and final_fen is not null and paid_at is null for update)
    update orders o set final_fen = null, final_gross_fen = null, final_discount_fen = 0, final_reason = '', reduction_fen = o.reduction_fen + before.lowered_fen
    from before where o.id = before.id returning before.lowered_fen`)
}

/** Orders that wait for their prepayment, with its amount. Orders without a price are left out. */
export function ordersToPrepay(
  db: Db,
  payerId: number,
): Promise<{ orderNo: string; title: string; amountFen: number; createdAt: Date }[]> {
  return db.rows(sql`
    select order_no, title, greatest(coalesce(quote_fen, estimate_fen) - discount_fen, 0) as amount_fen, created_at from orders
    where payer_id = ${payerId} and stage = 'prepay' and coalesce(quote_fen, estimate_fen) is not null order by id desc`)
}

/** Stores the customer's wish; the order stays on hold until staff act. */
export function keepHoldAnswer(db: Db, order: { id: number; customerId: number }, answer: HoldAnswer): Promise<number> {
  return db.run(
    sql`update orders set hold_answer = ${json(answer)}::jsonb where id = ${order.id} and customer_id = ${order.customerId} and stage = 'on_hold'`,
  )
}

/** A dispute reduced an amount that is fixed already. */
export function lowerFinal(db: Db, orderId: number, byFen: number): Promise<{ finalFen: number } | undefined> {
  return db.row(sql`
    update orders set final_fen = final_fen - ${byFen} where id = ${orderId} and final_fen >= ${byFen} returning final_fen`)
}

/** A dispute reduced the amount before it was fixed. */
export function addReduction(db: Db, orderId: number, byFen: number): Promise<number> {
  return db.run(sql`
    update orders set reduction_fen = reduction_fen + ${byFen} where id = ${orderId} and final_fen is null`)
}

export function setReportWithdrawn(db: Db, orderId: number, at: Date): Promise<number> {
  return db.run(sql`update orders set report_withdrawn_at = ${at} where id = ${orderId}`)
}

/** Without cancelled orders and without work outside the catalogue, whose title is the customer's own text. */
export function ordersBetween(
  db: Db,
  from: Date,
  until: Date,
  limit: number,
): Promise<{ region: string | null; title: string; at: Date }[]> {
  return db.rows(sql`
    select o.return_address->>'province' as region, o.title, o.created_at as at from orders o
    where o.stage <> 'cancelled' and o.created_at > ${from} and o.created_at <= ${until}
      and not exists (select 1 from order_lines l where l.order_id = o.id and l.rid = 0)
    order by o.id desc limit ${limit}`)
}

/** The lines of those of these orders that have a final amount and no coupon. The fee of a cancelled order is no work that a coupon is for. */
export function linesWithoutCoupon(db: Db, orderIds: readonly number[]): Promise<OrderLineRow[]> {
  return db.rows(sql`
    select ${lineColumns} from order_lines l
    where order_id = any(${[...orderIds]}::bigint[])
      and exists (select 1 from orders o where o.id = l.order_id and o.coupons = '[]' and o.final_fen is not null)
    order by order_id, group_no`)
}

/** How many of these orders cost something, or have no final amount yet. */
export async function countStillCosting(db: Db, orderIds: readonly number[]): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from orders where id = any(${[...orderIds]}::bigint[]) and final_fen is distinct from 0`)
  return count
}

/** A later discount on a fixed amount. */
export function discountFinalAmount(db: Db, orderId: number, byFen: number): Promise<number> {
  return db.run(sql`
    update orders set final_fen = final_fen - ${byFen}::bigint, final_discount_fen = final_discount_fen + ${byFen}::bigint
    where id = ${orderId} and final_fen >= ${byFen}::bigint and final_discount_fen + ${byFen}::bigint >= 0`)
}
