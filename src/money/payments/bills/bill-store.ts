import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { DifferenceKind, PayChannelKey, PaymentStage } from '../rules.ts'

export interface Compared {
  paymentNo: string
  channel: string
  stage: PaymentStage
  amountFen: number
  providerNo: string | null
}

/** Our payments with these numbers, whatever their stage. */
export function paymentsByNos(db: Db, nos: string[]): Promise<Compared[]> {
  return db.rows(sql`
    select payment_no, channel, stage, amount_fen, provider_no from payments where payment_no = any(${nos}::text[])`)
}

/** Our payments of a channel that were paid within a period. */
export function paidBetween(db: Db, channel: PayChannelKey, from: Date, to: Date): Promise<Compared[]> {
  return db.rows(sql`
    select payment_no, channel, stage, amount_fen, provider_no from payments
    where channel = ${channel} and stage = 'paid' and paid_at >= ${from} and paid_at < ${to} order by id`)
}

export interface BillRow {
  channel: PayChannelKey
  day: string
  lineCount: number
  receivedFen: number
  refundedFen: number
  feeFen: number
  appliedCount: number
  checkedAt: Date
}

export async function putBill(db: Db, row: BillRow): Promise<void> {
  await db.run(sql`
    insert into channel_bills (channel, day, line_count, received_fen, refunded_fen, fee_fen, applied_count, checked_at)
    values (${row.channel}, ${row.day}, ${row.lineCount}, ${row.receivedFen}, ${row.refundedFen}, ${row.feeFen}, ${row.appliedCount}, ${row.checkedAt})
    on conflict (channel, day) do update set line_count = excluded.line_count, received_fen = excluded.received_fen,
      refunded_fen = excluded.refunded_fen, fee_fen = excluded.fee_fen,
      applied_count = channel_bills.applied_count + excluded.applied_count, checked_at = excluded.checked_at`)
}

/** The days until `last` without a bill, from the first bill within so many days on; `last` alone when there is no bill yet. */
export async function daysWithoutBill(
  db: Db,
  { channel, last, mostDays }: { channel: PayChannelKey; last: string; mostDays: number },
): Promise<string[]> {
  const rows = await db.rows<{ day: string }>(sql`
    with known as (
      select day from channel_bills
      where channel = ${channel} and day <= ${last}::date and day > ${last}::date - ${mostDays}::integer)
    select to_char(each, 'YYYY-MM-DD') as day
    from generate_series(coalesce((select min(day) from known), ${last}::date), ${last}::date, interval '1 day') each
    where each::date not in (select day from known) order by each`)
  return rows.map(({ day }) => day)
}

export interface Found {
  kind: DifferenceKind
  tradeNo: string
  /** Empty for a payment. */
  refundNo: string
  providerNo: string
  thereFen: number | null
  hereFen: number | null
}

/** Adds differences that are new; what was applied counts as resolved. Answers how many are open and new. */
export async function putDifferences(
  db: Db,
  { channel, day, now }: { channel: PayChannelKey; day: string; now: Date },
  found: Found[],
): Promise<number> {
  const rows = await db.rows<{ open: boolean }>(sql`
    insert into channel_differences (channel, day, kind, trade_no, refund_no, provider_no, there_fen, here_fen, found_at, resolved_at)
    select ${channel}, ${day}, f.kind, f."tradeNo", f."refundNo", f."providerNo", f."thereFen", f."hereFen", ${now}::timestamptz,
      case when f.kind = 'applied' then ${now}::timestamptz end
    from jsonb_to_recordset(${json(found)}::jsonb) as f (kind text, "tradeNo" text, "refundNo" text, "providerNo" text, "thereFen" bigint,
      "hereFen" bigint)
    on conflict (channel, day, kind, trade_no, refund_no) do nothing returning resolved_at is null as open`)
  return rows.filter(({ open }) => open).length
}

/** A later comparison no longer finds these. */
export async function resolveVanished(
  db: Db,
  { channel, day, now }: { channel: PayChannelKey; day: string; now: Date },
  found: Found[],
): Promise<void> {
  const keys = found.map(({ kind, tradeNo, refundNo }) => `${kind} ${tradeNo} ${refundNo}`)
  await db.run(sql`
    update channel_differences set resolved_at = ${now}, note = '再次核对时已一致'
    where channel = ${channel} and day = ${day} and resolved_at is null
      and (kind || ' ' || trade_no || ' ' || refund_no) <> all(${keys}::text[])`)
}

/** 0 when it does not exist or is resolved. */
export function resolveDifference(db: Db, id: number, staffId: number, note: string, now: Date): Promise<number> {
  return db.run(sql`
    update channel_differences set resolved_at = ${now}, resolved_by = ${staffId}, note = ${note}
    where id = ${id} and resolved_at is null`)
}

export interface DifferenceRow extends Found {
  id: number
  channel: PayChannelKey
  day: string
  foundAt: Date
  resolvedAt: Date | null
  resolvedBy: number | null
  note: string
}

export const differenceSource: IndexSource = {
  from: sql`from channel_differences`,
  key: sql`id`,
  columns: {
    day: { sql: sql`day` },
    channel: { sql: sql`channel` },
    trade: { sql: sql`trade_no` },
    refund: { sql: sql`refund_no` },
    provider: { sql: sql`provider_no` },
    kind: { sql: sql`kind` },
    there: { sql: sql`there_fen`, nullable: true },
    here: { sql: sql`here_fen`, nullable: true },
    found: { sql: sql`found_at` },
    resolvedAt: { sql: sql`resolved_at`, nullable: true },
    note: { sql: sql`note` },
    resolved: { sql: sql`(case when resolved_at is null then 'no' else 'yes' end)` },
  },
  search: (typed) =>
    sql`(${contains(sql`trade_no`, typed)} or ${contains(sql`refund_no`, typed)} or ${contains(sql`provider_no`, typed)} or ${contains(sql`note`, typed)})`,
}

/** In the order of the ids. */
export function differencesByIds(db: Db, ids: readonly number[]): Promise<DifferenceRow[]> {
  return db.rows(sql`
    select id, channel, day, kind, trade_no, refund_no, provider_no, there_fen, here_fen, found_at, resolved_at, resolved_by, note
    from channel_differences where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

export function billsPage(db: Db, size: number, offset: number): Promise<(BillRow & { openCount: number })[]> {
  return db.rows(sql`
    select channel, day, line_count, received_fen, refunded_fen, fee_fen, applied_count, checked_at,
      (select count(*) from channel_differences d where d.channel = b.channel and d.day = b.day and d.resolved_at is null) as open_count
    from channel_bills b order by day desc, channel limit ${size} offset ${offset}`)
}

export async function countBills(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from channel_bills`)).count
}
