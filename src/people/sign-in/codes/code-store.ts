import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { addDays, addHours } from '../../../platform/time.ts'
import type { SentCodes } from './code-rules.ts'
import type { AnyPurpose } from '../../customers/rules.ts'

/** Serialises codes: counting those sent and sending another must not run twice at the same time. */
export async function lockCodes(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('sms-codes', 0))`)
}

export async function sentCodes(db: Db, phone: string, ip: string, now: Date, most: number): Promise<SentCodes> {
  const since = addDays(now, -1)
  const toPhone = await db.rows<{ createdAt: Date }>(sql`
    select created_at from sms_codes where phone = ${phone} and created_at > ${since} order by created_at desc limit 10`)
  const fromIp = await db.rows<{ createdAt: Date }>(sql`
    select created_at from sms_codes where ip = ${ip} and ip <> '' and created_at > ${since} order by created_at desc limit ${most}`)
  const { numbers } = await db.one<{ numbers: number }>(sql`
    select count(distinct phone) as numbers from sms_codes
    where ip = ${ip} and ip <> '' and phone <> ${phone} and created_at > ${addHours(now, -1)}`)
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from sms_codes where created_at > ${since}`,
  )
  return {
    toPhone: toPhone.map((row) => row.createdAt),
    fromIp: fromIp.map((row) => row.createdAt),
    numbersFromIp: numbers,
    inAll: count,
  }
}

export interface NewCode {
  phone: string
  purpose: AnyPurpose
  salt: string
  codeHash: string
  expiresAt: Date
  ip: string
  /** Who asked for it (code-origin.ts). */
  boundTo: string
}

export function insertCode(db: Db, row: NewCode, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into sms_codes (phone, purpose, salt, code_hash, created_at, expires_at, ip, bound_to)
    values (${row.phone}, ${row.purpose}, ${row.salt}, ${row.codeHash}, ${now}, ${row.expiresAt}, ${row.ip}, ${row.boundTo}) returning id`)
}

/** A code that could not be sent must not count against the next. */
export async function deleteCode(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from sms_codes where id = ${id}`)
}

export function latestCode(
  db: Db,
  phone: string,
  purpose: AnyPurpose,
  now: Date,
): Promise<{ id: number; salt: string; codeHash: string; boundTo: string } | undefined> {
  return db.row(sql`
    select id, salt, code_hash, bound_to from (
      select id, salt, code_hash, bound_to, expires_at, used_at from sms_codes where phone = ${phone} and purpose = ${purpose}
      order by created_at desc, id desc limit 1
    ) latest where expires_at > ${now} and used_at is null`)
}

export async function markCodeUsed(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update sms_codes set used_at = ${now} where id = ${id}`)
}

/** Deletes codes and counts of wrong tries that no limit reads any more. */
export async function sweepCodes(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from sms_codes where created_at < ${before}`)
  await db.run(sql`delete from code_failures where window_started_at < ${before}`)
}

/**
 * Locks the count of wrong codes of a phone and purpose; everything about a code happens under this lock. The window starts again with
 * every wrong try, hence the name of the column.
 */
export async function lockFailures(
  db: Db,
  phone: string,
  purpose: AnyPurpose,
  now: Date,
): Promise<{ failures: number; lastAt: Date }> {
  await db.run(sql`
    insert into code_failures (phone, purpose, failures, window_started_at) values (${phone}, ${purpose}, 0, ${now}) on conflict do nothing`)
  return db.one(sql`
    select failures, window_started_at as last_at from code_failures where phone = ${phone} and purpose = ${purpose} for update`)
}

export async function setFailures(
  db: Db,
  phone: string,
  purpose: AnyPurpose,
  failures: number,
  lastAt: Date,
): Promise<void> {
  await db.run(sql`
    update code_failures set failures = ${failures}, window_started_at = ${lastAt} where phone = ${phone} and purpose = ${purpose}`)
}
