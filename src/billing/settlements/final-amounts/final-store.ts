import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { FinalAmountStage } from '../rules.ts'

export interface FinalAmount {
  id: number
  orderId: number
  stage: FinalAmountStage
  version: number
  amountFen: number
  agreedFen: number | null
  reason: string
  proposedBy: number
  confirmedBy: number | null
  createdAt: Date
}

const columns = sql`id, order_id, stage, version, amount_fen, agreed_fen, reason, proposed_by, confirmed_by, created_at`

/** Undefined when the order has a fixed amount, or one that waits for a second person. */
export function insertFinalAmount(
  db: Db,
  row: Pick<FinalAmount, 'orderId' | 'stage' | 'amountFen' | 'agreedFen' | 'reason' | 'proposedBy' | 'createdAt'>,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into final_amounts (order_id, stage, amount_fen, agreed_fen, reason, proposed_by, created_at)
    values (${row.orderId}, ${row.stage}, ${row.amountFen}, ${row.agreedFen}, ${row.reason}, ${row.proposedBy}, ${row.createdAt})
    on conflict (order_id) where stage in ('checking', 'held') do nothing returning id`)
}

export function finalAmountById(db: Db, id: number): Promise<FinalAmount | undefined> {
  return db.row(sql`select ${columns} from final_amounts where id = ${id}`)
}

export function heldAmountOf(db: Db, orderId: number): Promise<FinalAmount | undefined> {
  return db.row(sql`select ${columns} from final_amounts where order_id = ${orderId} and stage = 'held'`)
}

/** The latest amount of each of these orders that is not fixed: it waits for a second person, was sent back or taken back. */
export function latestUnfixed(
  db: Db,
  orderIds: readonly number[],
): Promise<Pick<FinalAmount, 'id' | 'orderId' | 'stage' | 'amountFen'>[]> {
  return db.rows(sql`
    select distinct on (order_id) id, order_id, stage, amount_fen from final_amounts
    where stage in ('checking', 'returned', 'takenBack') and order_id = any(${[...orderIds]}::bigint[])
    order by order_id, id desc`)
}

/** In the order of the ids. */
export function finalAmountsByIds(db: Db, ids: readonly number[]): Promise<FinalAmount[]> {
  return db.rows(sql`
    select ${columns} from final_amounts where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

/** A condition on the row that is moved: somebody else has proposed the amount. */
export function proposedByAnother(staffId: number): Sql {
  return sql`proposed_by <> ${staffId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  confirmed: (staffId: number): Sql[] => [sql`confirmed_by = ${staffId}`],
}
