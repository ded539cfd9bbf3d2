import type { Db } from '../../platform/db/db.ts'
import type { KeptCoupon } from '../../money/coupons/rules.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { SettlementStage } from './rules.ts'

export interface SettlementRow {
  id: number
  orderId: number
  customerId: number
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

const rowColumns = sql`id, order_id, customer_id, kind, amount_fen, discount_fen, estimate_fen, reason, due_at, settlement_id, paid_at, fixed_at`

export type NewRow = Omit<SettlementRow, 'id' | 'discountFen' | 'settlementId' | 'paidAt'> & { fixedBy: number }

/** Undefined when the order has its row already. */
export function insertRow(db: Db, row: NewRow): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into settlement_rows (order_id, customer_id, kind, amount_fen, estimate_fen, reason, due_at, fixed_by, fixed_at)
    values (${row.orderId}, ${row.customerId}, ${row.kind}, ${row.amountFen}, ${row.estimateFen}, ${row.reason}, ${row.dueAt}, ${row.fixedBy}, ${row.fixedAt})
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
    sql`update settlement_rows set settlement_id = null where settlement_id = ${settlementId} and paid_at is null`,
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
  customerId: number
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

const columns = sql`id, settlement_no, customer_id, payer_name, stage, version, total_fen, discount_fen, coupon, due_at, method, created_at, paid_at, reminded_at`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('settlement_numbers') as number`)).number
}

export function insertSettlement(
  db: Db,
  row: { settlementNo: string; customerId: number; payerName: string; totalFen: number; dueAt: Date },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into settlements (settlement_no, customer_id, payer_name, stage, total_fen, due_at, created_at)
    values (${row.settlementNo}, ${row.customerId}, ${row.payerName}, 'unpaid', ${row.totalFen}, ${row.dueAt}, ${now}) returning id`)
}

export function settlementById(db: Db, id: number): Promise<Settlement | undefined> {
  return db.row(sql`select ${columns} from settlements where id = ${id}`)
}

export function settlementOfCustomer(
  db: Db,
  settlementNo: string,
  customerId: number,
): Promise<Settlement | undefined> {
  return db.row(
    sql`select ${columns} from settlements where settlement_no = ${settlementNo} and customer_id = ${customerId}`,
  )
}

/** Locked, for paying it together with something else. */
export function lockSettlement(db: Db, settlementNo: string, customerId: number): Promise<Settlement | undefined> {
  return db.row(
    sql`select ${columns} from settlements where settlement_no = ${settlementNo} and customer_id = ${customerId} for update`,
  )
}

/** In the order of the ids. */
export function settlementsByIds(db: Db, ids: number[]): Promise<Settlement[]> {
  return db.rows(
    sql`select ${columns} from settlements where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`,
  )
}

/** size null: no limit. */
export function settlementsPage(
  db: Db,
  customerId: number,
  stage: SettlementStage | '',
  size: number | null,
  offset: number,
): Promise<Settlement[]> {
  return db.rows(sql`
    select ${columns} from settlements
    where customer_id = ${customerId} and (${stage} = '' or stage = ${stage})
    order by id desc limit ${size}::bigint offset ${offset}`)
}

export async function countSettlements(db: Db, customerId: number, stage: SettlementStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from settlements
    where customer_id = ${customerId} and (${stage} = '' or stage = ${stage})`)
  return count
}

export interface Owed {
  unsettledCount: number
  unsettledFen: number
  unpaidCount: number
  unpaidFen: number
  overdueFen: number
}

/** What a customer owes: rows without a settlement, unpaid settlements, and the overdue part of both. */
export function owedBy(db: Db, customerId: number, now: Date): Promise<Owed> {
  return db.one(sql`
    select count(*) filter (where settlement_id is null) as unsettled_count,
      coalesce(sum(amount_fen) filter (where settlement_id is null), 0)::bigint as unsettled_fen,
      count(distinct settlement_id) as unpaid_count,
      coalesce(sum(amount_fen) filter (where settlement_id is not null), 0)::bigint as unpaid_fen,
      coalesce(sum(amount_fen) filter (where due_at < ${now}), 0)::bigint as overdue_fen
    from settlement_rows where customer_id = ${customerId} and paid_at is null`)
}

/** A condition on the row that is moved. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  paid: (now: Date, method: 'prestore' | 'transfer'): Sql[] => [sql`paid_at = ${now}`, sql`method = ${method}`],
}
