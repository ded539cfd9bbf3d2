import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { zstdDecompressSync, constants } from 'node:zlib'
import { openPglite } from '../../platform/db/embedded/pglite.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Db } from '../../platform/db/db.ts'
import { newServerDatabase } from './test-database.ts'

const folder = resolve(import.meta.dirname, '../../../fixtures/before-0.2.0')
const WINDOW_LOG = 27

/**
 * A database as the version of this commit left it; on PGlite in `dataFolder`, or in memory, which takes half the time. The fixtures were
 * filled with the calls of their versions.
 */
export async function openOlderDatabase(commit: string, dataFolder: string | undefined) {
  const bytes = await readFile(join(folder, `${commit}.sql.zst`))
  const text = zstdDecompressSync(bytes, { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } }).toString()
  const opened =
    process.env.TEST_DATABASE === 'postgres'
      ? await newServerDatabase()
      : await openFolder(dataFolder === undefined ? undefined : join(dataFolder, 'database'))
  await opened.database.script(text)
  return opened
}

export async function openFolder(path: string | undefined) {
  const database: Database = await openPglite(path)
  return { database, url: undefined, close: () => database.close() }
}

/** What a person would look for, read in the same words before and after. `balances` are those of customers. */
export async function whatAPersonSees(db: Pick<Db, 'rows' | 'one'>, schema = 'public') {
  await db.rows(sql`select set_config('search_path', ${schema}, false)`)
  const facts = {
    orders: await db.rows(sql`
      select order_no, customer_id, payer_id, stage, version, estimate_fen, quote_fen, final_fen, title, contact, created_at, delivered_at, paid_at
      from orders order by id`),
    lines: await db.rows(
      sql`select order_id, rid, parameters, described, amount_fen, price_lines from order_lines order by id`,
    ),
    samples: await db.rows(
      sql`select sample_no, own_no, order_no, stage, shelf, waybill, received_at from samples order by id`,
    ),
    balances: await db.rows(
      sql`select owner, kind, balance_fen from ledger_accounts where owner like 'customer:%' order by 1, 2`,
    ),
    ledger: await db.one(
      sql`select count(*) as entries, sum(abs(amount_fen)) as moved, sum(amount_fen) as zero from ledger_entries`,
    ),
    settlements: await db.rows(
      sql`select settlement_no, stage, total_fen, due_at, paid_at from settlements order by id`,
    ),
    debts: await db.rows(
      sql`select order_id, kind, amount_fen, reason, due_at, settlement_id from settlement_rows order by id`,
    ),
    contracts: await db.rows(
      sql`select contract_no, order_no, amount_fen, signed_name, sealed_at from contracts order by id`,
    ),
    reports: await db.rows(sql`select code, order_no, edition, stage, checksums from reports order by id`),
    files: await db.rows(sql`select storage_key, name, size, sha256, attached_to from files order by id`),
    bank: await db.rows(sql`select serial, amount_fen, payer, memo from bank_lines order by id`),
    messages: await db.one(sql`select count(*) as count from messages`),
    history: await db.rows(
      sql`select entity_id, version, at, actor_kind, actor_id, reason from stage_history order by id`,
    ),
    audit: await db.rows(sql`select at, actor_id, before, after, reason, ip from audit_log order by id`),
    customers: await db.rows(sql`select id, phone, name, email, company, password_hash from customers order by id`),
    staff: await db.rows(sql`select account, name, role, totp_secret from staff order by id`),
  }
  await db.rows(sql`select set_config('search_path', 'public', false)`)
  return facts
}
