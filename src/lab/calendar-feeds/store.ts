import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface FeedRow {
  id: number
  customerId: number | null
  staffId: number | null
  instrumentId: number | null
  createdAt: Date
  lastReadAt: Date | null
}

export type FeedOwner = { customerId: number } | { staffId: number }

const columns = sql`id, customer_id, staff_id, instrument_id, created_at, last_read_at`

const ownedBy = (owner: FeedOwner): Sql =>
  'customerId' in owner ? sql`customer_id = ${owner.customerId}` : sql`staff_id = ${owner.staffId}`

export function feedOf(db: Db, owner: FeedOwner): Promise<FeedRow | undefined> {
  return db.row(sql`select ${columns} from calendar_feeds where ${ownedBy(owner)}`)
}

export function feedByHash(db: Db, keyHash: string): Promise<FeedRow | undefined> {
  return db.row(sql`select ${columns} from calendar_feeds where key_hash = ${keyHash}`)
}

/** The person's only feed, with a new key. Two requests at once leave the later key. */
export async function saveFeed(
  db: Db,
  owner: FeedOwner,
  row: { keyHash: string; instrumentId: number | null; now: Date },
): Promise<void> {
  const [customerId, staffId] = 'customerId' in owner ? [owner.customerId, null] : [null, owner.staffId]
  const target =
    customerId === null ? sql`(staff_id) where staff_id is not null` : sql`(customer_id) where customer_id is not null`
  await db.run(sql`
    insert into calendar_feeds (customer_id, staff_id, instrument_id, key_hash, created_at)
    values (${customerId}, ${staffId}, ${row.instrumentId}, ${row.keyHash}, ${row.now})
    on conflict ${target} do update set key_hash = excluded.key_hash, instrument_id = excluded.instrument_id,
      created_at = excluded.created_at, last_read_at = null`)
}

export function deleteFeed(db: Db, owner: FeedOwner): Promise<number> {
  return db.run(sql`delete from calendar_feeds where ${ownedBy(owner)}`)
}

export async function noteFeedRead(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update calendar_feeds set last_read_at = ${now} where id = ${id}`)
}
