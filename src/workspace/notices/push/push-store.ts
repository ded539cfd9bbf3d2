import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface SubscriptionRow {
  id: number
  customerId: number
  sessionId: number
  endpoint: string
  p256dh: string
  auth: string
  userAgent: string
  createdAt: Date
  lastSentAt: Date | null
  failingSince: Date | null
}

const columns = sql`id, customer_id, session_id, endpoint, p256dh, auth, user_agent, created_at, last_sent_at, failing_since`

/** Latest first. There are few of them, see MOST_BROWSERS. */
export function subscriptionsOf(db: Db, customerId: number): Promise<SubscriptionRow[]> {
  return db.rows(sql`select ${columns} from push_subscriptions where customer_id = ${customerId} order by id desc`)
}

export function subscriptionById(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  return db.row(sql`select ${columns} from push_subscriptions where id = ${id}`)
}

/** Whoever turned pushes on in this browser or session before, the new one takes its place. */
export async function replaceSubscription(
  db: Db,
  row: Pick<SubscriptionRow, 'customerId' | 'sessionId' | 'endpoint' | 'p256dh' | 'auth' | 'userAgent'>,
  now: Date,
): Promise<{ id: number }> {
  await db.run(sql`delete from push_subscriptions where endpoint = ${row.endpoint} or session_id = ${row.sessionId}`)
  return db.one(sql`
    insert into push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
    values (${row.customerId}, ${row.sessionId}, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.userAgent}, ${now})
    returning id`)
}

/** Makes the browsers of one person turn pushes on one after the other, so that their number is right. */
export async function lockSubscriptions(db: Db, customerId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${customerId}`}, 0))`)
}

export function deleteSubscriptions(db: Db, ids: readonly number[]): Promise<number> {
  return db.run(sql`delete from push_subscriptions where id = any(${[...ids]}::bigint[])`)
}

export function deleteOwn(db: Db, id: number, customerId: number): Promise<number> {
  return db.run(sql`delete from push_subscriptions where id = ${id} and customer_id = ${customerId}`)
}

export function deleteOfSession(db: Db, sessionId: number, customerId: number): Promise<number> {
  return db.run(sql`delete from push_subscriptions where session_id = ${sessionId} and customer_id = ${customerId}`)
}

export async function notePushed(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    update push_subscriptions set last_sent_at = ${now}, failing_since = null, last_error = '' where id = ${id}`)
}

/** Since when nothing arrives; undefined when the browser was removed meanwhile. */
export async function noteFailure(db: Db, id: number, error: string, now: Date): Promise<Date | undefined> {
  const row = await db.row<{ failingSince: Date }>(sql`
    update push_subscriptions set failing_since = coalesce(failing_since, ${now}), last_error = ${error.slice(0, 200)}
    where id = ${id} returning failing_since`)
  return row?.failingSince
}

/** Some of the browsers by id, for the work that goes through all of them. */
export function subscriptionsAfter(
  db: Db,
  after: number,
  most: number,
): Promise<Pick<SubscriptionRow, 'id' | 'sessionId'>[]> {
  return db.rows(sql`
    select id, session_id from push_subscriptions where id > ${after} order by id limit ${most}`)
}

/** Browsers by push service, and how many of them nothing has reached lately. */
export function pushHealth(db: Db): Promise<{ host: string; browsers: number; failing: number; lastError: string }[]> {
  return db.rows(sql`
    select split_part(endpoint, '/', 3) as host, count(*)::int as browsers, count(failing_since)::int as failing,
      coalesce(max(last_error) filter (where failing_since is not null), '') as last_error
    from push_subscriptions group by 1 order by 1`)
}
