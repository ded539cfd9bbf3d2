import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { KeptSecret, SecretPlace } from '../../../platform/auth/kept-secrets.ts'

export const staffSecrets: SecretPlace = {
  table: 'staff',
  key: 'id',
  owner: 'id',
  columns: ['totp_secret', 'totp_pending'],
}

export async function setPendingSecret(db: Db, staffId: number, secret: KeptSecret): Promise<void> {
  await db.run(sql`update staff set totp_pending = ${secret} where id = ${staffId}`)
}

/** Puts the pending secret into effect; false when another has replaced it meanwhile. */
export async function confirmSecret(
  db: Db,
  staffId: number,
  secret: KeptSecret,
  step: number,
  now: Date,
): Promise<boolean> {
  const changed = await db.run(sql`
    update staff set totp_secret = totp_pending, totp_pending = null, totp_enrolled_at = ${now}, totp_last_step = ${step}
    where id = ${staffId} and totp_pending = ${secret}`)
  return changed > 0
}

export async function clearSecret(db: Db, staffId: number): Promise<void> {
  await db.run(
    sql`update staff set totp_secret = null, totp_pending = null, totp_enrolled_at = null, totp_last_step = 0 where id = ${staffId}`,
  )
  await db.run(sql`delete from staff_recovery_codes where staff_id = ${staffId}`)
}

/** Marks a time step as used; of two requests with one code, one gets true. */
export async function spendStep(db: Db, staffId: number, step: number): Promise<boolean> {
  return (
    (await db.run(sql`update staff set totp_last_step = ${step} where id = ${staffId} and totp_last_step < ${step}`)) >
    0
  )
}

export async function replaceRecoveryCodes(db: Db, staffId: number, hashes: string[], now: Date): Promise<void> {
  await db.run(sql`delete from staff_recovery_codes where staff_id = ${staffId}`)
  await db.run(sql`
    insert into staff_recovery_codes (code_hash, staff_id, created_at)
    select hash, ${staffId}, ${now} from unnest(${hashes}::text[]) as hash`)
}

export async function spendRecoveryCode(db: Db, staffId: number, hash: string, now: Date): Promise<boolean> {
  const spent = await db.run(sql`
    update staff_recovery_codes set used_at = ${now} where code_hash = ${hash} and staff_id = ${staffId} and used_at is null`)
  return spent > 0
}

export async function unspentRecoveryHashes(db: Db, staffId: number): Promise<string[]> {
  const rows = await db.rows<{ codeHash: string }>(
    sql`select code_hash from staff_recovery_codes where staff_id = ${staffId} and used_at is null`,
  )
  return rows.map(({ codeHash }) => codeHash)
}

export async function recoveryCodesLeft(db: Db, staffId: number): Promise<number> {
  const row = await db.one<{ left: number }>(sql`
    select count(*)::int as left from staff_recovery_codes where staff_id = ${staffId} and used_at is null`)
  return row.left
}

export interface SignInRow {
  staffId: number
  codeProved: boolean
}

export async function insertSignIn(
  db: Db,
  ticketHash: string,
  staffId: number,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.run(sql`delete from staff_sign_ins where expires_at <= ${now}`)
  await db.run(sql`
    insert into staff_sign_ins (ticket_hash, staff_id, created_at, expires_at) values (${ticketHash}, ${staffId}, ${now}, ${expiresAt})`)
}

export function signInByTicket(db: Db, ticketHash: string, now: Date): Promise<SignInRow | undefined> {
  return db.row(
    sql`select staff_id, code_proved from staff_sign_ins where ticket_hash = ${ticketHash} and expires_at > ${now}`,
  )
}

export async function markCodeProved(db: Db, ticketHash: string): Promise<void> {
  await db.run(sql`update staff_sign_ins set code_proved = true where ticket_hash = ${ticketHash}`)
}

/** Uses a ticket up; false when it was used before. */
export async function takeSignIn(db: Db, ticketHash: string): Promise<boolean> {
  return (await db.run(sql`delete from staff_sign_ins where ticket_hash = ${ticketHash}`)) > 0
}

/** Cancels all pending sign-ins of a person, because the password or factor they began with was replaced. */
export async function dropSignIns(db: Db, staffId: number): Promise<void> {
  await db.run(sql`delete from staff_sign_ins where staff_id = ${staffId}`)
}
