import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Codes, Detail, UsualAccount } from './rules.ts'

export function codeRows(db: Db): Promise<{ account: UsualAccount; code: string; name: string }[]> {
  return db.rows(sql`select account, code, name from account_codes`)
}

export async function putCode(db: Db, account: UsualAccount, code: string, name: string): Promise<void> {
  await db.run(sql`
    insert into account_codes (account, code, name) values (${account}, ${code}, ${name})
    on conflict (account) do update set code = excluded.code, name = excluded.name`)
}

export interface JournalRow {
  id: number
  fromDay: string
  toDay: string
  detail: Detail
  codes: Codes
  taxPercent: number
  lines: number
  sumFen: number
  madeBy: number
  madeAt: Date
}

const columns = sql`id, from_day::text from_day, to_day::text to_day, detail, codes, tax_percent, lines, sum_fen, made_by, made_at`

export function insertJournal(db: Db, row: Omit<JournalRow, 'id'>): Promise<JournalRow> {
  return db.one(sql`
    insert into journal_exports (from_day, to_day, detail, codes, tax_percent, lines, sum_fen, made_by, made_at)
    values (${row.fromDay}, ${row.toDay}, ${row.detail}, ${json(row.codes)}::jsonb, ${row.taxPercent}, ${row.lines}, ${row.sumFen},
      ${row.madeBy}, ${row.madeAt})
    returning ${columns}`)
}

/** One export after the other, until the end of the transaction. */
export async function lockJournals(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('journal-exports', 0))`)
}

/** The newest export that has days in common with these. */
export function journalWithin(db: Db, fromDay: string, toDay: string): Promise<JournalRow | undefined> {
  return db.row(sql`
    select ${columns} from journal_exports where from_day <= ${toDay}::date and to_day >= ${fromDay}::date order by id desc limit 1`)
}

export function journalById(db: Db, id: number): Promise<JournalRow | undefined> {
  return db.row(sql`select ${columns} from journal_exports where id = ${id}`)
}

export function journalPage(db: Db, size: number, offset: number): Promise<JournalRow[]> {
  return db.rows(sql`select ${columns} from journal_exports order by id desc limit ${size} offset ${offset}`)
}

export async function countJournals(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*)::int count from journal_exports`)).count
}
