import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { PointTransferStage } from './transfer-rules.ts'

export interface PointTransfer {
  id: number
  customerId: number
  toCustomerId: number | null
  /** Masked. */
  toPhone: string
  points: number
  stage: PointTransferStage
  version: number
  answerBy: Date
  createdAt: Date
  endedAt: Date | null
}

const columns = sql`id, customer_id, to_customer_id, to_phone, points, stage, version, answer_by, created_at, ended_at`

export interface NewPointTransfer {
  customerId: number
  toCustomerId: number | null
  toPhone: string
  points: number
  month: string
  answerBy: Date
}

export function insertPointTransfer(db: Db, row: NewPointTransfer, now: Date): Promise<PointTransfer> {
  return db.one(sql`
    insert into point_transfers (customer_id, to_customer_id, to_phone, points, stage, month, answer_by, created_at)
    values (${row.customerId}, ${row.toCustomerId}, ${row.toPhone}, ${row.points}, 'offered', ${row.month}, ${row.answerBy}, ${now})
    returning ${columns}`)
}

/** What the customer has transferred in a month. Offers that came back count no more. The holder is locked when a decision depends on it. */
export async function transferredIn(db: Db, customerId: number, month: string): Promise<number> {
  const { points } = await db.one<{ points: number }>(sql`
    select coalesce(sum(points), 0)::bigint as points from point_transfers
    where customer_id = ${customerId} and month = ${month} and stage <> 'returned'`)
  return points
}

export function pointTransferById(db: Db, id: number): Promise<PointTransfer | undefined> {
  return db.row(sql`select ${columns} from point_transfers where id = ${id}`)
}

/** Sent or received by the customer. */
export function pointTransfersPage(
  db: Db,
  customerId: number,
  size: number,
  offset: number,
): Promise<(PointTransfer & { total: number })[]> {
  return db.rows(sql`
    select ${columns}, count(*) over () as total from point_transfers
    where customer_id = ${customerId} or to_customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

/** What a transition writes beside the stage. */
export const transferEnded = (now: Date): Sql[] => [sql`ended_at = ${now}`]

/** Conditions on the row that a transition moves. */
export const sender = (customerId: number): Sql => sql`customer_id = ${customerId}`
export const receiver = (customerId: number): Sql => sql`to_customer_id = ${customerId}`
