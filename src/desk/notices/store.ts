import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { DeliveryState } from './rules.ts'
import type { SmsVariables } from './sms-variables-rules.ts'
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

/** Undefined when this event was sent by this channel before. */
export function insertDelivery(db: Db, row: NewDelivery, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into notice_deliveries (occurrence, customer_id, channel, template, recipient, title, text, link, variables, state, created_at, sent_at)
    values (${row.occurrence}, ${row.customerId}, ${row.channel}, ${row.template}, ${row.recipient}, ${row.title}, ${row.text}, ${row.link},
      ${json(row.variables)}::jsonb, ${row.state}, ${now}, ${row.state === 'sent' ? now : null})
    on conflict (occurrence, customer_id, channel) do nothing returning id`)
}

export async function insertMessage(
  db: Db,
  row: Pick<NewDelivery, 'customerId' | 'template' | 'title' | 'text' | 'link'>,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into messages (customer_id, template, title, text, link, created_at)
    values (${row.customerId}, ${row.template}, ${row.title}, ${row.text}, ${row.link}, ${now})`)
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
