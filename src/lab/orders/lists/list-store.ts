import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource, type WideSearch } from '../../../platform/db/index-query.ts'
import { joined, literals, type Sql, sql } from '../../../platform/db/sql.ts'
import type { Related as Belonging } from '../../../platform/db/related.ts'
import { containsTyped, hasTyped } from '../../../platform/db/typed-words.ts'
import { dueQueues, type DueQueue, type OrderQueue } from './queue-rules.ts'
import { callKept, dataKept, dayKept, retested, returnKept, type Returns, tookBand } from '../figures/figure-store.ts'
import type { Kept } from '../figures/figure-rules.ts'
import { inOneOf, lateInOneOf, queuesOf } from './queue-store.ts'
import { wholeNumber } from '../../samples/whole-number-rules.ts'
import type { OrderRow } from '../record-rules.ts'
import { finalAmountStages, type OrderStage } from '../rules.ts'
import { orderColumns } from '../store.ts'

/** What other slices know of a typed text. */
export interface Related {
  customers: (typed: string) => Promise<number[]>
  staff: (typed: string) => Promise<number[]>
  /** The projects that the instrument with this number serves. */
  served: (instrumentNo: string) => Promise<number[]>
  about: (typed: string) => Promise<About>
}

export interface About {
  /** By the order: samples, contracts and reports. */
  ofOrders: Belonging[]
  ofCustomers: Belonging
  /** What was typed, when it can be pinyin. */
  sound: string | undefined
  /** Orders whose title sounds like it, of those whose pinyin is not stored yet. */
  unsounded: number[]
}

/** What is agreed so far, as `agreedFen` computes it. `greatest` leaves out nulls, so the case keeps them. */
const agreed = sql`case when coalesce(o.quote_fen, o.estimate_fen) is not null then greatest(
  greatest(coalesce(o.quote_fen, o.estimate_fen) + o.retest_fee_fen - o.reduction_fen, 0) - o.discount_fen, 0) end`

/** The index on the words finds the rows; the second condition is on the one column that is meant. */
const inWords = (column: Sql, typed: string): Sql =>
  sql`(${containsTyped(sql`o.words`, typed)} and strpos(folded(${column}), folded(${typed})) > 0)`

/** What is agreed before coupons, as `grossFen` computes it. */
const gross = sql`case when coalesce(o.quote_fen, o.estimate_fen) is not null then
  greatest(coalesce(o.quote_fen, o.estimate_fen) + o.retest_fee_fen - o.reduction_fen, 0) end`

/** Delivered orders without a final amount. */
export function toBillSource(customers: Related['customers']): IndexSource {
  const ofCustomers = async (typed: string) => sql`o.customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from orders o`,
    key: sql`o.id`,
    where: sql`o.stage in (${literals(finalAmountStages)}) and o.final_fen is null`,
    columns: {
      no: { sql: sql`o.order_no`, match: (typed) => inWords(sql`o.order_no`, typed) },
      title: { match: (typed) => inWords(sql`o.title`, typed) },
      customer: { match: ofCustomers },
      group: { sql: sql`o.customer_group` },
      samples: { sql: sql`o.sample_count::bigint` },
      delivered: { sql: sql`o.delivered_at`, nullable: true },
      agreed: { sql: sql`(${gross})`, nullable: true },
      discount: { sql: sql`o.discount_fen` },
      disputed: { sql: sql`(case when o.stage = 'disputed' then 'yes' else 'no' end)` },
    },
    search: async (typed) => sql`(${containsTyped(sql`o.words`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** Statements of ids, for lists of other slices that name an order. */
export const idsOfNumber = (typed: string): Sql =>
  sql`select id from orders where order_no = ${typed.trim().toUpperCase()}`
export const idsOfCustomers = (customerIds: readonly number[]): Sql =>
  sql`select id from orders where customer_id = any(${[...customerIds]}::bigint[])`

/** With a stage: the orders of that stage alone. */
export function orderSource(
  { customers, staff, served, about, returns }: Related & { returns: Returns },
  now: Date,
  stage?: OrderStage,
): IndexSource {
  const of = (column: Sql) => async (typed: string) => sql`${column} = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from orders o`,
    key: sql`o.id`,
    ...(stage ? { where: sql`o.stage = ${stage}` } : {}),
    columns: {
      no: { sql: sql`o.order_no`, match: (typed) => inWords(sql`o.order_no`, typed) },
      created: { sql: sql`o.created_at` },
      title: { match: (typed) => inWords(sql`o.title`, typed) },
      samples: { sql: sql`o.sample_count` },
      customer: { match: of(sql`o.customer_id`) },
      group: { sql: sql`o.customer_group` },
      payer: { match: async (typed) => sql`(o.payer_id <> o.customer_id and ${await of(sql`o.payer_id`)(typed)})` },
      assignee: { match: async (typed) => sql`o.assigned_to = any(${await staff(typed)}::bigint[])` },
      service: { sql: sql`o.service_type::text` },
      urgent: { sql: sql`(case when o.urgent then 'yes' else 'no' end)` },
      stage: { sql: sql`o.stage` },
      queue: { among: (queues) => inOneOf(queues, now) },
      funding: {
        match: (typed) =>
          sql`exists (select 1 from order_lines l where l.order_id = o.id and ${contains(sql`l.funding_no`, typed)})`,
      },
      amount: { sql: sql`coalesce(o.final_fen, ${agreed})`, nullable: true },
      agreed: { sql: agreed },
      final: { sql: sql`o.final_fen` },
      quoteUntil: { sql: sql`o.quote_valid_until`, nullable: true },
      callDue: { sql: callDue, nullable: true },
      dataDue: { sql: sql`o.data_due_at`, nullable: true },
      delivered: { sql: sql`o.delivered_at`, nullable: true },
      confirmDue: { sql: sql`o.confirm_due_at`, nullable: true },
      paid: { sql: sql`o.paid_at`, nullable: true },
      returnDue: { sql: sql`o.return_due_at`, nullable: true },
      received: { sql: sql`o.received_at`, nullable: true },
      promised: { sql: sql`o.promised_at`, nullable: true },
      took: { sql: tookBand },
      retest: { sql: retested },
      callBy: { sql: sql`o.call_due_at`, nullable: true },
      callKept: { sql: callKept(now) },
      dataKept: { sql: dataKept(now) },
      dayKept: { sql: dayKept(now) },
      returnKept: { sql: returnKept(returns, now) },
      late: { among: (queues) => lateInOneOf(queues, now) },
      instrument: {
        match: async (typed) =>
          sql`exists (select 1 from order_lines l where l.order_id = o.id and l.rid = any(${await served(typed)}::bigint[]))`,
      },
    },
    search: async (typed) => {
      const number = wholeNumber(typed)
      return number ? sql`o.order_no = ${number.orderNo}` : sql`o.id in (${searchOf(typed, await about(typed)).found})`
    },
    wideSearch: async (typed) => (wholeNumber(typed) ? undefined : searchOf(typed, await about(typed))),
  }
}

/** Each part of `found` uses its own index. One condition with `or` would compute the bigrams of every row again. */
function searchOf(typed: string, { ofOrders, ofCustomers, sound, unsounded }: About): WideSearch {
  const heard = sound === undefined ? [] : [`|${sound}`]
  const those = sql`${unsounded}::bigint[]`
  const found = [
    sql`select id from orders where id = any(${those})`,
    sql`select id from orders where ${containsTyped(sql`words`, typed)}`,
    ...heard.map((each) => sql`select id from orders where ${containsTyped(sql`sounds`, each)}`),
    sql`select id from orders where customer_id in (${ofCustomers.found})`,
    ...ofOrders.map((each) => each.found),
  ]
  const here = [
    hasTyped(sql`o.words`, typed),
    ...heard.map((each) => sql`coalesce(strpos(o.sounds, ${each}) > 0, o.id = any(${those}))`),
    ofCustomers.here(sql`o.customer_id`),
    ...ofOrders.map((each) => each.here(sql`o.id`)),
  ]
  return { table: 'orders', found: joined(found, ' union all '), here: sql`(${joined(here, ' or ')})` }
}

/** The deadline of a call that has not been made yet. */
const callDue = sql`(case when o.called_at is null then o.call_due_at end)`

export interface PlacedOrder extends OrderRow {
  fundingNo: string
  queues: OrderQueue[]
  retested: boolean
  promiseKept: boolean | null
  returnKept: Kept | null
  lateQueues: DueQueue[]
  rids: number[]
}

/** The orders with these ids in their order, with their funding numbers and the queues that they stand in. */
export function ordersInPlaces(db: Db, ids: readonly number[], now: Date, returns: Returns): Promise<PlacedOrder[]> {
  return db.rows(sql`
    select ${orderColumns},
      coalesce((select string_agg(distinct l.funding_no, '、') from order_lines l where l.order_id = o.id and l.funding_no <> ''), '') as funding_no,
      (select coalesce(jsonb_agg(q.queue), '[]') from ${queuesOf(now)} where q.holds) as queues,
      (select coalesce(jsonb_agg(q.queue), '[]') from ${queuesOf(now)}
        where q.holds and q.due_at < ${now} and q.queue = any(${[...dueQueues]}::text[])) as late_queues,
      (select coalesce(jsonb_agg(distinct l.rid), '[]') from order_lines l where l.order_id = o.id) as rids,
      ${retested} = 'yes' as retested, promise_kept, ${returnKept(returns, now)} as return_kept
    from orders o where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}
