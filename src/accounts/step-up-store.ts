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

/** Those who came back in doubt and are still signed in, the longest waiting first. */
export function accountsInDoubt(
  db: Db,
  now: Date,
): Promise<{ id: number; name: string; company: string; phone: string; signedInAt: Date; lastSeenAt: Date }[]> {
  return db.rows(sql`
    select c.id, c.name, c.company, c.phone, min(s.created_at) as signed_in_at,
      greatest(c.created_at, (select max(o.last_seen_at) from sessions o
        where o.kind = 'customer' and o.subject_id = c.id and not o.in_doubt)) as last_seen_at
    from sessions s join customers c on c.id = s.subject_id
    where s.kind = 'customer' and s.in_doubt and s.revoked_at is null and s.refresh_expires_at > ${now} and c.disabled_at is null
    group by c.id order by min(s.created_at) limit 200`)
}

/** False when no session of the account is in doubt, or not any more. */
export async function clearDoubt(db: Db, customerId: number): Promise<boolean> {
  const cleared = await db.rows(sql`
    update sessions set in_doubt = false
    where kind = 'customer' and subject_id = ${customerId} and in_doubt and revoked_at is null returning id`)
  return cleared.length > 0
}
