import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { FinalAmountStage } from './rules.ts'

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

/** Orders whose amount waits for a second person. */
export async function ordersBeingChecked(db: Db): Promise<Set<number>> {
  const rows = await db.rows<{ orderId: number }>(sql`select order_id from final_amounts where stage = 'checking'`)
  return new Set(rows.map((row) => row.orderId))
}

export function finalAmountsPage(
  db: Db,
  stage: FinalAmountStage,
  size: number,
  offset: number,
): Promise<FinalAmount[]> {
  return db.rows(sql`
    select ${columns} from final_amounts where stage = ${stage} order by id desc limit ${size} offset ${offset}`)
}

export async function countFinalAmounts(db: Db, stage: FinalAmountStage): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from final_amounts where stage = ${stage}`))
    .count
}

/** A condition on the row that is moved: somebody else has proposed the amount. */
export function proposedByAnother(staffId: number): Sql {
  return sql`proposed_by <> ${staffId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  confirmed: (staffId: number): Sql[] => [sql`confirmed_by = ${staffId}`],
}
