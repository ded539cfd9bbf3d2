import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface MonthRow {
  month: string
  due: number
  kept: number
}

/** Shanghai month of a time. */
const monthOf = (at: Sql) => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** What was due since, by month: done in time, done late, or late now. */
function byMonth(db: Db, due: Sql, done: Sql, since: Date, now: Date): Promise<MonthRow[]> {
  return db.rows(sql`
    select ${monthOf(due)} as month, count(*) as due, count(*) filter (where ${done} <= ${due}) as kept
    from orders where ${due} >= ${since} and (${done} is not null or ${due} < ${now})
      and stage not in ('cancelled', 'rejected') group by 1`)
}

export const callsByMonth = (db: Db, since: Date, now: Date): Promise<MonthRow[]> =>
  byMonth(db, sql`call_due_at`, sql`called_at`, since, now)

export const dataByMonth = (db: Db, since: Date, now: Date): Promise<MonthRow[]> =>
  byMonth(db, sql`data_due_at`, sql`delivered_at`, since, now)

/** The first delivery decided when it happened; a retest comes later. */
export function promisedByMonth(db: Db, since: Date, now: Date): Promise<MonthRow[]> {
  return db.rows(sql`
    select ${monthOf(sql`promised_at`)} as month, count(*) as due, count(*) filter (where promise_kept) as kept
    from orders where promised_at >= ${since} and (promise_kept is not null or promised_at < ${now})
      and stage not in ('cancelled', 'rejected') group by 1`)
}

/** Orders whose samples were to be sent back, with the deadline. */
export function returnsDue(db: Db, since: Date): Promise<{ orderId: number; dueAt: Date; month: string }[]> {
  return db.rows(sql`
    select id as order_id, return_due_at as due_at, ${monthOf(sql`return_due_at`)} as month
    from orders where return_due_at >= ${since}`)
}
