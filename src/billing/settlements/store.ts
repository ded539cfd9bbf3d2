import type { Db } from '../../platform/db/db.ts'
import type { KeptCoupon } from '../../money/coupons/rules.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { SettlementStage } from './rules.ts'

export interface SettlementRow {
  id: number
  orderId: number
  customerId: number
  /** The customer, or the payer whose credit took it over. */
  owedBy: number
  kind: 'credit' | 'supplement'
  /** Net of `discountFen`, which a coupon of its settlement takes off. */
  amountFen: number
  discountFen: number
  estimateFen: number
  reason: string
  dueAt: Date
  settlementId: number | null
  paidAt: Date | null
  fixedAt: Date
}

const rowColumns = sql`id, order_id, customer_id, owed_by, kind, amount_fen, discount_fen, estimate_fen, reason, due_at, settlement_id, paid_at, fixed_at`

export type NewRow = Omit<SettlementRow, 'id' | 'owedBy' | 'discountFen' | 'settlementId' | 'paidAt'> & {
  fixedBy: number
}

/** Undefined when the order has its row already. */
export function insertRow(db: Db, row: NewRow): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into settlement_rows (order_id, customer_id, owed_by, kind, amount_fen, estimate_fen, reason, due_at, fixed_by, fixed_at)
    values (${row.orderId}, ${row.customerId}, ${row.customerId}, ${row.kind}, ${row.amountFen}, ${row.estimateFen}, ${row.reason}, ${row.dueAt}, ${row.fixedBy}, ${row.fixedAt})
    on conflict (order_id) do nothing returning id`)
}

export function rowOfOrder(db: Db, orderId: number): Promise<SettlementRow | undefined> {
  return db.row(sql`select ${rowColumns} from settlement_rows where order_id = ${orderId}`)
}

export function rowById(db: Db, id: number): Promise<SettlementRow | undefined> {
  return db.row(sql`select ${rowColumns} from settlement_rows where id = ${id}`)
}

/** Only while it is neither grouped nor paid. */
export function deleteOpenRow(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from settlement_rows where id = ${id} and settlement_id is null and paid_at is null`)
}

/** The customer's rows without a settlement, oldest first. */
export function openRows(db: Db, customerId: number): Promise<SettlementRow[]> {
  return db.rows(
    sql`select ${rowColumns} from settlement_rows where customer_id = ${customerId} and settlement_id is null order by id`,
  )
}

/** The chosen rows that have no settlement, locked. */
export function lockOpenRows(db: Db, customerId: number, ids: number[]): Promise<SettlementRow[]> {
  return db.rows(sql`
    select ${rowColumns} from settlement_rows
    where customer_id = ${customerId} and settlement_id is null and id = any(${ids}::bigint[]) order by id for update`)
}

/** The row of an order, locked; undefined when the order never had one. */
export function lockRowOfOrder(db: Db, orderId: number): Promise<SettlementRow | undefined> {
  return db.row(sql`select ${rowColumns} from settlement_rows where order_id = ${orderId} for update`)
}

export function lowerRow(db: Db, id: number, byFen: number): Promise<number> {
  return db.run(sql`
    update settlement_rows set amount_fen = amount_fen - ${byFen} where id = ${id} and settlement_id is null and paid_at is null`)
}

export async function groupRows(db: Db, settlementId: number, ids: number[]): Promise<number> {
  return db.run(
    sql`update settlement_rows set settlement_id = ${settlementId} where id = any(${ids}::bigint[]) and settlement_id is null`,
  )
}

export async function ungroupRows(db: Db, settlementId: number): Promise<void> {
  await db.run(
    sql`update settlement_rows set settlement_id = null, owed_by = customer_id where settlement_id = ${settlementId} and paid_at is null`,
  )
}

/** The payer owes the rows from now on. */
export function moveRows(db: Db, settlementId: number, payerId: number): Promise<SettlementRow[]> {
  return db.rows(sql`
    update settlement_rows set owed_by = ${payerId} where settlement_id = ${settlementId} and paid_at is null returning ${rowColumns}`)
}

export function unpaidRowsOf(db: Db, settlementId: number): Promise<SettlementRow[]> {
  return db.rows(
    sql`select ${rowColumns} from settlement_rows where settlement_id = ${settlementId} and paid_at is null order by id`,
  )
}

export function rowsPaid(db: Db, settlementId: number, now: Date): Promise<SettlementRow[]> {
  return db.rows(sql`
    update settlement_rows set paid_at = ${now} where settlement_id = ${settlementId} and paid_at is null returning ${rowColumns}`)
}

export function rowsOfSettlements(db: Db, settlementIds: number[]): Promise<SettlementRow[]> {
  return db.rows(
    sql`select ${rowColumns} from settlement_rows where settlement_id = any(${settlementIds}::bigint[]) order by id`,
  )
}

/** Lowers rows by what a coupon takes off each of them. */
export async function discountRows(db: Db, parts: readonly { id: number; discountFen: number }[]): Promise<void> {
  const records = parts.map(({ id, discountFen }) => ({ id, discount_fen: discountFen }))
  await db.run(sql`
    update settlement_rows r set amount_fen = r.amount_fen - d.discount_fen, discount_fen = d.discount_fen
    from jsonb_to_recordset(${json(records)}::jsonb) as d (id bigint, discount_fen bigint)
    where r.id = d.id and r.discount_fen = 0 and r.paid_at is null`)
}

/** Raises the rows of a settlement to what they were without its coupon; answers what each was lowered by. */
export function restoreRows(
  db: Db,
  settlementId: number,
): Promise<{ orderId: number; kind: SettlementRow['kind']; discountFen: number }[]> {
  return db.rows(sql`
    with d as (
      select id, order_id, kind, discount_fen from settlement_rows
      where settlement_id = ${settlementId} and discount_fen > 0 and paid_at is null for update),
    u as (
      update settlement_rows r set amount_fen = r.amount_fen + d.discount_fen, discount_fen = 0 from d where r.id = d.id)
    select order_id, kind, discount_fen from d order by order_id`)
}

/** The settlement costs less by a coupon. */
export async function discountSettlement(db: Db, id: number, discountFen: number, coupon: KeptCoupon): Promise<void> {
  await db.run(sql`
    update settlements set total_fen = total_fen - ${discountFen}, discount_fen = ${discountFen}, coupon = ${json(coupon)}::jsonb
    where id = ${id} and discount_fen = 0`)
}

export interface Settlement {
  id: number
  settlementNo: string
  /** Whose orders these are. */
  customerId: number
  /** Who pays; null when the number that was asked belongs to nobody. */
  payerId: number | null
  payerPhone: string
  shareResults: boolean
  onPayer: boolean
  answerBy: Date | null
  payerName: string
  stage: SettlementStage
  version: number
  totalFen: number
  discountFen: number
  coupon: KeptCoupon | null
  dueAt: Date
  method: 'prestore' | 'transfer' | null
  createdAt: Date
  paidAt: Date | null
  remindedAt: Date | null
}

const columns = sql`id, settlement_no, customer_id, payer_id, payer_phone, share_results, on_payer, answer_by, payer_name, stage, version,
  total_fen, discount_fen, coupon, due_at, method, created_at, paid_at, reminded_at`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('settlement_numbers') as number`)).number
}

export function insertSettlement(
  db: Db,
  row: Pick<
    Settlement,
    | 'settlementNo'
    | 'customerId'
    | 'payerId'
    | 'payerPhone'
    | 'shareResults'
    | 'answerBy'
    | 'payerName'
    | 'stage'
    | 'totalFen'
    | 'dueAt'
  >,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into settlements (settlement_no, customer_id, payer_id, payer_phone, share_results, answer_by, payer_name, stage, total_fen, due_at, created_at)
    values (${row.settlementNo}, ${row.customerId}, ${row.payerId}, ${row.payerPhone}, ${row.shareResults}, ${row.answerBy}, ${row.payerName},
      ${row.stage}, ${row.totalFen}, ${row.dueAt}, ${now}) returning id`)
}

export function settlementById(db: Db, id: number): Promise<Settlement | undefined> {
  return db.row(sql`select ${columns} from settlements where id = ${id}`)
}

export function lockSettlementById(db: Db, id: number): Promise<Settlement | undefined> {
  return db.row(sql`select ${columns} from settlements where id = ${id} for update`)
}

/** A settlement of the customer's own orders, whoever pays it. */
export function settlementOfOwner(db: Db, settlementNo: string, customerId: number): Promise<Settlement | undefined> {
  return db.row(
    sql`select ${columns} from settlements where settlement_no = ${settlementNo} and customer_id = ${customerId}`,
  )
}

/** A settlement that this customer pays, or is asked to pay. */
export function settlementOfPayer(db: Db, settlementNo: string, payerId: number): Promise<Settlement | undefined> {
  return db.row(sql`select ${columns} from settlements where settlement_no = ${settlementNo} and payer_id = ${payerId}`)
}

/** Either of the two. */
export function settlementOfParty(db: Db, settlementNo: string, customerId: number): Promise<Settlement | undefined> {
  return db.row(sql`
    select ${columns} from settlements
    where settlement_no = ${settlementNo} and (customer_id = ${customerId} or payer_id = ${customerId})`)
}

/** Locked, for paying it together with something else. */
export function lockSettlement(db: Db, settlementNo: string, payerId: number): Promise<Settlement | undefined> {
  return db.row(
    sql`select ${columns} from settlements where settlement_no = ${settlementNo} and payer_id = ${payerId} for update`,
  )
}

/** Everything at these stages that this customer pays or is asked to pay, newest first. */
export function settlementsToPay(db: Db, payerId: number, stages: readonly SettlementStage[]): Promise<Settlement[]> {
  return db.rows(sql`
    select ${columns} from settlements where payer_id = ${payerId} and stage = any(${[...stages]}::text[]) order by id desc`)
}

/** The customer's own settlements at these stages that somebody else was asked to pay. */
export function settlementsAssigned(
  db: Db,
  customerId: number,
  stages: readonly SettlementStage[],
): Promise<Settlement[]> {
  return db.rows(sql`
    select ${columns} from settlements
    where customer_id = ${customerId} and payer_id is distinct from customer_id and stage = any(${[...stages]}::text[]) order by id desc`)
}

/** Whether this payer agreed to pay for the customer before. */
export async function hasAgreed(db: Db, customerId: number, payerId: number): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from settlements
    where customer_id = ${customerId} and payer_id = ${payerId} and stage in ('unpaid', 'confirming', 'paid') limit 1`)
  return row !== undefined
}

/** In the order of the ids. */
export function settlementsByIds(db: Db, ids: number[]): Promise<Settlement[]> {
  return db.rows(
    sql`select ${columns} from settlements where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`,
  )
}

/** Of the customer as owner or payer; size null: no limit. */
export function settlementsPage(
  db: Db,
  customerId: number,
  stage: SettlementStage | '',
  size: number | null,
  offset: number,
): Promise<Settlement[]> {
  return db.rows(sql`
    select ${columns} from settlements
    where (customer_id = ${customerId} or payer_id = ${customerId}) and (${stage} = '' or stage = ${stage})
    order by id desc limit ${size}::bigint offset ${offset}`)
}

export async function countSettlements(db: Db, customerId: number, stage: SettlementStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from settlements
    where (customer_id = ${customerId} or payer_id = ${customerId}) and (${stage} = '' or stage = ${stage})`)
  return count
}

/** Settlements of the customer, as owner or payer, made or paid in a time, oldest first; those that were only proposed are left out. */
export function settlementsBetween(db: Db, customerId: number, from: Date, until: Date): Promise<Settlement[]> {
  return db.rows(sql`
    select ${columns} from settlements
    where (customer_id = ${customerId} or payer_id = ${customerId}) and stage in ('unpaid', 'confirming', 'paid')
      and ((created_at >= ${from} and created_at < ${until}) or (paid_at >= ${from} and paid_at < ${until})) order by id`)
}

export interface Owed {
  unsettledCount: number
  unsettledFen: number
  unpaidCount: number
  unpaidFen: number
  overdueFen: number
}

/** What a customer owes: rows that nobody has to pay yet, also while a payer is asked; unpaid settlements; the overdue part of both. */
export function owedBy(db: Db, customerId: number, now: Date): Promise<Owed> {
  return db.one(sql`
    select count(*) filter (where s.id is null or s.stage = 'proposed') as unsettled_count,
      coalesce(sum(r.amount_fen) filter (where s.id is null or s.stage = 'proposed'), 0)::bigint as unsettled_fen,
      count(distinct s.id) filter (where s.stage <> 'proposed') as unpaid_count,
      coalesce(sum(r.amount_fen) filter (where s.stage <> 'proposed'), 0)::bigint as unpaid_fen,
      coalesce(sum(r.amount_fen) filter (where r.due_at < ${now}), 0)::bigint as overdue_fen
    from settlement_rows r left join settlements s on s.id = r.settlement_id
    where r.owed_by = ${customerId} and r.paid_at is null`)
}

/** Conditions on the row that is moved. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

export function payer(payerId: number): Sql {
  return sql`payer_id = ${payerId}`
}

/** Somebody else was asked, and is this customer. */
export function askedPayer(payerId: number): Sql {
  return sql`payer_id = ${payerId} and customer_id <> ${payerId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  answered: (now: Date, onPayer: boolean): Sql[] => [sql`answered_at = ${now}`, sql`on_payer = ${onPayer}`],
  paid: (now: Date, method: 'prestore' | 'transfer'): Sql[] => [sql`paid_at = ${now}`, sql`method = ${method}`],
}
