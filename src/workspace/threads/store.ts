import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ThreadSide } from './rules.ts'

export interface ThreadRow {
  id: number
  orderId: number
  orderNo: string
  customerId: number
  groupAccountId: number | null
  messageCount: number
  lastText: string
  lastSide: ThreadSide
  lastAt: Date
  waitingSince: Date | null
  staffReadId: number
  toldCustomerId: number
  toldStaffId: number
}

export interface MessageRow {
  id: number
  threadId: number
  side: ThreadSide
  authorId: number
  text: string
  fileIds: number[]
  createdAt: Date
}

export const threadColumns = sql`id, order_id, order_no, customer_id, group_account_id, message_count, last_text, last_side, last_at, waiting_since,
  staff_read_id, told_customer_id, told_staff_id`
const messageColumns = sql`id, thread_id, side, author_id, text, to_jsonb(file_ids) as file_ids, created_at`

export type NewThread = Pick<ThreadRow, 'orderId' | 'orderNo' | 'customerId' | 'groupAccountId'>

/** The thread of an order, locked until the end of the transaction; the first message begins it. */
export async function beginThread(db: Db, row: NewThread, now: Date): Promise<ThreadRow> {
  await db.run(sql`
    insert into threads (order_id, order_no, customer_id, group_account_id, last_at)
    values (${row.orderId}, ${row.orderNo}, ${row.customerId}, ${row.groupAccountId}::bigint, ${now}) on conflict (order_id) do nothing`)
  return db.one(sql`select ${threadColumns} from threads where order_id = ${row.orderId} for update`)
}

export function threadOfOrder(db: Db, orderId: number): Promise<ThreadRow | undefined> {
  return db.row(sql`select ${threadColumns} from threads where order_id = ${orderId}`)
}

export function lockedThread(db: Db, id: number): Promise<ThreadRow | undefined> {
  return db.row(sql`select ${threadColumns} from threads where id = ${id} for update`)
}

export function threadById(db: Db, id: number): Promise<ThreadRow | undefined> {
  return db.row(sql`select ${threadColumns} from threads where id = ${id}`)
}

/** Serialises what one person writes, so that messages are counted one after the other. Needs a transaction. */
export async function lockAuthor(db: Db, side: ThreadSide, authorId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`thread:${side}`}, ${authorId}))`)
}

export function countWritten(
  db: Db,
  side: ThreadSide,
  authorId: number,
  since: { tenMinutes: Date; day: Date },
): Promise<{ inTenMinutes: number; inDay: number }> {
  return db.one(sql`
    select count(*) filter (where created_at > ${since.tenMinutes}) as in_ten_minutes, count(*) as in_day from thread_messages
    where author_id = ${authorId} and side = ${side} and created_at > ${since.day}`)
}

export function insertMessage(db: Db, row: Omit<MessageRow, 'id' | 'createdAt'>, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into thread_messages (thread_id, side, author_id, text, file_ids, created_at)
    values (${row.threadId}, ${row.side}, ${row.authorId}, ${row.text}, ${row.fileIds}::bigint[], ${now}) returning id`)
}

/** A message of the laboratory answers what waits and reads everything before it. */
export async function noteMessage(
  db: Db,
  message: { threadId: number; id: number; side: ThreadSide; said: string },
  now: Date,
): Promise<void> {
  const waits =
    message.side === 'staff'
      ? sql`waiting_since = null, staff_read_id = greatest(staff_read_id, ${message.id})`
      : sql`waiting_since = coalesce(waiting_since, ${now})`
  await db.run(sql`
    update threads set message_count = message_count + 1, last_text = ${message.said}, last_side = ${message.side}, last_at = ${now}, ${waits}
    where id = ${message.threadId}`)
}

/** The newest messages before one; null: the newest of all. Newest first. */
export function messagesBefore(db: Db, threadId: number, before: number | null, limit: number): Promise<MessageRow[]> {
  return db.rows(sql`
    select ${messageColumns} from thread_messages
    where thread_id = ${threadId} and (${before}::bigint is null or id < ${before}) order by id desc limit ${limit}`)
}

export function messageById(db: Db, threadId: number, id: number): Promise<MessageRow | undefined> {
  return db.row(sql`select ${messageColumns} from thread_messages where thread_id = ${threadId} and id = ${id}`)
}

export async function markReadByPerson(db: Db, threadId: number, personId: number, messageId: number): Promise<void> {
  await db.run(sql`
    insert into thread_reads (thread_id, person_id, read_id) values (${threadId}, ${personId}, ${messageId})
    on conflict (thread_id, person_id) do update set read_id = greatest(thread_reads.read_id, excluded.read_id)`)
}

/** Ends the waiting unless the customer has written again since this message; false: nothing waited, or more was written. */
export async function settleThread(db: Db, threadId: number, messageId: number): Promise<boolean> {
  const settled = await db.run(sql`
    update threads t set waiting_since = null, staff_read_id = greatest(staff_read_id, ${messageId})
    where id = ${threadId} and waiting_since is not null
      and not exists (select 1 from thread_messages m where m.thread_id = t.id and m.id > ${messageId})`)
  return settled === 1
}

export async function markReadByStaff(db: Db, threadId: number, messageId: number): Promise<void> {
  await db.run(sql`update threads set staff_read_id = greatest(staff_read_id, ${messageId}) where id = ${threadId}`)
}

/** Messages of others that a person on the customer's side has not read. `t` is the thread. */
const unreadBy = (personId: number): Sql => sql`(select count(*) from thread_messages m where m.thread_id = t.id
  and not (m.side = 'customer' and m.author_id = ${personId})
  and m.id > coalesce((select r.read_id from thread_reads r where r.thread_id = t.id and r.person_id = ${personId}), 0))`

export async function countUnreadBy(db: Db, threadId: number, personId: number): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(sql`
    select ${unreadBy(personId)} as unread from threads t where t.id = ${threadId}`)
  return unread
}

/** What the laboratory said that none of these people has read. */
export function unreadOfStaff(
  db: Db,
  threadId: number,
  personIds: readonly number[],
): Promise<{ count: number; lastId: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(max(id), 0)::bigint as last_id from thread_messages
    where thread_id = ${threadId} and side = 'staff' and id > coalesce(
      (select max(read_id) from thread_reads where thread_id = ${threadId} and person_id = any(${personIds as number[]}::bigint[])), 0)`)
}

export function unreadOfCustomer(db: Db, threadId: number): Promise<{ count: number; lastId: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(max(m.id), 0)::bigint as last_id from thread_messages m join threads t on t.id = m.thread_id
    where t.id = ${threadId} and m.side = 'customer' and m.id > t.staff_read_id`)
}

/** Who wrote for the customer. */
export async function authorsOf(db: Db, threadId: number): Promise<number[]> {
  const rows = await db.rows<{ authorId: number }>(sql`
    select distinct author_id from thread_messages where thread_id = ${threadId} and side = 'customer' order by author_id`)
  return rows.map(({ authorId }) => authorId)
}

export async function noteTold(db: Db, threadId: number, to: ThreadSide, messageId: number): Promise<void> {
  await db.run(
    to === 'customer'
      ? sql`update threads set told_customer_id = ${messageId} where id = ${threadId}`
      : sql`update threads set told_staff_id = ${messageId} where id = ${threadId}`,
  )
}

/** The threads of a customer, or those of a group's orders, with what this person has not read. */
export async function threadsOf(
  db: Db,
  whose: { customerId: number } | { groupAccountId: number },
  personId: number,
  page: number,
  size: number,
): Promise<{ rows: (ThreadRow & { unread: number })[]; total: number }> {
  const where =
    'customerId' in whose ? sql`customer_id = ${whose.customerId}` : sql`group_account_id = ${whose.groupAccountId}`
  const rows = await db.rows<ThreadRow & { unread: number }>(sql`
    select ${threadColumns}, ${unreadBy(personId)} as unread from threads t where ${where}
    order by last_at desc, id desc limit ${size} offset ${(page - 1) * size}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from threads where ${where}`)
  return { rows, total }
}
