import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import { lastMovedBy } from '../../../platform/lifecycle/history.ts'
import type { RedReason } from '../rules.ts'
import { owner } from '../store.ts'

export interface RedLetterRow {
  applicationId: number
  redNo: string
  redOn: string
  amountFen: number
}

/** The customer asked for the red letter, and finance has not handed it to the provider. */
const canWithdrawRed = sql`stage = 'reddening' and red_bill = '' and ${lastMovedBy('invoice', sql`invoice_applications.id`, 'customer')}`

/** A condition on `invoice_applications`. */
export const withdrawableBy = (customerId: number) => sql`${owner(customerId)} and ${canWithdrawRed}`

/** Which of these applications are being reddened by a request that the customer can still withdraw. */
export async function withdrawableRed(db: Db, applicationIds: number[]): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from invoice_applications where id = any(${applicationIds}::bigint[]) and ${canWithdrawRed}`)
  return new Set(rows.map(({ id }) => id))
}

/** A part of the line of an order. */
export interface RedPart {
  orderNo: string
  amountFen: number
}

export function redLettersOf(db: Db, applicationIds: number[]): Promise<RedLetterRow[]> {
  return db.rows(sql`
    select application_id, red_no, red_on, amount_fen from invoice_red_letters
    where application_id = any(${applicationIds}::bigint[]) order by application_id, id`)
}

export interface NewRedLetter extends RedLetterRow {
  taxFen: number
  reason: RedReason
}

export async function insertRedLetter(db: Db, row: NewRedLetter, now: Date): Promise<void> {
  await db.run(sql`
    insert into invoice_red_letters (application_id, red_no, red_on, amount_fen, tax_fen, reason, created_at)
    values (${row.applicationId}, ${row.redNo}, ${row.redOn}, ${row.amountFen}, ${row.taxFen}, ${row.reason}, ${now})`)
}

/** Notes in each line that the red letter asked for takes off all that is left of it. */
export async function markAllAsked(db: Db, applicationId: number): Promise<void> {
  await db.run(sql`
    update invoice_lines set red_asked_fen = amount_fen - reddened_fen where application_id = ${applicationId}`)
}

/** Notes in the lines what the red letter asked for takes off them, and answers how many it noted: a part larger than what is left of its line is not noted. */
export function markPartsAsked(db: Db, applicationId: number, parts: readonly RedPart[]): Promise<number> {
  const rows = parts.map(({ orderNo, amountFen }) => ({ order_no: orderNo, amount_fen: amountFen }))
  return db.run(sql`
    update invoice_lines l set red_asked_fen = part.amount_fen
    from jsonb_to_recordset(${json(rows)}::jsonb) as part (order_no text, amount_fen bigint)
    where l.application_id = ${applicationId} and l.order_no = part.order_no and l.reddened_fen + part.amount_fen <= l.amount_fen`)
}

/** No red letter is asked for any more: it was withdrawn or declined, or its provider gave it up for good. */
export async function clearAsked(db: Db, applicationId: number): Promise<void> {
  await db.run(sql`update invoice_lines set red_asked_fen = 0 where application_id = ${applicationId}`)
}

/** The red letter exists: what it was asked for is off the lines. */
export async function takeOffAsked(db: Db, applicationId: number): Promise<void> {
  await db.run(sql`
    update invoice_lines set reddened_fen = reddened_fen + red_asked_fen, red_asked_fen = 0 where application_id = ${applicationId}`)
}
