import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptSecret, SecretPlace } from '../../platform/auth/kept-secrets.ts'
import type { deliveryStates, webhookStates, WebhookType } from './rules.ts'

export const webhookSecrets: SecretPlace = {
  table: 'webhooks',
  key: 'id',
  owner: 'customer_id',
  columns: ['secret', 'old_secret'],
}

export interface WebhookRow {
  id: number
  customerId: number
  url: string
  types: WebhookType[]
  secret: KeptSecret
  oldSecret: KeptSecret | null
  oldSecretUntil: Date | null
  state: keyof typeof webhookStates
  failingSince: Date | null
  createdAt: Date
}

export interface DeliveryRow {
  id: number
  webhookId: number
  messageId: string
  type: string
  body: string
  state: keyof typeof deliveryStates
  attempts: number
  nextAt: Date
  answerStatus: number | null
  durationMs: number | null
  error: string | null
  createdAt: Date
}

const columns = sql`id, customer_id, url, types, secret, old_secret, old_secret_until, state, failing_since, created_at`
const deliveryColumns = sql`
  id, webhook_id, message_id, type, body, state, attempts, next_at, answer_status, duration_ms, error, created_at`

export function webhooksOf(db: Db, customerId: number): Promise<WebhookRow[]> {
  return db.rows(sql`select ${columns} from webhooks where customer_id = ${customerId} order by id`)
}

export function webhookById(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.row(sql`select ${columns} from webhooks where id = ${id}`)
}

/** Counts under a lock, so that two requests at once cannot pass the limit. */
export async function countWebhooks(db: Db, customerId: number): Promise<number> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('webhooks', ${customerId}))`)
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from webhooks where customer_id = ${customerId}`,
  )
  return count
}

export function insertWebhook(
  db: Db,
  row: Pick<WebhookRow, 'customerId' | 'url' | 'types' | 'secret'>,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into webhooks (customer_id, url, types, secret, created_at)
    values (${row.customerId}, ${row.url}, ${[...row.types]}::text[], ${row.secret}, ${now}) returning id`)
}

export function updateWebhook(db: Db, row: Pick<WebhookRow, 'id' | 'customerId' | 'url' | 'types'>): Promise<number> {
  return db.run(sql`
    update webhooks set url = ${row.url}, types = ${[...row.types]}::text[]
    where id = ${row.id} and customer_id = ${row.customerId}`)
}

/** Switching on begins a new count of failures. */
export function switchWebhook(db: Db, id: number, customerId: number, on: boolean): Promise<number> {
  return db.run(sql`
    update webhooks set state = ${on ? 'active' : 'paused'}, failing_since = null
    where id = ${id} and customer_id = ${customerId} and (${on} or state = 'active')`)
}

export function rotateSecret(
  db: Db,
  { id, customerId, secret, until }: { id: number; customerId: number; secret: KeptSecret; until: Date },
): Promise<number> {
  return db.run(sql`
    update webhooks set old_secret = secret, old_secret_until = ${until}, secret = ${secret}
    where id = ${id} and customer_id = ${customerId}`)
}

/** Nobody has this secret, so the address stays off until its owner renews it. */
export async function replaceLostSecret(db: Db, id: number, secret: KeptSecret): Promise<void> {
  await db.run(sql`
    update webhooks set secret = ${secret}, old_secret = null, old_secret_until = null,
      state = case when state = 'active' then 'disabled' else state end
    where id = ${id}`)
}

export function deleteWebhook(db: Db, id: number, customerId: number): Promise<number> {
  return db.run(sql`delete from webhooks where id = ${id} and customer_id = ${customerId}`)
}

/** Adds a message for one address; nothing when it is there already. */
export async function insertMessage(
  db: Db,
  row: Pick<DeliveryRow, 'webhookId' | 'messageId' | 'type' | 'body'>,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into webhook_deliveries (webhook_id, message_id, type, body, next_at, created_at)
    values (${row.webhookId}, ${row.messageId}, ${row.type}, ${row.body}, ${now}, ${now})
    on conflict (webhook_id, message_id) do nothing`)
}

export function listening(
  db: Db,
  customerIds: readonly number[],
  type: string,
): Promise<{ id: number; customerId: number }[]> {
  return db.rows(sql`
    select id, customer_id from webhooks
    where customer_id = any(${[...customerIds]}::bigint[]) and state = 'active' and ${type} = any(types) order by id`)
}

/** Takes an active address for this worker; undefined when another one sends to it or it is not active. */
export function takeWebhook(db: Db, id: number, now: Date, until: Date): Promise<WebhookRow | undefined> {
  return db.row(sql`
    update webhooks set busy_until = ${until}
    where id = ${id} and state = 'active' and (busy_until is null or busy_until <= ${now}) returning ${columns}`)
}

export async function giveBack(db: Db, id: number): Promise<void> {
  await db.run(sql`update webhooks set busy_until = null where id = ${id}`)
}

export function dueDeliveries(db: Db, webhookId: number, now: Date, most: number): Promise<DeliveryRow[]> {
  return db.rows(sql`
    select ${deliveryColumns} from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'waiting' and next_at <= ${now} order by next_at, id limit ${most}`)
}

export async function nextDueAt(db: Db, webhookId: number): Promise<Date | null> {
  const { at } = await db.one<{ at: Date | null }>(
    sql`select min(next_at) as at from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting'`,
  )
  return at
}

export async function noteAttempt(
  db: Db,
  row: Pick<DeliveryRow, 'id' | 'state' | 'nextAt' | 'answerStatus' | 'durationMs' | 'error'>,
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set attempts = attempts + 1, state = ${row.state}, next_at = ${row.nextAt},
      answer_status = ${row.answerStatus}, duration_ms = ${row.durationMs}, error = ${row.error}
    where id = ${row.id} and state = 'waiting'`)
}

/** Remembers since when an address fails; a success ends it. */
export async function noteHealth(db: Db, id: number, failedAt: Date | null): Promise<Date | null> {
  const row = await db.row<{ failingSince: Date | null }>(sql`
    update webhooks set failing_since = case when ${failedAt}::timestamptz is null then null
      else coalesce(failing_since, ${failedAt}::timestamptz) end
    where id = ${id} returning failing_since`)
  return row?.failingSince ?? null
}

/** Ends sending to an address and its waiting messages; false when it was not active any more. */
export async function disableWebhook(db: Db, id: number): Promise<boolean> {
  if ((await db.run(sql`update webhooks set state = 'disabled' where id = ${id} and state = 'active'`)) === 0)
    return false
  await db.run(sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id} and state = 'waiting'`)
  return true
}

export async function deliveriesOf(
  db: Db,
  id: number,
  customerId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const whose = sql`webhook_id = (select id from webhooks where id = ${id} and customer_id = ${customerId})`
  const rows = await db.rows<DeliveryRow>(sql`
    select ${deliveryColumns} from webhook_deliveries where ${whose}
    order by id desc limit ${size} offset ${(page - 1) * size}`)
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from webhook_deliveries where ${whose}`,
  )
  return { rows, total }
}

/** A failed message waits again, with all its attempts. */
export function reopenDelivery(
  db: Db,
  id: number,
  customerId: number,
  now: Date,
): Promise<{ webhookId: number } | undefined> {
  return db.row(sql`
    update webhook_deliveries d set state = 'waiting', attempts = 0, next_at = ${now}
    from webhooks w where w.id = d.webhook_id and w.customer_id = ${customerId} and d.id = ${id} and d.state = 'failed'
    returning d.webhook_id`)
}

/** All failed messages of an address; their number. */
export function reopenFailed(db: Db, webhookId: number, now: Date): Promise<number> {
  return db.run(sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_at = ${now}
    where webhook_id = ${webhookId} and state = 'failed'`)
}

export function deliveryOfOwner(db: Db, id: number, customerId: number): Promise<{ webhookState: string } | undefined> {
  return db.row(sql`
    select w.state as webhook_state from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${id} and w.customer_id = ${customerId}`)
}

export function ownerOfDelivery(db: Db, id: number): Promise<{ customerId: number; webhookId: number } | undefined> {
  return db.row(sql`
    select w.customer_id, w.id as webhook_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`)
}

export function deleteDeliveriesBefore(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where id in
      (select id from webhook_deliveries where created_at < ${before} order by created_at limit ${most})`)
}
