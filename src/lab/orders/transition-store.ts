import { json, sql } from '../../platform/db/sql.ts'
import type { HoldAnswer } from './record-rules.ts'

// What a transition writes beside the stage (`set`), and conditions on the row it moves (`where`).

export const changes = {
  quoted: (quoteFen: number, until: Date) => [
    sql`quote_fen = ${quoteFen}`,
    sql`quote_version = quote_version + 1`,
    sql`quote_valid_until = ${until}`,
  ],
  quoteWithdrawn: () => [sql`quote_fen = null`, sql`quote_valid_until = null`],
  received: (at: Date, { callDueAt, promisedAt }: { callDueAt: Date; promisedAt: Date | null }) => [
    sql`received_at = ${at}`,
    sql`call_due_at = ${callDueAt}`,
    sql`promised_at = ${promisedAt}::timestamptz`,
  ],
  testing: (at: Date, testerId: number | null) => [
    sql`testing_started_at = coalesce(testing_started_at, ${at})`,
    sql`tester_id = coalesce(${testerId}::bigint, tester_id)`,
    // Who begins does the work from then on.
    sql`assigned_to = coalesce(${testerId}::bigint, assigned_to)`,
  ],
  held: () => [sql`held_from = stage`, sql`hold_answer = null`],
  answered: (answer: HoldAnswer) => [sql`hold_answer = ${json(answer)}::jsonb`],
  again: () => [sql`experiment_ended_at = null`, sql`data_due_at = null`],
  retest: (lineIds: number[] | null) => [sql`retest_line_ids = ${lineIds}::bigint[]`],
  handedIn: (at: Date, dataDueAt: Date) => [
    sql`experiment_ended_at = coalesce(experiment_ended_at, ${at})`,
    sql`data_due_at = coalesce(data_due_at, ${dataDueAt})`,
  ],
  delivered: (at: Date, confirmDueAt: Date, reviewerId: number | null) => [
    sql`delivered_at = ${at}`,
    // The first delivery decides; a retest comes later.
    sql`promise_kept = coalesce(promise_kept, ${at} <= promised_at)`,
    sql`confirm_due_at = ${confirmDueAt}`,
    sql`reviewer_id = ${reviewerId}::bigint`,
    sql`confirm_paused_at = null`,
    sql`report_withdrawn_at = null`,
  ],
  paused: (at: Date) => [sql`confirm_paused_at = ${at}`],
  redelivered: (confirmDueAt: Date) => [
    sql`confirm_due_at = ${confirmDueAt}`,
    sql`confirm_paused_at = null`,
    sql`retest_offer_fen = null`,
  ],
  retestOffered: (feeFen: number) => [sql`retest_offer_fen = ${feeFen}`],
  retestAgreed: () => [sql`retest_fee_fen = retest_fee_fen + retest_offer_fen`, sql`retest_offer_fen = null`],
  confirmed: (at: Date) => [sql`confirmed_at = ${at}`],
  cancelled: (feeFen: number) => [sql`cancel_fee_fen = ${feeFen}`],
  closed: (at: Date) => [sql`closed_at = ${at}`],
}

export const owner = (customerId: number) => sql`customer_id = ${customerId}`
/** Who ordered, or the group that pays. */
export const party = (id: number) => sql`(customer_id = ${id} or payer_id = ${id})`
export const payingGroup = (accountId: number) => sql`payer_id = ${accountId} and group_id is not null`
export const otherTester = (staffId: number) => sql`tester_id is distinct from ${staffId}::bigint`
export const heldBeforeTesting = sql`held_from = 'received'`
export const heldInTesting = sql`held_from is distinct from 'received'`
export const sameQuote = (quoteVersion: number) => sql`quote_version = ${quoteVersion}`
export const amountOpen = sql`final_fen is null`
export const confirmDue = (now: Date) => sql`confirm_due_at <= ${now} and report_withdrawn_at is null`
export const ownWithReport = (customerId: number) => sql`customer_id = ${customerId} and report_withdrawn_at is null`
export const sameOffer = (partyId: number, feeFen: number) =>
  sql`${party(partyId)} and retest_offer_fen = ${feeFen} and final_fen is null`
export const correctable = (doneSince: Date) => sql`(stage <> 'done' or confirmed_at >= ${doneSince})`
