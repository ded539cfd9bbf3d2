import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'

export interface BankLineRow {
  id: number
  serial: string
  amountFen: number
  payer: string
  payerAccount: string
  receivedAt: Date
  memo: string
  claimId: number | null
}

const columns = sql`id, serial, amount_fen, payer, payer_account, received_at, memo, claim_id`

export interface NewBankLine {
  serial: string
  amountFen: number
  payer: string
  payerAccount: string
  receivedAt: Date
  memo: string
}

/** Inserts lines with new serials; lines imported before are skipped, so that a statement can be pasted twice. */
export async function insertBankLines(db: Db, lines: NewBankLine[], staffId: number, now: Date): Promise<string[]> {
  const rows = lines.map((line) => ({
    serial: line.serial,
    amount_fen: line.amountFen,
    payer: line.payer,
    payer_account: line.payerAccount,
    received_at: line.receivedAt,
    memo: line.memo,
  }))
  const inserted = await db.rows<{ serial: string }>(sql`
    insert into bank_lines (serial, amount_fen, payer, payer_account, received_at, memo, imported_by, imported_at)
    select serial, amount_fen, payer, payer_account, received_at, memo, ${staffId}::bigint, ${now}::timestamptz
    from jsonb_to_recordset(${json(rows)}::jsonb)
      as r (serial text, amount_fen bigint, payer text, payer_account text, received_at timestamptz, memo text)
    order by serial
    on conflict (serial) do nothing returning serial`)
  return inserted.map((row) => row.serial)
}

export function bankLineById(db: Db, id: number): Promise<BankLineRow | undefined> {
  return db.row(sql`select ${columns} from bank_lines where id = ${id}`)
}

/** Locks a line for matching: of two requests for one line the second waits and then finds it used. */
export function lockBankLine(db: Db, id: number): Promise<BankLineRow | undefined> {
  return db.row(sql`select ${columns} from bank_lines where id = ${id} for update`)
}

export function bankLinesByIds(db: Db, ids: number[]): Promise<BankLineRow[]> {
  return db.rows(sql`select ${columns} from bank_lines where id = any(${ids}::bigint[])`)
}

export function bankLinesBySerials(db: Db, serials: string[]): Promise<BankLineRow[]> {
  return db.rows(sql`select ${columns} from bank_lines where serial = any(${serials}::text[])`)
}

export function bankLinesPage(db: Db, matched: boolean, size: number, offset: number): Promise<BankLineRow[]> {
  return db.rows(sql`
    select ${columns} from bank_lines b where ${taken} = ${matched}
    order by received_at desc, id desc limit ${size} offset ${offset}`)
}

export async function countBankLines(db: Db, matched: boolean): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from bank_lines b where ${taken} = ${matched}`)
  return count
}

/** Marks the line as used: credited for a claim, or kept for a customer. */
const taken = sql`(b.claim_id is not null or exists (select 1 from received_money r where r.bank_line_id = b.id))`

/** True for the request that gets the line; false when it is used already. */
export async function takeBankLine(db: Db, id: number, claimId: number): Promise<boolean> {
  return (await db.run(sql`update bank_lines b set claim_id = ${claimId} where id = ${id} and not ${taken}`)) === 1
}

export async function releaseBankLine(db: Db, claimId: number): Promise<void> {
  await db.run(sql`update bank_lines set claim_id = null where claim_id = ${claimId}`)
}
