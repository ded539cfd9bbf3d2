import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { json, sql } from '../../../platform/db/sql.ts'

export interface BankLineRow {
  id: number
  serial: string
  amountFen: number
  payer: string
  payerAccount: string
  receivedAt: Date
  memo: string
  claimId: number | null
  used: boolean
  /** Why it concerns no customer; null: it was not set aside. */
  asideReason: string | null
  asideBy: number | null
}

/** The line is used: credited for a claim, or kept for a customer. */
const taken = sql`(b.claim_id is not null or exists (select 1 from received_money r where r.bank_line_id = b.id))`

/** Neither used nor set aside. */
const open = sql`(not ${taken} and b.aside_at is null)`

const columns = sql`b.id, serial, amount_fen, payer, payer_account, received_at, memo, claim_id, ${taken} as used, aside_reason, aside_by`

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
  return db.row(sql`select ${columns} from bank_lines b where id = ${id}`)
}

/** Locks a line for matching: of two requests for one line the second waits and then finds it used. */
export function lockBankLine(db: Db, id: number): Promise<BankLineRow | undefined> {
  return db.row(sql`select ${columns} from bank_lines b where id = ${id} for update`)
}

export function bankLinesByIds(db: Db, ids: number[]): Promise<BankLineRow[]> {
  return db.rows(sql`select ${columns} from bank_lines b where id = any(${ids}::bigint[])`)
}

export function bankLinesBySerials(db: Db, serials: string[]): Promise<BankLineRow[]> {
  return db.rows(sql`select ${columns} from bank_lines b where serial = any(${serials}::text[])`)
}

/** In the order of the ids. */
export function bankLinesInOrder(db: Db, ids: number[]): Promise<BankLineRow[]> {
  return db.rows(sql`
    select ${columns} from bank_lines b where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export async function hasUsedLines(db: Db): Promise<boolean> {
  return (await db.row(sql`select 1 from bank_lines b where ${taken} limit 1`)) !== undefined
}

export function bankSource(): IndexSource {
  return {
    from: sql`from bank_lines b`,
    key: sql`b.id`,
    columns: {
      serial: { sql: sql`serial` },
      received: { sql: sql`received_at` },
      payer: { sql: sql`payer` },
      account: { sql: sql`payer_account` },
      memo: { sql: sql`memo` },
      amount: { sql: sql`amount_fen` },
      used: { sql: sql`case when ${taken} then 'yes' when b.aside_at is not null then 'aside' else 'no' end` },
    },
    search: (typed) => contains(sql`serial || ' ' || payer || ' ' || memo`, typed),
  }
}

/** True for the request that gets the line; false when it is used already. */
export async function takeBankLine(db: Db, id: number, claimId: number): Promise<boolean> {
  return (await db.run(sql`update bank_lines b set claim_id = ${claimId} where id = ${id} and ${open}`)) === 1
}

export async function releaseBankLine(db: Db, claimId: number): Promise<void> {
  await db.run(sql`update bank_lines set claim_id = null where claim_id = ${claimId}`)
}

/** Sets an open line aside, or back; false when it is used, or is already so. */
export async function setAside(
  db: Db,
  id: number,
  aside: { reason: string; staffId: number; now: Date } | null,
): Promise<boolean> {
  const set = aside
    ? sql`aside_at = ${aside.now}, aside_by = ${aside.staffId}, aside_reason = ${aside.reason} where id = ${id} and ${open}`
    : sql`aside_at = null, aside_by = null, aside_reason = null where id = ${id} and aside_at is not null`
  return (await db.run(sql`update bank_lines b set ${set}`)) === 1
}
