import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

/** When the person behind an account was last there beyond doubt, and when the password was set. */
export function lastSeen(db: Db, customerId: number): Promise<{ lastSeenAt: Date; passwordSetAt: Date | null }> {
  return db.one(sql`
    select greatest(c.created_at, (select max(s.last_seen_at) from sessions s
        where s.kind = 'customer' and s.subject_id = c.id and not s.in_doubt)) as last_seen_at, c.password_set_at
    from customers c where c.id = ${customerId}`)
}

export async function setInDoubt(db: Db, sessionId: number, inDoubt: boolean): Promise<void> {
  await db.run(sql`update sessions set in_doubt = ${inDoubt} where id = ${sessionId}`)
}

/** The session and person of a live access token; a disabled account has none. */
export function customerSession(
  db: Db,
  accessHash: string,
  now: Date,
): Promise<{ id: number; customerId: number; inDoubt: boolean } | undefined> {
  return db.row(sql`
    select s.id, s.subject_id as customer_id, s.in_doubt from sessions s join customers c on c.id = s.subject_id
    where s.access_hash = ${accessHash} and s.kind = 'customer' and s.access_expires_at > ${now} and s.revoked_at is null and c.disabled_at is null`)
}
