import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClaimKind, TransferStage } from './rules.ts'

export interface ClaimRow {
  id: number
  customerId: number
  kind: ClaimKind
  payableNo: string
  stage: TransferStage
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

export const claimColumns = sql`id, customer_id, kind, payable_no, stage, version, amount_fen, payer_name, transferred_on, voucher_file_id, remark, reject_reason, bank_line_id, matched_by,
  confirmed_by, created_at, credited_at`

export interface ClaimFields {
  amountFen: number
  payerName: string
  transferredOn: string
  voucherFileId: number | null
  remark: string
}

/** What the money is for. */
export interface ClaimTarget {
  kind: ClaimKind
  no: string
}

export function insertClaim(
  db: Db,
  customerId: number,
  { kind, no }: ClaimTarget,
  row: ClaimFields,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into transfer_claims (customer_id, kind, payable_no, stage, amount_fen, payer_name, transferred_on, voucher_file_id, remark, created_at)
    values (${customerId}, ${kind}, ${no}, 'pending', ${row.amountFen}, ${row.payerName}, ${row.transferredOn}, ${row.voucherFileId}, ${row.remark}, ${now})
    returning id`)
}

export function claimById(db: Db, id: number): Promise<ClaimRow | undefined> {
  return db.row(sql`select ${claimColumns} from transfer_claims where id = ${id}`)
}

export function claimOfCustomer(db: Db, id: number, customerId: number): Promise<ClaimRow | undefined> {
  return db.row(sql`select ${claimColumns} from transfer_claims where id = ${id} and customer_id = ${customerId}`)
}

export interface ClaimFilter {
  kind: ClaimKind | ''
  stage: TransferStage | ''
}

export function claimsOfCustomer(
  db: Db,
  customerId: number,
  filter: ClaimFilter,
  size: number,
  offset: number,
): Promise<ClaimRow[]> {
  return db.rows(sql`
    select ${claimColumns} from transfer_claims where customer_id = ${customerId} and ${fits(filter)}
    order by id desc limit ${size} offset ${offset}`)
}

export async function countOfCustomer(db: Db, customerId: number, filter: ClaimFilter): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from transfer_claims where customer_id = ${customerId} and ${fits(filter)}`)
  return count
}

/** The customer's claims that finance has not decided yet, of what has a number. */
export function openClaims(db: Db, customerId: number): Promise<{ id: number; kind: ClaimKind; payableNo: string }[]> {
  return db.rows(sql`
    select id, kind, payable_no from transfer_claims
    where customer_id = ${customerId} and kind <> 'prestore' and stage in ('pending', 'checking')`)
}

export async function isClaimed(db: Db, { kind, no }: ClaimTarget): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from transfer_claims where kind = ${kind} and payable_no = ${no} and kind <> 'prestore' and stage in ('pending', 'checking')`)
  return row !== undefined
}

function fits({ kind, stage }: ClaimFilter): Sql {
  return sql`(${kind} = '' or kind = ${kind}) and (${stage} = '' or stage = ${stage})`
}

/** Conditions on the row that a transition moves. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

/** The amount that was read: a claim corrected meanwhile is not matched. */
export function amountIs(amountFen: number): Sql {
  return sql`amount_fen = ${amountFen}`
}

/** The second person must not be the first one. */
export function matchedByAnother(staffId: number): Sql {
  return sql`matched_by <> ${staffId}`
}

export type ClaimEdit = Pick<ClaimRow, 'amountFen' | 'payerName' | 'transferredOn' | 'voucherFileId' | 'remark'>

/** Columns that a transition sets. */
export const changes = {
  edited: ({ amountFen, payerName, transferredOn, voucherFileId, remark }: ClaimEdit): Sql[] => [
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
