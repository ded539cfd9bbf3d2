import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Payment } from './store.ts'

export interface PaymentFilter {
  channel: string
  stage: string
  outcome: string
  /** Days in Shanghai, as instants; null: no bound. */
  from: Date | null
  to: Date | null
  /** Part of a number, or empty. */
  no: string
  /** Of these customers, or of any. */
  customers: number[] | null
}

/** Filters by the time of payment, or of opening while unpaid. The text stays constant, so that the statement is prepared once. */
function where({ channel, stage, outcome, from, to, no, customers }: PaymentFilter): Sql {
  return sql`(${channel} = '' or channel = ${channel}) and (${stage} = '' or stage = ${stage})
    and (${outcome} = '' or outcome = ${outcome})
    and (${from}::timestamptz is null or coalesce(paid_at, created_at) >= ${from}::timestamptz)
    and (${to}::timestamptz is null or coalesce(paid_at, created_at) < ${to}::timestamptz)
    and ((${no} = '' and ${customers}::bigint[] is null) or (${no} <> '' and (payment_no = ${no} or payable_no = ${no} or provider_no = ${no}))
      or customer_id = any(${customers}::bigint[]))`
}

export function paymentsPage(db: Db, filter: PaymentFilter, size: number, offset: number): Promise<Payment[]> {
  return db.rows(sql`
    select id, payment_no, customer_id, channel, scene, phone, kind, payable_no, about, amount_fen, stage, version, code_url, page_url,
      created_at, expires_at, asked_at, provider_no, paid_at, outcome, kept_because, refunded_fen
    from payments where ${where(filter)} order by id desc limit ${size} offset ${offset}`)
}

export interface PaymentSums {
  total: number
  openFen: number
  paidFen: number
  keptFen: number
  refundedFen: number
}

/** Counted and summed over the whole filtered list, not over one page. */
export function paymentSums(db: Db, filter: PaymentFilter): Promise<PaymentSums> {
  return db.one(sql`
    select count(*) as total,
      coalesce(sum(amount_fen) filter (where stage = 'open'), 0)::bigint as open_fen,
      coalesce(sum(amount_fen) filter (where stage = 'paid'), 0)::bigint as paid_fen,
      coalesce(sum(amount_fen) filter (where outcome = 'kept'), 0)::bigint as kept_fen,
      coalesce(sum(refunded_fen), 0)::bigint as refunded_fen
    from payments where ${where(filter)}`)
}
