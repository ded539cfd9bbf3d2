import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ApiScope } from './rules.ts'

export interface ApiKeyRow {
  id: number
  customerId: number
  name: string
  prefix: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  lastIp: string
  revokedAt: Date | null
}

const columns = sql`id, customer_id, name, prefix, scopes, created_at, expires_at, last_used_at, last_ip, revoked_at`

export function keysOf(db: Db, customerId: number): Promise<ApiKeyRow[]> {
  return db.rows(sql`select ${columns} from api_keys where customer_id = ${customerId} order by id desc`)
}

export async function isKeyOf(db: Db, id: number, customerId: number): Promise<boolean> {
  const row = await db.row(sql`select 1 from api_keys where id = ${id} and customer_id = ${customerId}`)
  return row !== undefined
}

/** Counts under a lock, so that two requests at once cannot pass the limit. */
export async function countActive(db: Db, customerId: number, now: Date): Promise<number> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('api_keys', ${customerId}))`)
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from api_keys
    where customer_id = ${customerId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)
  return count
}

export function insertKey(
  db: Db,
  row: Pick<ApiKeyRow, 'customerId' | 'name' | 'prefix' | 'scopes' | 'expiresAt'> & { keyHash: string },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into api_keys (customer_id, name, prefix, key_hash, scopes, expires_at, created_at)
    values (${row.customerId}, ${row.name}, ${row.prefix}, ${row.keyHash}, ${[...row.scopes]}::text[], ${row.expiresAt}, ${now}) returning id`)
}

export function revokeKey(db: Db, id: number, customerId: number, now: Date): Promise<number> {
  return db.run(sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}) where id = ${id} and customer_id = ${customerId}`)
}

/** A key that works now. */
export function liveKey(db: Db, keyHash: string, now: Date): Promise<ApiKeyRow | undefined> {
  return db.row(sql`
    select ${columns} from api_keys
    where key_hash = ${keyHash} and revoked_at is null and (expires_at is null or expires_at > ${now})`)
}

export async function noteKeyUse(db: Db, id: number, ip: string, now: Date): Promise<void> {
  await db.run(sql`update api_keys set last_used_at = ${now}, last_ip = ${ip} where id = ${id}`)
}
