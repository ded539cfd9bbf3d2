import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { PayableKey, PayChannelKey, PaymentOutcome, PaymentStage } from './rules.ts'

export interface Payment {
  id: number
  paymentNo: string
  customerId: number
  channel: PayChannelKey
  scene: 'qr' | 'page'
  phone: boolean
  kind: PayableKey
  payableNo: string
  about: string
  amountFen: number
  stage: PaymentStage
  version: number
  codeUrl: string | null
  pageUrl: string | null
  createdAt: Date
  expiresAt: Date
  askedAt: Date | null
  providerNo: string | null
  paidAt: Date | null
  outcome: PaymentOutcome | null
  keptBecause: string
  refundedFen: number
}

export const paymentColumns = sql`id, payment_no, customer_id, channel, scene, phone, kind, payable_no, about, amount_fen, stage, version, code_url, page_url,
  created_at, expires_at, asked_at, provider_no, paid_at, outcome, kept_because, refunded_fen`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('payment_numbers') as number`)).number
}

/** Serialises the attempts to pay one payable, so that two of them share one open payment. */
export async function lockPayable(
  db: Db,
  { customerId, kind, payableNo }: Pick<Payment, 'customerId' | 'kind' | 'payableNo'>,
): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`payment:${customerId}:${kind}:${payableNo}`}, 0))`)
}

export type NewPayment = Pick<
  Payment,
  | 'paymentNo'
  | 'customerId'
  | 'channel'
  | 'scene'
  | 'kind'
  | 'payableNo'
  | 'about'
  | 'amountFen'
  | 'createdAt'
  | 'expiresAt'
> & { phone?: boolean }

export function insertPayment(db: Db, row: NewPayment): Promise<Payment> {
  return db.one(sql`
    insert into payments (payment_no, customer_id, channel, scene, phone, kind, payable_no, about, amount_fen, stage, created_at, expires_at)
    values (${row.paymentNo}, ${row.customerId}, ${row.channel}, ${row.scene}, ${row.phone ?? false}, ${row.kind}, ${row.payableNo}, ${row.about}, ${row.amountFen},
      'open', ${row.createdAt}, ${row.expiresAt})
    returning ${paymentColumns}`)
}

/** The open payments of one payable, newest first. */
export function openPayments(
  db: Db,
  { customerId, kind, payableNo }: Pick<Payment, 'customerId' | 'kind' | 'payableNo'>,
): Promise<Payment[]> {
  return db.rows(sql`
    select ${paymentColumns} from payments
    where customer_id = ${customerId} and kind = ${kind} and payable_no = ${payableNo} and stage = 'open' order by id desc`)
}

export function paymentById(db: Db, id: number): Promise<Payment | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where id = ${id}`)
}

export function paymentByNo(db: Db, paymentNo: string): Promise<Payment | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where payment_no = ${paymentNo}`)
}

export function paymentOfCustomer(db: Db, paymentNo: string, customerId: number): Promise<Payment | undefined> {
  return db.row(
    sql`select ${paymentColumns} from payments where payment_no = ${paymentNo} and customer_id = ${customerId}`,
  )
}

/** Locked: of two reports of one payment the second waits and sees what the first did. */
export function lockPayment(db: Db, paymentNo: string): Promise<Payment | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where payment_no = ${paymentNo} for update`)
}

/** Keeps what the channel answered on opening; a later answer for the same charge says the same. */
export async function keepOpened(
  db: Db,
  id: number,
  { codeUrl = null, pageUrl = null }: { codeUrl?: string | null; pageUrl?: string | null },
): Promise<void> {
  await db.run(
    sql`update payments set code_url = ${codeUrl}, page_url = ${pageUrl} where id = ${id} and stage = 'open'`,
  )
}

/** True for one of several that want to ask the channel about an open payment at the same time. */
export async function mayAsk(db: Db, id: number, now: Date, notSince: Date): Promise<boolean> {
  const claimed = await db.run(sql`
    update payments set asked_at = ${now} where id = ${id} and stage = 'open' and (asked_at is null or asked_at <= ${notSince})`)
  return claimed === 1
}

/** Open payments that expired some time ago: their last job failed or was lost. */
export function overdueOpen(db: Db, before: Date, most: number): Promise<Payment[]> {
  return db.rows(sql`
    select ${paymentColumns} from payments where stage = 'open' and expires_at < ${before} order by expires_at limit ${most}`)
}

/** Adds to what was refunded of a payment; 0 when that would be more than was paid. Joins the caller's transaction. */
export function addRefunded(db: Db, id: number, amountFen: number): Promise<number> {
  return db.run(sql`
    update payments set refunded_fen = refunded_fen + ${amountFen}
    where id = ${id} and stage = 'paid' and refunded_fen + ${amountFen} between 0 and amount_fen`)
}

/** False when the report was kept before. */
export async function insertNotify(
  db: Db,
  row: { channel: string; notifyId: string; tradeNo: string; facts: object; result: string; receivedAt: Date },
): Promise<boolean> {
  const added = await db.run(sql`
    insert into payment_notifies (channel, notify_id, trade_no, facts, result, received_at)
    values (${row.channel}, ${row.notifyId}, ${row.tradeNo}, ${json(row.facts)}::jsonb, ${row.result}, ${row.receivedAt})
    on conflict (channel, notify_id) do nothing`)
  return added === 1
}

export interface NotifyRow {
  id: number
  notifyId: string
  facts: Record<string, unknown>
  result: string
  receivedAt: Date
}

export function notifiesOf(db: Db, paymentNo: string): Promise<NotifyRow[]> {
  return db.rows(sql`
    select id, notify_id, facts, result, received_at from payment_notifies where trade_no = ${paymentNo} order by id`)
}

/** A condition on the row that is moved. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  paid: (
    facts: { providerNo: string; paidAt: Date },
    outcome: { outcome: PaymentOutcome; keptBecause: string },
  ): Sql[] => [
    sql`provider_no = ${facts.providerNo}`,
    sql`paid_at = ${facts.paidAt}`,
    sql`outcome = ${outcome.outcome}`,
    sql`kept_because = ${outcome.keptBecause}`,
  ],
}

/** Payments with what was refunded, as a relation: id, payment_no, amount_fen, refunded_fen. */
export function countedRefunds(): Sql {
  return sql`(select id, payment_no, amount_fen, refunded_fen from payments where stage = 'paid')`
}
