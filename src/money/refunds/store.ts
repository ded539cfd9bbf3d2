import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ComparedRefund, PayChannelKey } from '../payments/rules.ts'
import type { RefundStage, RefundWay } from './rules.ts'

export interface Refund {
  id: number
  refundNo: string
  customerId: number
  way: RefundWay
  subjectNo: string
  paymentId: number | null
  channel: PayChannelKey | null
  stage: RefundStage
  version: number
  amountFen: number
  reason: string
  endReason: string
  proposedBy: number
  confirmedBy: number | null
  sendAt: Date | null
  providerNo: string | null
  createdAt: Date
  doneAt: Date | null
}

export const refundColumns = sql`id, refund_no, customer_id, way, subject_no, payment_id, channel, stage, version, amount_fen, reason, end_reason, proposed_by,
  confirmed_by, send_at, provider_no, created_at, done_at`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('refund_numbers') as number`)).number
}

export type NewRefund = Pick<
  Refund,
  | 'refundNo'
  | 'customerId'
  | 'way'
  | 'subjectNo'
  | 'paymentId'
  | 'channel'
  | 'stage'
  | 'amountFen'
  | 'reason'
  | 'proposedBy'
  | 'sendAt'
  | 'doneAt'
>

export function insertRefund(db: Db, row: NewRefund, now: Date): Promise<Refund> {
  return db.one(sql`
    insert into refunds (refund_no, customer_id, way, subject_no, payment_id, channel, stage, amount_fen, reason, proposed_by, send_at, done_at,
      created_at)
    values (${row.refundNo}, ${row.customerId}, ${row.way}, ${row.subjectNo}, ${row.paymentId}, ${row.channel}, ${row.stage}, ${row.amountFen},
      ${row.reason}, ${row.proposedBy}, ${row.sendAt}, ${row.doneAt}, ${now})
    returning ${refundColumns}`)
}

export function refundById(db: Db, id: number): Promise<Refund | undefined> {
  return db.row(sql`select ${refundColumns} from refunds where id = ${id}`)
}

/** Locked: of two reports of one refund the second waits and sees what the first did. */
export function lockRefund(db: Db, id: number): Promise<Refund | undefined> {
  return db.row(sql`select ${refundColumns} from refunds where id = ${id} for update`)
}

export function refundByNo(db: Db, no: string): Promise<Refund | undefined> {
  return db.row(sql`select ${refundColumns} from refunds where refund_no = ${no}`)
}

const comparedColumns = sql`refund_no, subject_no as payment_no, channel, stage, amount_fen, send_at as sent_at, provider_no`

export function channelRefundsByNos(db: Db, nos: string[]): Promise<ComparedRefund[]> {
  return db.rows(sql`
    select ${comparedColumns} from refunds where way = 'channel' and refund_no = any(${nos}::text[])`)
}

/** Refunds whose money left through a channel within a period. */
export function channelRefundsDone(db: Db, channel: PayChannelKey, from: Date, to: Date): Promise<ComparedRefund[]> {
  return db.rows(sql`
    select ${comparedColumns} from refunds
    where channel = ${channel} and stage = 'done' and done_at >= ${from} and done_at < ${to} order by id`)
}

export function refundedToBalance(
  db: Db,
  orderNo: string,
): Promise<{ refundNo: string; amountFen: number; reason: string; doneAt: Date }[]> {
  return db.rows(sql`
    select refund_no, amount_fen, reason, done_at from refunds
    where way = 'balance' and subject_no = ${orderNo} and stage = 'done' order by id`)
}

/** What is to go back to a balance for an order and waits for a second person. */
export async function sumChecking(db: Db, orderNo: string): Promise<number> {
  const { fen } = await db.one<{ fen: number }>(sql`
    select coalesce(sum(amount_fen), 0)::bigint as fen from refunds
    where way = 'balance' and subject_no = ${orderNo} and stage = 'checking'`)
  return fen
}

/** How many refunds of a payment there are, and when the last one is sent. The caller holds the lock of the payment. */
export function refundsOfPayment(db: Db, paymentId: number): Promise<{ count: number; lastSentAt: Date | null }> {
  return db.one(sql`
    select count(*) as count, max(send_at) as last_sent_at from refunds where payment_id = ${paymentId} and stage <> 'declined'`)
}

/** Refunds that a channel accepted some time ago and has not reported since. */
export function waitingRefunds(db: Db, sentBefore: Date): Promise<{ id: number }[]> {
  return db.rows(sql`select id from refunds where stage = 'processing' and send_at < ${sentBefore} order by id`)
}

export function refundsOfCustomer(db: Db, customerId: number, size: number, offset: number): Promise<Refund[]> {
  return db.rows(sql`
    select ${refundColumns} from refunds where customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

export async function countOfCustomer(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from refunds where customer_id = ${customerId}`,
  )
  return count
}

/** A condition on the row: the second person must not be the first one. */
export function proposedByAnother(staffId: number): Sql {
  return sql`proposed_by <> ${staffId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  confirmed: (staffId: number, sendAt: Date): Sql[] => [sql`confirmed_by = ${staffId}`, sql`send_at = ${sendAt}`],
  confirmedToBalance: (staffId: number, now: Date): Sql[] => [sql`confirmed_by = ${staffId}`, sql`done_at = ${now}`],
  finished: (now: Date, providerNo: string | null): Sql[] => [sql`done_at = ${now}`, sql`provider_no = ${providerNo}`],
  ended: (reason: string): Sql[] => [sql`end_reason = ${reason}`],
}

/** The refunds to balances as a relation: id, order_no. */
export function balanceRefundsRelation(): Sql {
  return sql`(select id, subject_no as order_no from refunds where way = 'balance')`
}
