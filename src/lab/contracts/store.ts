import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import { hasOne, type Related } from '../../platform/db/related.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'
import type { ContractBody, ContractStage } from './rules.ts'

export interface ContractRow {
  id: number
  contractNo: string
  orderId: number
  orderNo: string
  title: string
  customerId: number
  edition: number
  amountFen: number
  stage: ContractStage
  version: number
  body: ContractBody
  signBy: Date
  issuedBy: number
  issuedAt: Date
  pdfFileId: number | null
  pdfSha256: string | null
  signedHow: 'code' | 'stamp' | null
  signedName: string
  signedPhone: string
  signedAt: Date | null
  stampedFileId: number | null
  sealedBy: number | null
  sealedAt: Date | null
  signedPdfFileId: number | null
  sentBackReason: string
}

export const contractColumns = sql`id, contract_no, order_id, order_no, title, customer_id, edition, amount_fen, stage, version, body, sign_by, issued_by, issued_at,
  pdf_file_id, pdf_sha256, signed_how, signed_name, signed_phone, signed_at, stamped_file_id, sealed_by, sealed_at, signed_pdf_file_id, sent_back_reason`

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ n: number }>(sql`select nextval('contract_numbers') as n`)).n
}

export function insertContract(
  db: Db,
  row: Pick<
    ContractRow,
    | 'contractNo'
    | 'orderId'
    | 'orderNo'
    | 'title'
    | 'customerId'
    | 'amountFen'
    | 'body'
    | 'signBy'
    | 'issuedBy'
    | 'issuedAt'
  >,
): Promise<ContractRow> {
  return db.one(sql`
    insert into contracts (contract_no, order_id, order_no, title, customer_id, edition, amount_fen, stage, body, sign_by, issued_by, issued_at)
    values (${row.contractNo}, ${row.orderId}, ${row.orderNo}, ${row.title}, ${row.customerId},
      (select coalesce(max(edition), 0) + 1 from contracts where order_id = ${row.orderId}), ${row.amountFen}, 'to_sign', ${json(row.body)}::jsonb,
      ${row.signBy}, ${row.issuedBy}, ${row.issuedAt})
    returning ${contractColumns}`)
}

export function contractById(db: Db, id: number): Promise<ContractRow | undefined> {
  return db.row(sql`select ${contractColumns} from contracts where id = ${id}`)
}

export function lockedContract(db: Db, id: number): Promise<ContractRow | undefined> {
  return db.row(sql`select ${contractColumns} from contracts where id = ${id} for update`)
}

export function contractByNo(db: Db, contractNo: string): Promise<ContractRow | undefined> {
  return db.row(sql`select ${contractColumns} from contracts where contract_no = ${contractNo}`)
}

export function ownContract(db: Db, contractNo: string, customerId: number): Promise<ContractRow | undefined> {
  return db.row(
    sql`select ${contractColumns} from contracts where contract_no = ${contractNo} and customer_id = ${customerId}`,
  )
}

/** Lets contracts of one order be issued only one after the other. */
export async function lockContracts(db: Db, orderId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('contracts', ${orderId}))`)
}

export function liveContract(db: Db, orderId: number): Promise<ContractRow | undefined> {
  return db.row(
    sql`select ${contractColumns} from contracts where order_id = ${orderId} and stage not in ('void', 'expired') for update`,
  )
}

export function contractsOfOrder(db: Db, orderId: number): Promise<ContractRow[]> {
  return db.rows(sql`select ${contractColumns} from contracts where order_id = ${orderId} order by edition desc`)
}

/** The newest contract of each order that is not void. */
export function contractsOfOrders(db: Db, orderNos: string[]): Promise<ContractRow[]> {
  return db.rows(sql`
    select distinct on (order_no) ${contractColumns} from contracts
    where order_no = any(${orderNos}::text[]) and stage <> 'void' order by order_no, edition desc`)
}

export function listContracts(
  db: Db,
  filter: { customerId: number; stage: string; now: Date; limit: number; offset: number },
): Promise<(ContractRow & { total: number })[]> {
  return db.rows(sql`
    select ${contractColumns}, count(*) over () as total from contracts
    where customer_id = ${filter.customerId} and (${filter.stage} = ''
        or ${filter.stage} = case when stage in ('to_sign', 'sent_back') and sign_by <= ${filter.now} then 'expired' else stage end)
    order by id desc limit ${filter.limit} offset ${filter.offset}`)
}

export function ordersByContract(typed: string): Related {
  const words = sql`folded(contracts.contract_no)`
  return {
    found: sql`select order_id from contracts where ${containsTyped(words, typed)}`,
    here: (order) => hasOne(sql`contracts where contracts.order_id = ${order} and ${hasTyped(words, typed)}`),
  }
}

/** Orders whose contract waits for the customer's signature or for the seal. */
export function ordersUnderContract(db: Db): Promise<{ orderId: number }[]> {
  return db.rows(sql`select distinct order_id from contracts where stage in ('to_sign', 'to_seal')`)
}

export function setPdf(db: Db, id: number, fileId: number, sha256: string): Promise<number> {
  return db.run(
    sql`update contracts set pdf_file_id = ${fileId}, pdf_sha256 = ${sha256} where id = ${id} and pdf_file_id is null`,
  )
}

export function setSignedPdf(db: Db, id: number, fileId: number): Promise<number> {
  return db.run(
    sql`update contracts set signed_pdf_file_id = ${fileId} where id = ${id} and signed_pdf_file_id is null`,
  )
}

/** What a transition writes beside the stage. */
export const changes = {
  signed: (
    how: 'code' | 'stamp',
    name: string,
    phone: string,
    ip: string,
    now: Date,
    stampedFileId: number | null,
  ): Sql[] => [
    sql`signed_how = ${how}`,
    sql`signed_name = ${name}`,
    sql`signed_phone = ${phone}`,
    sql`signed_ip = ${ip}`,
    sql`signed_at = ${now}`,
    sql`stamped_file_id = ${stampedFileId}`,
  ],
  unsigned: (reason: string, signBy: Date): Sql[] => [
    sql`signed_how = null`,
    sql`signed_at = null`,
    sql`stamped_file_id = null`,
    sql`sent_back_reason = ${reason}`,
    sql`sign_by = ${signBy}`,
  ],
  sealed: (by: number, now: Date): Sql[] => [sql`sealed_by = ${by}`, sql`sealed_at = ${now}`],
}

export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}
