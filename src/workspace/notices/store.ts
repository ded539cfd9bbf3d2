import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { DeliveryState } from './rules.ts'
import type { SmsVariables } from './wordings/sms-variables-rules.ts'
import type { Channel } from './notice-rules.ts'

export interface MessageRow {
  id: number
  title: string
  text: string
  link: string
  createdAt: Date
  readAt: Date | null
}

export interface DeliveryRow {
  id: number
  customerId: number
  channel: Channel
  template: string
  recipient: string
  title: string
  text: string
  link: string
  /** The variables of the provider's SMS template. */
  variables: SmsVariables
  state: DeliveryState
  attempts: number
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

export const deliveryColumns = sql`id, customer_id, channel, template, recipient, title, text, link, variables, state, attempts, last_error, created_at, sent_at`

export type NewDelivery = Pick<
  DeliveryRow,
  'customerId' | 'channel' | 'template' | 'recipient' | 'title' | 'text' | 'link' | 'variables' | 'state'
> & {
  occurrence: string
}

export interface FreshDelivery {
  id: number
  channel: Channel
  state: DeliveryState
  /** Of the message box: the browsers in which this person turned on pushes. */
  browsers: number[]
}

/**
 * Writes the deliveries of events that were not sent by their channels before, and the messages among them, in one statement. The deliveries
 * stand in the order of their key, so that two jobs with the same ones wait and do not deadlock; the messages in the order of the rows.
 */
export async function insertDeliveries(db: Db, rows: readonly NewDelivery[], now: Date): Promise<FreshDelivery[]> {
  const byKey = new Map<string, NewDelivery>()
  for (const row of rows) {
    const key = JSON.stringify([row.occurrence, row.customerId, row.channel])
    if (!byKey.has(key)) byKey.set(key, row)
  }
  if (byKey.size === 0) return []
  const records = [...byKey.values()].map(({ customerId, ...row }, place) => ({
    place,
    customer_id: customerId,
    ...row,
  }))
  return db.rows(sql`
    with r as materialized (
      select * from jsonb_to_recordset(${json(records)}::jsonb) as r (place integer, occurrence text, customer_id bigint, channel text,
        template text, recipient text, title text, text text, link text, variables jsonb, state text)
    ), fresh as (
      insert into notice_deliveries (occurrence, customer_id, channel, template, recipient, title, text, link, variables, state, created_at, sent_at)
      select occurrence, customer_id, channel, template, recipient, title, text, link, variables, state, ${now},
        case when state = 'sent' then ${now}::timestamptz end
      from r order by occurrence, customer_id, channel
      on conflict (occurrence, customer_id, channel) do nothing returning id, occurrence, customer_id, channel, state
    ), told as (
      insert into messages (customer_id, template, title, text, link, created_at)
      select customer_id, r.template, r.title, r.text, r.link, ${now} from r join fresh using (occurrence, customer_id, channel)
      where channel = 'inbox' order by place
    )
    select id, channel, state, case when channel = 'inbox' then array(
      select p.id from push_subscriptions p where p.customer_id = fresh.customer_id order by p.id) else '{}' end as browsers
    from fresh order by id`)
}

export function deliveryById(db: Db, id: number): Promise<DeliveryRow | undefined> {
  return db.row(sql`select ${deliveryColumns} from notice_deliveries where id = ${id}`)
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    update notice_deliveries set state = 'sent', attempts = attempts + 1, last_error = '', sent_at = ${now} where id = ${id}`)
}

export async function markFailed(db: Db, id: number, error: string): Promise<void> {
  await db.run(sql`
    update notice_deliveries set state = 'failed', attempts = attempts + 1, last_error = ${error.slice(0, 300)} where id = ${id}`)
}

/** Resets a delivery for another try, with the customer's current contact. */
export async function reopenDelivery(db: Db, id: number, recipient: string): Promise<void> {
  await db.run(sql`update notice_deliveries set state = 'waiting', recipient = ${recipient} where id = ${id}`)
}

export async function countUnread(db: Db, customerId: number): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from messages where customer_id = ${customerId} and read_at is null`)
  return row.count
}

export async function messagesOf(
  db: Db,
  customerId: number,
  unread: boolean,
  page: number,
  size: number,
): Promise<{ list: MessageRow[]; total: number }> {
  const where = unread ? sql`customer_id = ${customerId} and read_at is null` : sql`customer_id = ${customerId}`
  const list = await db.rows<MessageRow>(sql`
    select id, title, text, link, created_at, read_at from messages where ${where} order by id desc limit ${size} offset ${(page - 1) * size}`)
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from messages where ${where}`)
  return { list, total: count }
}

export async function markRead(db: Db, customerId: number, ids: number[] | undefined, now: Date): Promise<void> {
  const own = sql`customer_id = ${customerId} and read_at is null`
  await db.run(
    ids === undefined
      ? sql`update messages set read_at = ${now} where ${own}`
      : sql`update messages set read_at = ${now} where ${own} and id = any(${ids}::bigint[])`,
  )
}
