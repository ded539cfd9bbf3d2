import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import type { PrestoreStage } from './rules.ts'

export interface ApplicationRow {
  id: number
  customerId: number
  stage: PrestoreStage
  version: number
  amountFen: number
  payerName: string
  transferredOn: string
  voucherFileId: number | null
  remark: string
  rejectReason: string
  bankLineId: number | null
  matchedBy: number | null
  confirmedBy: number | null
  createdAt: Date
  creditedAt: Date | null
}

const columns = sql`id, customer_id, stage, version, amount_fen, payer_name, transferred_on, voucher_file_id, remark, reject_reason, bank_line_id, matched_by,
  confirmed_by, created_at, credited_at`

export interface ApplicationFields {
  amountFen: number
  payerName: string
  transferredOn: string
  voucherFileId: number | null
  remark: string
}

export function insertApplication(
  db: Db,
  customerId: number,
  row: ApplicationFields,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into prestore_applications (customer_id, stage, amount_fen, payer_name, transferred_on, voucher_file_id, remark, created_at)
    values (${customerId}, 'pending', ${row.amountFen}, ${row.payerName}, ${row.transferredOn}, ${row.voucherFileId}, ${row.remark}, ${now})
    returning id`)
}

export function applicationById(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.row(sql`select ${columns} from prestore_applications where id = ${id}`)
}

export function applicationOfCustomer(db: Db, id: number, customerId: number): Promise<ApplicationRow | undefined> {
  return db.row(sql`select ${columns} from prestore_applications where id = ${id} and customer_id = ${customerId}`)
}

export function applicationsOfCustomer(
  db: Db,
  customerId: number,
  size: number,
  offset: number,
): Promise<ApplicationRow[]> {
  return db.rows(sql`
    select ${columns} from prestore_applications where customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

export async function countOfCustomer(db: Db, customerId: number, stage: PrestoreStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from prestore_applications where customer_id = ${customerId} and (${stage} = '' or stage = ${stage})`)
  return count
}

export function applicationsAt(
  db: Db,
  stage: PrestoreStage | '',
  size: number,
  offset: number,
): Promise<ApplicationRow[]> {
  return db.rows(sql`
    select ${columns} from prestore_applications where ${stage} = '' or stage = ${stage} order by id desc limit ${size} offset ${offset}`)
}

export async function countAt(db: Db, stage: PrestoreStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from prestore_applications where ${stage} = '' or stage = ${stage}`)
  return count
}
