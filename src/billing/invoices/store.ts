import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { InvoiceStage, RedReason } from './rules.ts'
import type { TitleFields } from './titles/title-store.ts'

export interface ApplicationRow extends TitleFields {
  id: number
  applicationNo: string
  customerId: number
  stage: InvoiceStage
  version: number
  type: number
  email: string
  remark: string
  amountFen: number
  ratePercent: number | null
  taxFen: number | null
  rejectReason: string
  createdAt: Date
  way: 'manual' | 'nuonuo'
  requestNo: string | null
  providerNo: string
  requestState: 'none' | 'waiting' | 'accepted' | 'failed'
  requestedAt: Date | null
  attempts: number
  fault: string
  invoiceNo: string | null
  issuedOn: string | null
  sentAt: Date | null
  redReason: RedReason | null
  redNote: string
  redBill: string
  redRequestNo: string | null
  redAskedAt: Date | null
  reddenedFen: number
}

export interface LineRow {
  applicationId: number
  orderId: number
  orderNo: string
  about: string
  fundingNo: string
  amountFen: number
  taxFen: number | null
  /** Taken off by red letters so far. */
  reddenedFen: number
  /** Taken off by the red letter that is being made. */
  redAskedFen: number
}

export const applicationColumns = sql`id, application_no, customer_id, stage, version, type, title, natural_person, tax_no, bank, bank_account, address, phone,
  email, remark, amount_fen, rate_percent, tax_fen, reject_reason, created_at, way, request_no, provider_no, request_state, requested_at,
  attempts, fault, invoice_no, issued_on, sent_at, red_reason, red_note, red_bill, red_request_no, red_asked_at, reddened_fen`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('invoice_numbers') as number`)).number
}

export interface Wanted {
  type: number
  email: string
  remark: string
  amountFen: number
}

export function insertApplication(
  db: Db,
  { applicationNo, customerId, at }: { applicationNo: string; customerId: number; at: Date },
  { type, email, remark, amountFen }: Wanted,
  title: TitleFields,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into invoice_applications (application_no, customer_id, stage, type, title, natural_person, tax_no, bank, bank_account, address,
      phone, email, remark, amount_fen, created_at)
    values (${applicationNo}, ${customerId}, 'pending', ${type}, ${title.title}, ${title.naturalPerson}, ${title.taxNo}, ${title.bank},
      ${title.bankAccount}, ${title.address}, ${title.phone}, ${email}, ${remark}, ${amountFen}, ${at})
    returning id`)
}

export type NewLine = Omit<LineRow, 'applicationId' | 'taxFen' | 'reddenedFen' | 'redAskedFen'>

export async function insertLines(db: Db, applicationId: number, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    order_id: line.orderId,
    order_no: line.orderNo,
    about: line.about,
    funding_no: line.fundingNo,
    amount_fen: line.amountFen,
  }))
  await db.run(sql`
    insert into invoice_lines (application_id, order_id, order_no, about, funding_no, amount_fen)
    select ${applicationId}::bigint, order_id, order_no, about, funding_no, amount_fen
    from jsonb_to_recordset(${json(rows)}::jsonb) as line (order_id bigint, order_no text, about text, funding_no text, amount_fen bigint)`)
}

export async function deleteLines(db: Db, applicationId: number): Promise<void> {
  await db.run(sql`delete from invoice_lines where application_id = ${applicationId}`)
}

export async function setLineTaxes(
  db: Db,
  applicationId: number,
  taxes: readonly { orderId: number; taxFen: number }[],
): Promise<void> {
  const rows = taxes.map(({ orderId, taxFen }) => ({ order_id: orderId, tax_fen: taxFen }))
  await db.run(sql`
    update invoice_lines l set tax_fen = t.tax_fen from jsonb_to_recordset(${json(rows)}::jsonb) as t (order_id bigint, tax_fen bigint)
    where l.application_id = ${applicationId} and l.order_id = t.order_id`)
}

export function linesOf(db: Db, applicationIds: number[]): Promise<LineRow[]> {
  return db.rows(sql`
    select application_id, order_id, order_no, about, funding_no, amount_fen, tax_fen, reddened_fen, red_asked_fen from invoice_lines
    where application_id = any(${applicationIds}::bigint[]) order by application_id, order_id`)
}

export function applicationById(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.row(sql`select ${applicationColumns} from invoice_applications where id = ${id}`)
}

export function lockApplication(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.row(sql`select ${applicationColumns} from invoice_applications where id = ${id} for update`)
}

export function applicationOfCustomer(db: Db, no: string, customerId: number): Promise<ApplicationRow | undefined> {
  return db.row(sql`
    select ${applicationColumns} from invoice_applications where application_no = ${no} and customer_id = ${customerId}`)
}

export function applicationByNo(db: Db, no: string): Promise<ApplicationRow | undefined> {
  return db.row(sql`select ${applicationColumns} from invoice_applications where application_no = ${no}`)
}

export function applicationByRequest(db: Db, requestNo: string): Promise<ApplicationRow | undefined> {
  return db.row(sql`
    select ${applicationColumns} from invoice_applications where request_no = ${requestNo} or red_request_no = ${requestNo}`)
}

export function applicationsOfCustomer(
  db: Db,
  customerId: number,
  stage: InvoiceStage | '',
  size: number,
  offset: number,
): Promise<ApplicationRow[]> {
  return db.rows(sql`
    select ${applicationColumns} from invoice_applications where customer_id = ${customerId} and (${stage} = '' or stage = ${stage})
    order by id desc limit ${size} offset ${offset}`)
}

export async function countOfCustomer(db: Db, customerId: number, stage: InvoiceStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from invoice_applications where customer_id = ${customerId} and (${stage} = '' or stage = ${stage})`)
  return count
}

/** Whether a number is registered, as that of another invoice or of a red letter. */
export async function numberTaken(db: Db, invoiceNo: string, exceptId: number): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as taken from invoice_applications where invoice_no = ${invoiceNo} and id <> ${exceptId}
    union all select 1 from invoice_red_letters where red_no = ${invoiceNo} limit 1`)
  return row !== undefined
}

/** Locked, when it is at this stage. */
export function lockForChange(db: Db, id: number, stage: InvoiceStage): Promise<ApplicationRow | undefined> {
  return db.row(sql`
    select ${applicationColumns} from invoice_applications where id = ${id} and stage = ${stage} for update`)
}

/** The provider took the request: a job asks for its result. */
export function acceptRequest(db: Db, id: number, providerNo: string): Promise<number> {
  return db.run(sql`
    update invoice_applications set request_state = 'accepted', provider_no = ${providerNo}, fault = ''
    where id = ${id} and stage = 'issuing' and request_state = 'waiting'`)
}

/** The provider will not issue this request. A number that it knows as failed is not used again (`spent`). */
export async function failRequest(db: Db, id: number, fault: string, spent: boolean): Promise<void> {
  await db.run(sql`
    update invoice_applications set request_state = 'failed', fault = ${fault},
      request_no = case when ${spent} then null else request_no end
    where id = ${id} and stage = 'issuing' and request_state in ('waiting', 'accepted')`)
}

export async function startRequest(db: Db, id: number, requestNo: string, now: Date): Promise<void> {
  await db.run(sql`
    update invoice_applications set request_no = ${requestNo}, request_state = 'waiting', attempts = attempts + 1, requested_at = ${now},
      fault = '' where id = ${id}`)
}

export async function setWay(db: Db, id: number, way: ApplicationRow['way']): Promise<void> {
  await db.run(sql`
    update invoice_applications set way = ${way}, request_state = 'none', fault = '' where id = ${id}`)
}

/** The application for a red letter at the provider, and the number of the request that issues it. */
export async function setRedBill(db: Db, id: number, bill: string, requestNo: string | null): Promise<void> {
  await db.run(sql`
    update invoice_applications set red_bill = ${bill}, red_request_no = ${requestNo}, fault = '' where id = ${id}`)
}

export async function setFault(db: Db, id: number, fault: string): Promise<void> {
  await db.run(sql`update invoice_applications set fault = ${fault} where id = ${id}`)
}

/** Conditions on the row that a transition moves. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** Nothing is under way at the provider, so that no second invoice is issued. */
export function notAtProvider(): Sql {
  return sql`request_state not in ('waiting', 'accepted')`
}

/** Columns that a transition sets. */
export const changes = {
  edited: ({ type, email, remark, amountFen }: Wanted, title: TitleFields): Sql[] => [
    sql`type = ${type}`,
    sql`email = ${email}`,
    sql`remark = ${remark}`,
    sql`amount_fen = ${amountFen}`,
    sql`title = ${title.title}`,
    sql`natural_person = ${title.naturalPerson}`,
    sql`tax_no = ${title.taxNo}`,
    sql`bank = ${title.bank}`,
    sql`bank_account = ${title.bankAccount}`,
    sql`address = ${title.address}`,
    sql`phone = ${title.phone}`,
    sql`reject_reason = ''`,
  ],
  approved: (ratePercent: number, taxFen: number, way: ApplicationRow['way']): Sql[] => [
    sql`rate_percent = ${ratePercent}`,
    sql`tax_fen = ${taxFen}`,
    sql`way = ${way}`,
    sql`request_state = 'none'`,
    sql`fault = ''`,
  ],
  rejected: (reason: string): Sql[] => [sql`reject_reason = ${reason}`],
  takenBack: (): Sql[] => [sql`request_state = 'none'`, sql`fault = ''`],
  issued: (invoiceNo: string, issuedOn: string): Sql[] => [
    sql`invoice_no = ${invoiceNo}`,
    sql`issued_on = ${issuedOn}`,
    sql`request_state = 'none'`,
    sql`fault = ''`,
  ],
  sent: (now: Date): Sql[] => [sql`sent_at = ${now}`],
  redAsked: (reason: RedReason, note: string, now: Date): Sql[] => [
    sql`red_reason = ${reason}`,
    sql`red_note = ${note}`,
    sql`red_asked_at = ${now}`,
    sql`red_bill = ''`,
    sql`fault = ''`,
  ],
  redDeclined: (): Sql[] => [sql`red_bill = ''`, sql`fault = ''`],
  reddened: (amountFen: number): Sql[] => [
    sql`reddened_fen = reddened_fen + ${amountFen}`,
    sql`red_bill = ''`,
    sql`red_request_no = null`,
    sql`fault = ''`,
  ],
}

export interface IssuedInvoice {
  invoiceNo: string
  issuedOn: string
  title: string
  amountFen: number
  /** Taken off by red letters. */
  reddenedFen: number
}

/** Invoices of a customer issued on these days, both included, oldest first. */
export function issuedBetween(db: Db, customerId: number, from: string, to: string): Promise<IssuedInvoice[]> {
  return db.rows(sql`
    select invoice_no, issued_on, title, amount_fen, reddened_fen from invoice_applications
    where customer_id = ${customerId} and issued_on >= ${from}::date and issued_on <= ${to}::date and invoice_no is not null
    order by issued_on, id`)
}
