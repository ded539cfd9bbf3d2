import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { WithdrawalSource, WithdrawalStage } from './rules.ts'

export interface PayoutAccount {
  holder: string
  bank: string
  account: string
}

export interface Withdrawal extends PayoutAccount {
  id: number
  withdrawalNo: string
  customerId: number
  source: WithdrawalSource
  stage: WithdrawalStage
  version: number
  amountFen: number
  reason: string
  rejectReason: string
  madeBy: number | null
  proposedBy: number | null
  approvedBy: number | null
  paidBy: number | null
  bankSerial: string | null
  paidOn: string | null
  createdAt: Date
}

export const withdrawalColumns = sql`id, withdrawal_no, customer_id, source, stage, version, amount_fen, holder, bank, account, reason, reject_reason, made_by,
  proposed_by, approved_by, paid_by, bank_serial, paid_on, created_at`

export function payoutAccountOf(db: Db, customerId: number): Promise<PayoutAccount | undefined> {
  return db.row(sql`select holder, bank, account from payout_accounts where customer_id = ${customerId}`)
}

export async function savePayoutAccount(
  db: Db,
  customerId: number,
  { holder, bank, account }: PayoutAccount,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into payout_accounts (customer_id, holder, bank, account, changed_at) values (${customerId}, ${holder}, ${bank}, ${account}, ${now})
    on conflict (customer_id) do update set holder = excluded.holder, bank = excluded.bank, account = excluded.account, changed_at = excluded.changed_at`)
}

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('withdrawal_numbers') as number`)).number
}

export interface NewWithdrawal {
  withdrawalNo: string
  customerId: number
  source: WithdrawalSource
  amountFen: number
  to: PayoutAccount
  reason: string
  madeBy: number | null
}

export function insertWithdrawal(db: Db, row: NewWithdrawal, now: Date): Promise<Withdrawal> {
  const { holder, bank, account } = row.to
  return db.one(sql`
    insert into withdrawals (withdrawal_no, customer_id, source, stage, amount_fen, holder, bank, account, reason, made_by, created_at)
    values (${row.withdrawalNo}, ${row.customerId}, ${row.source}, 'pending', ${row.amountFen}, ${holder}, ${bank}, ${account}, ${row.reason},
      ${row.madeBy}, ${now})
    returning ${withdrawalColumns}`)
}

export function withdrawalById(db: Db, id: number): Promise<Withdrawal | undefined> {
  return db.row(sql`select ${withdrawalColumns} from withdrawals where id = ${id}`)
}

export function withdrawalOfCustomer(db: Db, id: number, customerId: number): Promise<Withdrawal | undefined> {
  return db.row(sql`select ${withdrawalColumns} from withdrawals where id = ${id} and customer_id = ${customerId}`)
}

export function withdrawalsOfCustomer(db: Db, customerId: number, size: number, offset: number): Promise<Withdrawal[]> {
  return db.rows(sql`
    select ${withdrawalColumns} from withdrawals where customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

export async function countOfCustomer(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from withdrawals where customer_id = ${customerId}`,
  )
  return count
}

export async function serialUsed(db: Db, serial: string): Promise<boolean> {
  return (await db.row(sql`select 1 from withdrawals where bank_serial = ${serial}`)) !== undefined
}

/** Conditions on the row that is moved. */
export function owner(customerId: number): Sql {
  return sql`customer_id = ${customerId}`
}

export function proposedByAnother(staffId: number): Sql {
  return sql`proposed_by <> ${staffId}`
}

/** What a transition writes beside the stage. */
export const changes = {
  approved: (staffId: number): Sql[] => [sql`approved_by = ${staffId}`],
  proposed: (staffId: number): Sql[] => [sql`proposed_by = ${staffId}`],
  sentBack: (): Sql[] => [sql`proposed_by = null`],
  rejected: (reason: string): Sql[] => [sql`reject_reason = ${reason}`],
  paid: (staffId: number, serial: string, paidOn: string): Sql[] => [
    sql`paid_by = ${staffId}`,
    sql`bank_serial = ${serial}`,
    sql`paid_on = ${paidOn}`,
  ],
}
