import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export interface GroupTransfer {
  id: number
  groupId: number
  fromId: number
  toId: number
  createdAt: Date
}

const columns = sql`id, group_id, from_id, to_id, created_at`

/** Undefined while another offer is open. */
export function insertTransfer(
  db: Db,
  row: Omit<GroupTransfer, 'id' | 'createdAt'>,
  now: Date,
): Promise<GroupTransfer | undefined> {
  return db.row(sql`
    insert into group_transfers (group_id, from_id, to_id, stage, created_at) values (${row.groupId}, ${row.fromId}, ${row.toId}, 'offered', ${now})
    on conflict do nothing returning ${columns}`)
}

/** The open offer of a group. The caller holds the lock of the group where it acts on it. */
export function openTransfer(db: Db, groupId: number): Promise<GroupTransfer | undefined> {
  return db.row(sql`select ${columns} from group_transfers where group_id = ${groupId} and stage = 'offered'`)
}

export function openTransfersTo(db: Db, customerId: number): Promise<GroupTransfer[]> {
  return db.rows(sql`select ${columns} from group_transfers where to_id = ${customerId} and stage = 'offered'`)
}

export function answered(now: Date): Sql[] {
  return [sql`answered_at = ${now}`]
}
