import { type DailyFacts, dailyFacts, type Days } from '../../../platform/db/daily-facts.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { IndexSource } from '../../../platform/db/index-query.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import { ageBands, type AgeBand, type IncomeGroup, type IncomeKind, incomeKinds } from './income-rules.ts'

// Income is what the ledger posted to that account, by order. A settlement that is paid is divided among its rows.

/** Relations of lower slices. */
export interface IncomeSources {
  /** entry_id, kind, business_id, at, amount_fen. */
  entries: Sql
  /** id, order_no. */
  refunds: Sql
  /** order_no, title, customer_group, customer_id, rid, project_name. */
  orderOf: (id: Sql) => Sql
  orderIdOf: (orderNo: Sql) => Sql
}

/** Refunds and reductions are negative, so that sums are net. */
const income = ({ entries, refunds, orderOf, orderIdOf }: IncomeSources) => sql`(
  select x.id, x.at, x.amount_fen, case when x.kind = any(${Object.keys(incomeKinds)}::text[]) then x.kind else 'other' end as kind,
    coalesce(o.order_no, '') as order_no, coalesce(o.title, '') as title, o.customer_id, coalesce(o.customer_group, 'other') as customer_group,
    coalesce(o.rid, 0) as rid, coalesce(o.project_name, '') as project_name
  from (
    select e.entry_id * 2 as id, e.at, e.kind, e.amount_fen, case e.kind when 'order.advance' then e.business_id::bigint
      when 'order.reduction' then split_part(e.business_id, ':', 1)::bigint
      when 'refund' then ${orderIdOf(
        sql`(select f.order_no from ${refunds} f where f.id = (case when e.kind = 'refund' then e.business_id::bigint end))`,
      )} end as order_id
    from ${entries} e where e.kind <> 'settlement.pay'
    union all
    select r.id * 2 + 1, e.at, e.kind, r.amount_fen, r.order_id
    from ${entries} e
    join settlement_rows r on r.settlement_id = (case when e.kind = 'settlement.pay' then e.business_id::bigint end)
    where e.kind = 'settlement.pay' and r.amount_fen > 0) x
  left join lateral ${orderOf(sql`x.order_id`)} o on true)`

const byKey = (sources: IncomeSources, measure: string, key: Sql): DailyFacts =>
  dailyFacts(
    measure,
    ({ from, to }: Days) => sql`(
    select (i.at at time zone 'Asia/Shanghai')::date as day, ${key} as key, count(*) as count, sum(i.amount_fen)::bigint as amount
    from ${income(sources)} i where i.at >= ${from} and i.at < ${to} group by 1, 2)`,
    true,
  )

export const incomeFacts = (sources: IncomeSources): readonly DailyFacts[] => [
  byKey(sources, 'income.group', sql`i.customer_group`),
  byKey(sources, 'income.project', sql`i.rid::text`),
]

export function incomeSource(sources: IncomeSources, customers: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from ${income(sources)} i`,
    key: sql`i.id`,
    columns: {
      at: { sql: sql`i.at` },
      no: { sql: sql`i.order_no` },
      customer: { match: async (typed) => sql`i.customer_id = any(${await customers(typed)}::bigint[])` },
      title: { sql: sql`i.title` },
      group: { sql: sql`i.customer_group` },
      project: { sql: sql`i.project_name` },
      rid: { sql: sql`i.rid` },
      kind: { sql: sql`i.kind` },
      amount: { sql: sql`i.amount_fen` },
    },
  }
}

export interface IncomeRow {
  id: number
  at: Date
  amountFen: number
  kind: IncomeKind
  orderNo: string
  title: string
  customerId: number | null
  customerGroup: IncomeGroup
  rid: number
  projectName: string
}

export function incomeByIds(db: Db, sources: IncomeSources, ids: readonly number[]): Promise<IncomeRow[]> {
  return db.rows(sql`
    select id, at, amount_fen, kind, order_no, title, customer_id, customer_group, rid, project_name from ${income(sources)} i
    where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

/** Days in Shanghai since the final amount was fixed. */
const ageOf = (today: string): Sql => sql`(${today}::date - (r.fixed_at at time zone 'Asia/Shanghai')::date)`

const bandOf = (today: string): Sql => sql`(case when ${ageOf(today)} <= ${ageBands.d30.most} then 'd30'
  when ${ageOf(today)} <= ${ageBands.d60.most} then 'd60' when ${ageOf(today)} <= ${ageBands.d90.most} then 'd90' else 'more' end)`

export function receivableSource(
  today: string,
  related: { customers: (typed: string) => Promise<number[]>; orders: (typed: string) => Promise<number[]> },
): IndexSource {
  return {
    from: sql`from settlement_rows r`,
    key: sql`r.id`,
    where: sql`r.paid_at is null and r.amount_fen > 0`,
    columns: {
      no: { match: async (typed) => sql`r.order_id = any(${await related.orders(typed)}::bigint[])` },
      customer: { match: async (typed) => sql`r.owed_by = any(${await related.customers(typed)}::bigint[])` },
      kind: { sql: sql`r.kind` },
      fixed: { sql: sql`r.fixed_at` },
      due: { sql: sql`r.due_at` },
      age: { sql: bandOf(today) },
      settlement: {
        match: (typed) => sql`r.settlement_id in (select id from settlements where settlement_no = upper(${typed}))`,
      },
      amount: { sql: sql`r.amount_fen` },
    },
  }
}

export interface ReceivableRow {
  id: number
  orderId: number
  owedBy: number
  kind: 'credit' | 'supplement'
  fixedAt: Date
  dueAt: Date
  age: AgeBand
  amountFen: number
  settlementNo: string
}

export function receivablesByIds(db: Db, ids: readonly number[], today: string): Promise<ReceivableRow[]> {
  return db.rows(sql`
    select r.id, r.order_id, r.owed_by, r.kind, r.fixed_at, r.due_at, ${bandOf(today)} as age, r.amount_fen, coalesce(s.settlement_no, '') as settlement_no
    from settlement_rows r left join settlements s on s.id = r.settlement_id
    where r.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], r.id)`)
}

export function receivablesByAge(db: Db, today: string): Promise<{ age: AgeBand; count: number; amountFen: number }[]> {
  return db.rows(sql`
    select ${bandOf(today)} as age, count(*) as count, sum(r.amount_fen)::bigint as amount_fen
    from settlement_rows r where r.paid_at is null and r.amount_fen > 0 group by 1`)
}
