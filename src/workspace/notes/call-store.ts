import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { CallDirection, CallResult } from './rules.ts'
import type { SubjectKey } from './store.ts'

export interface CallRow {
  id: number
  orderNo: string | null
  staffId: number
  direction: CallDirection
  result: CallResult
  text: string
  calledAt: Date
}

export interface NewCall extends Omit<CallRow, 'id'> {
  customerId: number
  orderId: number | null
  todoId: number | null
}

export function insertCall(db: Db, row: NewCall, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into call_records (customer_id, order_id, order_no, staff_id, direction, result, text, called_at, todo_id, created_at)
    values (${row.customerId}, ${row.orderId}::bigint, ${row.orderNo}::text, ${row.staffId}, ${row.direction}, ${row.result}, ${row.text},
      ${row.calledAt}, ${row.todoId}::bigint, ${now}) returning id`)
}

const about = ({ kind, id, customerId }: SubjectKey): Sql =>
  kind === 'order' ? sql`order_id = ${id}` : sql`customer_id = ${customerId}`

export function callsAbout(db: Db, subject: SubjectKey, limit: number, offset: number): Promise<CallRow[]> {
  return db.rows(sql`
    select id, order_no, staff_id, direction, result, text, called_at from call_records where ${about(subject)}
    order by called_at desc, id desc limit ${limit} offset ${offset}`)
}

export async function countCallsAbout(db: Db, subject: SubjectKey): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from call_records where ${about(subject)}`)).n
}

export function lastReached(db: Db, customerId: number): Promise<{ calledAt: Date } | undefined> {
  return db.row(sql`
    select called_at from call_records where customer_id = ${customerId} and result <> 'missed'
    order by called_at desc, id desc limit 1`)
}
