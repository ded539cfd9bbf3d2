import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

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

/** Whether somebody came back in doubt since then and it was never settled, however that session ended. */
export async function hasUnsettledDoubt(db: Db, customerId: number, since: Date): Promise<boolean> {
  const { unsettled } = await db.one<{ unsettled: boolean }>(sql`
    select exists (select 1 from sessions s join customers c on c.id = s.subject_id
      where s.kind = 'customer' and s.subject_id = ${customerId} and s.in_doubt and s.created_at > ${since}
        and s.created_at > coalesce(c.doubt_settled_at, '-infinity')) as unsettled`)
  return unsettled
}

/** The holder of the phone is known again: sign-ins from now on are in doubt only after another absence. */
export async function settleDoubt(db: Db, customerId: number, now: Date): Promise<void> {
  await db.run(sql`update customers set doubt_settled_at = ${now} where id = ${customerId}`)
}

export interface DoubtfulSession {
  id: number
  customerId: number
  name: string
  company: string
  phone: string
  /** When the person was last there beyond doubt. */
  seenBefore: Date
  signedInAt: Date
  lastSeenAt: Date
  ip: string
  userAgent: string
}

/** Sessions in doubt that are still open, side by side with the others of their account, the longest waiting account first. */
export function doubtfulSessions(db: Db, now: Date): Promise<DoubtfulSession[]> {
  return db.rows(sql`
    select s.id, c.id as customer_id, c.name, c.company, c.phone, s.created_at as signed_in_at, s.last_seen_at, s.ip, s.user_agent,
      greatest(c.created_at, (select max(o.last_seen_at) from sessions o
        where o.kind = 'customer' and o.subject_id = c.id and not o.in_doubt)) as seen_before
    from sessions s join customers c on c.id = s.subject_id
    where s.kind = 'customer' and s.in_doubt and s.revoked_at is null and s.refresh_expires_at > ${now} and c.disabled_at is null
    order by min(s.created_at) over (partition by c.id), c.id, s.created_at, s.id`)
}

/** Which of these sessions of one account were in doubt and open, and are so no longer; another's and ended ones are left alone. */
export function clearDoubt(
  db: Db,
  customerId: number,
  sessionIds: readonly number[],
  now: Date,
): Promise<EndedDoubt[]> {
  return db.rows(sql`
    update sessions set in_doubt = false
    where id = any(${[...sessionIds]}::bigint[]) and kind = 'customer' and subject_id = ${customerId} and in_doubt and revoked_at is null
      and refresh_expires_at > ${now} returning id, ip, user_agent`)
}

/** The session if it was in doubt and open, and has ended now. Its doubt stays on record, so that it does not count as having been there. */
export function endDoubtful(db: Db, customerId: number, sessionId: number, now: Date): Promise<EndedDoubt | undefined> {
  return db.row(sql`
    update sessions set revoked_at = ${now}
    where id = ${sessionId} and kind = 'customer' and subject_id = ${customerId} and in_doubt and revoked_at is null
    returning id, ip, user_agent`)
}

export interface EndedDoubt {
  id: number
  ip: string
  userAgent: string
}
