import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { inBatches } from '../jobs/periodic.ts'
import { addDays, addHours } from '../time.ts'
import { asToken, newToken, type SessionKind, tokenHash } from './tokens.ts'

export const ACCESS_HOURS = 2
/** Lifetime of an unused refresh token: when the person chose to stay signed in on this device, and otherwise. */
export const REMEMBERED_DAYS = 30
export const WORKDAY_DAYS = 1
/** However often it is used, a session ends after this time, and the person signs in again. Why so long: docs/security/rules.md. */
export const LONGEST_SESSION_DAYS: Record<SessionKind, number> = { customer: 90, staff: 1 }
/** Two tabs may refresh with the same token; within this time the second one is not treated as theft. */
const REUSE_GRACE_SECONDS = 10

export interface IssuedTokens {
  token: string
  refreshToken: string
  accessExpiresAt: Date
  sessionId: number
}

export async function openSession(
  ctx: Ctx,
  kind: SessionKind,
  subjectId: number,
  refreshDays = REMEMBERED_DAYS,
): Promise<IssuedTokens> {
  const now = ctx.clock.now()
  const issued = { token: newToken(kind), refreshToken: newToken(kind), accessExpiresAt: addHours(now, ACCESS_HOURS) }
  const row = await ctx.db.one<{ id: number }>(sql`
    insert into sessions (kind, subject_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, refresh_days, created_at, last_seen_at, ip, user_agent)
    values (${kind}, ${subjectId}, ${tokenHash(issued.token)}, ${issued.accessExpiresAt}, ${tokenHash(issued.refreshToken)}, ${addDays(now, refreshDays)},
      ${refreshDays}, ${now}, ${now}, ${ctx.request.ip}, ${ctx.request.userAgent.slice(0, 300)})
    returning id`)
  return { ...issued, sessionId: row.id }
}

export interface LiveSession {
  id: number
  subjectId: number
}

/** The session of a valid access token, or undefined. One lookup by unique key. */
export function findSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  kind: SessionKind,
  token: string,
): Promise<LiveSession | undefined> {
  return ctx.db.row(sql`
    select id, subject_id from sessions
    where access_hash = ${tokenHash(token)} and kind = ${kind} and access_expires_at > ${ctx.clock.now()} and revoked_at is null`)
}

/**
 * The session of a valid access token with columns of its subject, in one statement. `subject` is a select statement of the slice that owns the
 * subjects, such as `select id, name from staff where disabled_at is null`; the session of a subject that it does not return is not valid.
 */
export function sessionWithSubject<Subject extends { id: number }>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { kind, token, subject }: { kind: SessionKind; token: string; subject: Sql },
): Promise<(Subject & { sessionId: number; inDoubt: boolean; awaitsFactor: boolean; lastUsedAt: Date }) | undefined> {
  return db.row(sql`
    select subject.*, s.id as session_id, s.in_doubt, s.awaits_factor, coalesce(s.used_at, s.created_at) as last_used_at
    from sessions s join (${subject}) subject on subject.id = s.subject_id
    where s.access_hash = ${tokenHash(token)} and s.kind = ${kind} and s.access_expires_at > ${clock.now()} and s.revoked_at is null`)
}

/**
 * Exchanges a refresh token for a new pair. Sending the same token again within the grace period (two tabs, or a lost answer) gives
 * the same pair, so it does not matter which answer the browser keeps. After the grace period it ends the session, because somebody has a copy of the token.
 * Undefined when the token is unknown, expired or revoked.
 */
export async function rotateSession(
  ctx: Ctx,
  kind: SessionKind,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  const now = ctx.clock.now()
  const hash = tokenHash(refreshToken)
  return ctx.db.tx(async (tx) => {
    const found = await tx.row<RotatingSession>(sql`
      select id, refresh_hash, rotated_at, rotation_salt, refresh_days, access_expires_at, created_at from sessions
      where (refresh_hash = ${hash} or previous_refresh_hash = ${hash}) and kind = ${kind} and refresh_expires_at > ${now} and revoked_at is null
      for update`)
    if (!found) return undefined
    if (found.refreshHash !== hash) {
      const graceEnds = (found.rotatedAt?.getTime() ?? 0) + REUSE_GRACE_SECONDS * 1000
      if (now.getTime() <= graceEnds && found.rotationSalt !== null) {
        const pair = successors(kind, refreshToken, found.rotationSalt)
        return { ...pair, accessExpiresAt: found.accessExpiresAt, sessionId: found.id }
      }
      await tx.run(sql`update sessions set revoked_at = ${now} where id = ${found.id}`)
      return undefined
    }
    const salt = randomBytes(32).toString('base64url')
    const issued = {
      ...successors(kind, refreshToken, salt),
      accessExpiresAt: addHours(now, ACCESS_HOURS),
      sessionId: found.id,
    }
    await tx.run(sql`
      update sessions set access_hash = ${tokenHash(issued.token)}, access_expires_at = ${issued.accessExpiresAt}, refresh_hash = ${tokenHash(issued.refreshToken)},
        refresh_expires_at = ${refreshEnds(kind, found, now)}, previous_refresh_hash = ${hash}, rotated_at = ${now}, rotation_salt = ${salt}, last_seen_at = ${now}
      where id = ${found.id}`)
    return issued
  })
}

interface RotatingSession {
  id: number
  refreshHash: string
  rotatedAt: Date | null
  rotationSalt: string | null
  refreshDays: number
  accessExpiresAt: Date
  createdAt: Date
}

function refreshEnds(kind: SessionKind, { createdAt, refreshDays }: RotatingSession, now: Date): Date {
  const unused = addDays(now, refreshDays)
  const last = addDays(createdAt, LONGEST_SESSION_DAYS[kind])
  return unused < last ? unused : last
}

/** Derives the next pair from the old refresh token, which is stored nowhere, and a salt of this rotation: neither the database nor the old token alone is enough. */
function successors(kind: SessionKind, refreshToken: string, salt: string): { token: string; refreshToken: string } {
  const derive = (use: string) => createHmac('sha256', salt).update(`${use}:${refreshToken}`).digest('base64url')
  return { token: asToken(kind, derive('access')), refreshToken: asToken(kind, derive('refresh')) }
}

/**
 * Records that the owner has just used the session, or ends it when it was idle for longer than the limit; false when it was ended.
 * Token renewal does not count as use, because a forgotten tab renews tokens by itself. Writes at most once a minute.
 */
export async function noteUse(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  session: { id: number; lastUsedAt: Date },
  idleMinutes: number,
): Promise<boolean> {
  const now = ctx.clock.now()
  const idleSeconds = (now.getTime() - session.lastUsedAt.getTime()) / 1000
  if (idleSeconds > idleMinutes * 60) {
    await ctx.db.run(sql`update sessions set revoked_at = ${now} where id = ${session.id} and revoked_at is null`)
    return false
  }
  if (idleSeconds >= 60) await ctx.db.run(sql`update sessions set used_at = ${now} where id = ${session.id}`)
  return true
}

/**
 * After a proof of identity within a session, which goes on with a new token: the one in use is worth nothing any more, and the browser
 * exchanges its refresh token at the next call, as it does every two hours.
 */
export async function endAccessToken({ db, clock }: Pick<Ctx, 'db' | 'clock'>, sessionId: number): Promise<void> {
  await db.run(sql`update sessions set access_expires_at = ${clock.now()} where id = ${sessionId}`)
}

/** The session a refresh token belongs to, and when its owner last used it. */
export function sessionOfRefresh(
  ctx: Pick<Ctx, 'db'>,
  kind: SessionKind,
  refreshToken: string,
): Promise<{ id: number; subjectId: number; lastUsedAt: Date } | undefined> {
  const hash = tokenHash(refreshToken)
  return ctx.db.row(sql`
    select id, subject_id, coalesce(used_at, created_at) as last_used_at from sessions
    where (refresh_hash = ${hash} or previous_refresh_hash = ${hash}) and kind = ${kind} and revoked_at is null`)
}

/** Whether the person had a session, live or ended, from this IP address since then. */
export async function wasSeenFrom(
  ctx: Pick<Ctx, 'db'>,
  kind: SessionKind,
  subjectId: number,
  ip: string,
  since: Date,
): Promise<boolean> {
  const { seen } = await ctx.db.one<{ seen: boolean }>(sql`
    select exists (select 1 from sessions
      where kind = ${kind} and subject_id = ${subjectId} and last_seen_at > ${since} and ip = ${ip} and ip <> '') as seen`)
  return seen
}

/** When each of these people last used a session. People without any session are missing. */
export async function lastUses(
  ctx: Pick<Ctx, 'db'>,
  kind: SessionKind,
  subjectIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await ctx.db.rows<{ subjectId: number; lastUsedAt: Date }>(sql`
    select subject_id, max(coalesce(used_at, created_at)) as last_used_at from sessions
    where kind = ${kind} and subject_id = any(${[...subjectIds]}::bigint[]) group by subject_id`)
  return new Map(rows.map((row) => [row.subjectId, row.lastUsedAt]))
}

/** The ids of all sessions of a person, live or ended. */
export async function sessionIdsOf(db: Db, kind: SessionKind, subjectId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from sessions where kind = ${kind} and subject_id = ${subjectId}`,
  )
  return rows.map(({ id }) => id)
}

/** Whether a session has not been revoked. Used for links that were issued under it. */
export async function isLiveSession(ctx: Pick<Ctx, 'db'>, sessionId: number): Promise<boolean> {
  return (await ctx.db.row(sql`select id from sessions where id = ${sessionId} and revoked_at is null`)) !== undefined
}

/** Which of these sessions are neither ended nor expired. */
export async function liveSessionIds(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  sessionIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from sessions
    where id = any(${[...sessionIds]}::bigint[]) and revoked_at is null and refresh_expires_at > ${clock.now()}`)
  return new Set(rows.map(({ id }) => id))
}

/** Ended sessions answer how long a person was away and from which addresses they signed in; no check looks back further than this. */
const ENDED_KEPT_DAYS = 400

/** Deletes ended sessions that were last used before that time. */
export async function sweepSessions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const removed = await inBatches((most) =>
    ctx.db.run(sql`
      delete from sessions where id in (
        select id from sessions where last_seen_at < ${addDays(now, -ENDED_KEPT_DAYS)}
          and (revoked_at is not null or refresh_expires_at < ${now}) order by last_seen_at limit ${most})`),
  )
  ctx.log.info({ removed }, 'sessions swept')
}

export async function revokeSession(ctx: Ctx, sessionId: number): Promise<void> {
  await ctx.db.run(
    sql`update sessions set revoked_at = ${ctx.clock.now()} where id = ${sessionId} and revoked_at is null`,
  )
}

/** Ends all sessions of a person, except `exceptSessionId` when given. */
export function revokeAll(ctx: Ctx, kind: SessionKind, subjectId: number, exceptSessionId = 0): Promise<number> {
  return ctx.db.run(sql`
    update sessions set revoked_at = ${ctx.clock.now()}
    where kind = ${kind} and subject_id = ${subjectId} and id <> ${exceptSessionId} and revoked_at is null`)
}

/** Ends all sessions of everybody of a kind, except `exceptSessionId`. */
export function revokeEverybody(ctx: Ctx, kind: SessionKind, exceptSessionId: number): Promise<number> {
  return ctx.db.run(sql`
    update sessions set revoked_at = ${ctx.clock.now()}
    where kind = ${kind} and id <> ${exceptSessionId} and revoked_at is null`)
}

export interface SessionRow {
  id: number
  createdAt: Date
  lastSeenAt: Date
  ip: string
  userAgent: string
}

/** The live sessions of a person who has proved every factor, latest first. */
export function liveSessions(ctx: Ctx, kind: SessionKind, subjectId: number): Promise<SessionRow[]> {
  return ctx.db.rows(sql`
    select id, created_at, last_seen_at, ip, user_agent from sessions
    where kind = ${kind} and subject_id = ${subjectId} and revoked_at is null and not awaits_factor and refresh_expires_at > ${ctx.clock.now()}
    order by last_seen_at desc, id desc limit 50`)
}

/** Ends one session of a person; false when it belongs to somebody else or has already ended. */
export async function revokeOwn(ctx: Ctx, kind: SessionKind, subjectId: number, sessionId: number): Promise<boolean> {
  const ended = await ctx.db.run(sql`
    update sessions set revoked_at = ${ctx.clock.now()}
    where id = ${sessionId} and kind = ${kind} and subject_id = ${subjectId} and revoked_at is null`)
  return ended > 0
}
