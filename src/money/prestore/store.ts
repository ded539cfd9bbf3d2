import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { likenessOf } from './match-rules.ts'
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
  /** Sorts the most likely application for this bank line first; its customer is read from the code in the memo. */
  line?: { customerId: number | null; amountFen: number; payer: string },
): Promise<ApplicationRow[]> {
  const likeness = line
    ? sql`case when customer_id = ${line.customerId}::bigint then ${likenessOf.code}::int
          when ${line.customerId}::bigint is null then 0 else ${-likenessOf.code}::int end
        + case when amount_fen = ${line.amountFen} then ${likenessOf.amount}::int else 0 end
        + case when payer_name = ${line.payer} and payer_name <> '' then ${likenessOf.payer}::int else 0 end desc, id desc`
    : sql`id desc`
  return db.rows(sql`
    select ${columns} from prestore_applications where ${stage} = '' or stage = ${stage}
    order by ${likeness} limit ${size} offset ${offset}`)
}

export async function countAt(db: Db, stage: PrestoreStage | ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from prestore_applications where ${stage} = '' or stage = ${stage}`)
  return count
}

/** Conditions on the row that a transition moves. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** The amount that was read from the bank: an application corrected meanwhile is not credited with the old one. */
export function amountIs(amountFen: number): Sql {
  return sql`amount_fen = ${amountFen}`
}

/** The second person must not be the first one. */
export function matchedByAnother(staffId: number): Sql {
  return sql`matched_by <> ${staffId}`
}

export type ApplicationEdit = Pick<
  ApplicationRow,
  'amountFen' | 'payerName' | 'transferredOn' | 'voucherFileId' | 'remark'
>

/** Columns that a transition sets. */
export const changes = {
  edited: ({ amountFen, payerName, transferredOn, voucherFileId, remark }: ApplicationEdit): Sql[] => [
    sql`amount_fen = ${amountFen}`,
    sql`payer_name = ${payerName}`,
    sql`transferred_on = ${transferredOn}`,
    sql`voucher_file_id = ${voucherFileId}`,
    sql`remark = ${remark}`,
    sql`reject_reason = ''`,
  ],
  matched: (lineId: number, staffId: number): Sql[] => [
    sql`bank_line_id = ${lineId}`,
    sql`matched_by = ${staffId}`,
    sql`confirmed_by = null`,
  ],
  confirmed: (staffId: number): Sql[] => [sql`confirmed_by = ${staffId}`],
  credited: (now: Date): Sql[] => [sql`credited_at = ${now}`],
  unmatched: (): Sql[] => [sql`bank_line_id = null`, sql`matched_by = null`],
  rejected: (reason: string): Sql[] => [sql`reject_reason = ${reason}`],
}
