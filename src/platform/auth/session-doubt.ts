import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import type { SessionKind } from './tokens.ts'

// A session is in doubt while it is not certain that the person using it is the owner of the account: after a long absence the phone number
// may belong to somebody else. What counts as a long absence, and what ends the doubt, is decided by the slice that owns the accounts.

export async function setInDoubt(db: Db, sessionId: number, inDoubt: boolean): Promise<void> {
  await db.run(sql`update sessions set in_doubt = ${inDoubt} where id = ${sessionId}`)
}

/** The first factor was right and the second is still to be proved. */
export async function awaitFactor(db: Db, sessionId: number): Promise<void> {
  await db.run(sql`update sessions set awaits_factor = true where id = ${sessionId}`)
}

/** The second factor was proved: the session waits for nothing and is in no doubt. */
export async function clearAwaited(db: Db, sessionId: number): Promise<void> {
  await db.run(sql`update sessions set awaits_factor = false, in_doubt = false where id = ${sessionId}`)
}

/** When the account was last used in a session that was not in doubt; null if never. */
export async function lastSeenBeyondDoubt(db: Db, kind: SessionKind, subjectId: number): Promise<Date | null> {
  const { lastSeenAt } = await db.one<{ lastSeenAt: Date | null }>(sql`
    select max(last_seen_at) as last_seen_at from sessions
    where kind = ${kind} and subject_id = ${subjectId} and not in_doubt and not awaits_factor`)
  return lastSeenAt
}

/** Whether any session that began after `since`, live or ended, was in doubt. */
export async function hadDoubtSince(db: Db, kind: SessionKind, subjectId: number, since: Date): Promise<boolean> {
  const { doubted } = await db.one<{ doubted: boolean }>(sql`
    select exists (select 1 from sessions
      where kind = ${kind} and subject_id = ${subjectId} and in_doubt and created_at > ${since}) as doubted`)
  return doubted
}

export interface DoubtfulSession {
  id: number
  subjectId: number
  /** When the account was last used in a session that was not in doubt. */
  seenBefore: Date | null
  signedInAt: Date
  lastSeenAt: Date
  ip: string
  userAgent: string
}

/** Live sessions in doubt, grouped by account; the account that has waited longest comes first. */
export function doubtfulSessions(db: Db, kind: SessionKind, now: Date): Promise<DoubtfulSession[]> {
  return db.rows(sql`
    select s.id, s.subject_id, s.created_at as signed_in_at, s.last_seen_at, s.ip, s.user_agent,
      (select max(o.last_seen_at) from sessions o
        where o.kind = ${kind} and o.subject_id = s.subject_id and not o.in_doubt and not o.awaits_factor) as seen_before
    from sessions s
    where s.kind = ${kind} and s.in_doubt and s.revoked_at is null and s.refresh_expires_at > ${now}
    order by min(s.created_at) over (partition by s.subject_id), s.subject_id, s.created_at, s.id`)
}

export interface SettledSession {
  id: number
  ip: string
  userAgent: string
}

/** Clears the doubt of these sessions of one account; returns those that were in doubt and live. */
export function clearDoubt(
  db: Db,
  { kind, subjectId, sessionIds }: { kind: SessionKind; subjectId: number; sessionIds: readonly number[] },
  now: Date,
): Promise<SettledSession[]> {
  return db.rows(sql`
    update sessions set in_doubt = false
    where id = any(${[...sessionIds]}::bigint[]) and kind = ${kind} and subject_id = ${subjectId} and in_doubt and revoked_at is null
      and refresh_expires_at > ${now} returning id, ip, user_agent`)
}

/** Revokes a session if it was in doubt and live. It stays marked as in doubt, so that it never counts as use by the owner. */
export function endDoubtful(
  db: Db,
  { kind, subjectId, sessionId }: { kind: SessionKind; subjectId: number; sessionId: number },
  now: Date,
): Promise<SettledSession | undefined> {
  return db.row(sql`
    update sessions set revoked_at = ${now}
    where id = ${sessionId} and kind = ${kind} and subject_id = ${subjectId} and in_doubt and revoked_at is null
    returning id, ip, user_agent`)
}
