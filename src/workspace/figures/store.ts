import type { DailyFacts } from '../../platform/db/daily-facts.ts'
import type { Db } from '../../platform/db/db.ts'
import { joined, type Sql, sql } from '../../platform/db/sql.ts'
import { fromShanghai } from '../../platform/time.ts'

// Days are kept up to `filled_until`; later days are counted when they are read.

export async function filledUntil(db: Db): Promise<string | undefined> {
  return (await db.row<{ filledUntil: string }>(sql`select filled_until from figure_fill`))?.filledUntil
}

/** Waits for another process that fills, so that no day is written twice. */
export async function lockFill(db: Db, first: string): Promise<string> {
  await db.run(sql`insert into figure_fill (filled_until) values (${first}::date) on conflict do nothing`)
  return (await db.one<{ filledUntil: string }>(sql`select filled_until from figure_fill for update`)).filledUntil
}

export async function setFilled(db: Db, until: string): Promise<void> {
  await db.run(sql`update figure_fill set filled_until = ${until}::date`)
}

/** Writes the days from..before `to` again, whatever they were. */
export async function rewriteDays(
  db: Db,
  facts: DailyFacts,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  await db.run(
    sql`delete from figure_days where measure = ${facts.measure} and day >= ${from}::date and day < ${to}::date`,
  )
  await db.run(sql`
    insert into figure_days (measure, day, key, count, amount)
    select ${facts.measure}, day, coalesce(key, ''), sum(count), sum(amount)
    from ${facts.relation({ from: fromShanghai(from), to: fromShanghai(to) }, now)} as counted group by 2, 3`)
}

export interface SumRow {
  measure: string
  key: string
  count: number
  amount: number
}

interface Asked {
  facts: readonly DailyFacts[]
  /** Days from..before `to`. */
  from: string
  to: string
  filledUntil: string
  now: Date
}

/** The sums of some days by measure and key. */
export function sumsOf(db: Db, asked: Asked): Promise<SumRow[]> {
  return db.rows(sql`
    select measure, key, sum(count)::bigint as count, sum(amount)::bigint as amount from (${daysOf(asked)}) as days group by 1, 2`)
}

/** The same of one measure by month, whatever the key. */
export function monthsOf(db: Db, asked: Asked): Promise<{ month: string; count: number; amount: number }[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM') as month, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (${daysOf(asked)}) as days group by 1 order by 1`)
}

/** Days that are kept, and days since that are counted now. */
function daysOf({ facts, from, to, filledUntil, now }: Asked): Sql {
  const kept = sql`
    select measure, day, key, count, amount from figure_days
    where measure = any(${facts.map(({ measure }) => measure)}::text[]) and day >= ${from}::date and day < least(${to}::date, ${filledUntil}::date)`
  const since = from > filledUntil ? from : filledUntil
  if (since >= to) return kept
  const days = { from: fromShanghai(since), to: fromShanghai(to) }
  const counted = facts.map(
    ({ measure, relation }) =>
      sql`select ${measure}, day, key, count::bigint, amount::bigint from ${relation(days, now)} as counted`,
  )
  return joined([kept, ...counted], ' union all ')
}

/** Differences between the kept days of a fact and its records, as sentences. */
export function wrongDays(facts: DailyFacts, now: Date): Sql {
  const days = { from: new Date('2000-01-01T00:00:00+08:00'), to: now }
  return sql`
    select coalesce(k.day, c.day) || ' 的 ' || ${facts.measure}::text || '（' || coalesce(k.key, c.key) || '）记为 ' || coalesce(k.count, 0) || ' 条、'
      || coalesce(k.amount, 0) || '，实际为 ' || coalesce(c.count, 0) || ' 条、' || coalesce(c.amount, 0) as fault
    from (select day, key, count, amount from figure_days where measure = ${facts.measure}) k
    full join (select day, key, count, amount from ${facts.relation(days, now)} as counted
      where day < (select filled_until from figure_fill)) c on c.day = k.day and c.key = k.key
    where coalesce(k.count, 0) <> coalesce(c.count, 0) or coalesce(k.amount, 0) <> coalesce(c.amount, 0)`
}
