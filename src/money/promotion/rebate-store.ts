import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { RebateRefusal, RebateState } from './rules.ts'

export interface RebateRow {
  id: number
  orderId: number
  orderNo: string
  customerId: number
  promoterId: number
  version: number
  baseFen: number
  amountFen: number
  pendingFen: number
  availableFen: number
  owedFen: number
  refusal: RebateRefusal | ''
  paidAt: Date
  dueAt: Date
  maturedAt: Date | null
  state: RebateState
}

/** Follows from the amounts, in one place for pages, lists and conditions. */
export const rebateState = sql`case when refusal <> '' then 'refused' when amount_fen = 0 then 'taken_back' when matured_at is null then 'pending' else 'available' end`

export const rebateColumns = sql`id, order_id, order_no, customer_id, promoter_id, version, base_fen, amount_fen, pending_fen, available_fen, owed_fen, refusal,
  paid_at, due_at, matured_at, ${rebateState} as state`

export type NewRebate = Pick<
  RebateRow,
  'orderId' | 'orderNo' | 'customerId' | 'promoterId' | 'baseFen' | 'refusal' | 'paidAt' | 'dueAt'
>

/** Of nothing at first; undefined when the order has one. */
export function insertRebate(db: Db, row: NewRebate): Promise<RebateRow | undefined> {
  return db.row(sql`
    insert into rebates (order_id, order_no, customer_id, promoter_id, base_fen, amount_fen, refusal, paid_at, due_at)
    values (${row.orderId}, ${row.orderNo}, ${row.customerId}, ${row.promoterId}, ${row.baseFen}, 0, ${row.refusal}, ${row.paidAt}, ${row.dueAt})
    on conflict (order_id) do nothing returning ${rebateColumns}`)
}

export function rebateOfOrder(db: Db, orderId: number): Promise<RebateRow | undefined> {
  return db.row(sql`select ${rebateColumns} from rebates where order_id = ${orderId}`)
}

export function rebateById(db: Db, id: number): Promise<RebateRow | undefined> {
  return db.row(sql`select ${rebateColumns} from rebates where id = ${id}`)
}

export function lockRebate(db: Db, id: number): Promise<RebateRow> {
  return db.one(sql`select ${rebateColumns} from rebates where id = ${id} for update`)
}

export interface RebateChange {
  baseFen: number
  amountFen: number
  pendingFen: number
  availableFen: number
  owedFen: number
  maturedAt: Date | null
}

export async function updateRebate(db: Db, id: number, to: RebateChange): Promise<void> {
  await db.run(sql`
    update rebates set version = version + 1, base_fen = ${to.baseFen}, amount_fen = ${to.amountFen}, pending_fen = ${to.pendingFen},
      available_fen = ${to.availableFen}, owed_fen = ${to.owedFen}, matured_at = ${to.maturedAt}
    where id = ${id}`)
}

/** Rebates of a promoter of which something is owed, the oldest first. */
export function owedRebates(db: Db, promoterId: number): Promise<RebateRow[]> {
  return db.rows(sql`
    select ${rebateColumns} from rebates where promoter_id = ${promoterId} and owed_fen > 0 order by id for update`)
}

/** Rebates of a promoter whose waiting time is over and that wait still. */
export function dueRebates(db: Db, promoterId: number, now: Date): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from rebates where promoter_id = ${promoterId} and matured_at is null and pending_fen > 0 and due_at <= ${now} order by id`)
}

export interface RebateFilter {
  promoterId: number
  state: RebateState | ''
}

export function rebatesPage(db: Db, filter: RebateFilter, size: number, offset: number): Promise<RebateRow[]> {
  return db.rows(
    sql`select ${rebateColumns} from rebates where ${fits(filter)} order by id desc limit ${size} offset ${offset}`,
  )
}

export async function countRebates(db: Db, filter: RebateFilter): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from rebates where ${fits(filter)}`)).count
}

function fits({ promoterId, state }: RebateFilter): Sql {
  return sql`promoter_id = ${promoterId} and refusal = '' and (${state} = '' or ${rebateState} = ${state})`
}

export interface PromoterNumbers {
  promoterId: number
  customers: number
  orders: number
  pendingFen: number
  earnedFen: number
  owedFen: number
}

/** Sums of these promoters; one without customers and orders has a row of zeros. */
export function numbersOf(db: Db, promoterIds: readonly number[]): Promise<PromoterNumbers[]> {
  return db.rows(sql`
    select p.id as promoter_id, (select count(*) from promoter_bindings b where b.promoter_id = p.id) as customers,
      count(r.id) filter (where r.amount_fen > 0) as orders, coalesce(sum(r.pending_fen), 0)::bigint as pending_fen,
      coalesce(sum(r.amount_fen), 0)::bigint as earned_fen, coalesce(sum(r.owed_fen), 0)::bigint as owed_fen
    from unnest(${[...promoterIds]}::bigint[]) as p (id) left join rebates r on r.promoter_id = p.id group by p.id`)
}
