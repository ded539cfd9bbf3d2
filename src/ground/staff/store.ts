import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { tokenHash } from '../../platform/auth/tokens.ts'
import type { Role } from './rules.ts'

export interface StaffRow {
  id: number
  account: string
  name: string
  role: Role
  passwordHash: string
}

/** What signing in asks of a person. */
export interface StaffSecurity extends StaffRow {
  passwordTemporary: boolean
  totpSecret: string | null
  totpPending: string | null
  totpEnrolledAt: Date | null
  totpLastStep: number
}

const securityColumns = sql`id, account, name, role, password_hash, password_temporary, totp_secret, totp_pending, totp_enrolled_at, totp_last_step`

export function securityByAccount(db: Db, account: string): Promise<StaffSecurity | undefined> {
  return db.row(sql`select ${securityColumns} from staff where account = ${account} and disabled_at is null`)
}

export function securityById(db: Db, id: number): Promise<StaffSecurity | undefined> {
  return db.row(sql`select ${securityColumns} from staff where id = ${id} and disabled_at is null`)
}

export function staffByAccount(db: Db, account: string): Promise<StaffRow | undefined> {
  return db.row(
    sql`select id, account, name, role, password_hash from staff where account = ${account} and disabled_at is null`,
  )
}

export function staffById(db: Db, id: number): Promise<StaffRow | undefined> {
  return db.row(sql`select id, account, name, role, password_hash from staff where id = ${id} and disabled_at is null`)
}

export function insertStaff(
  db: Db,
  row: Omit<StaffRow, 'id'> & { phone?: string; email?: string; passwordTemporary?: boolean },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into staff (account, name, role, password_hash, password_temporary, phone, email, created_at)
    values (${row.account}, ${row.name}, ${row.role}, ${row.passwordHash}, ${row.passwordTemporary ?? false}, ${row.phone ?? ''}, ${row.email ?? ''}, ${now}) returning id`)
}

/** Session and person in one lookup, so that a changed role or a disabled account counts at the very next call. */
export function staffBySessionToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ sessionId: number; lastUsedAt: Date; id: number; name: string; role: Role } | undefined> {
  return db.row(sql`
    select s.id as session_id, coalesce(s.used_at, s.created_at) as last_used_at, p.id, p.name, p.role
    from sessions s join staff p on p.id = s.subject_id
    where s.access_hash = ${tokenHash(token)} and s.kind = 'staff' and s.access_expires_at > ${now} and s.revoked_at is null and p.disabled_at is null`)
}

/** The manager with the fewest customers, for the next customer's advisor. */
export function leastBusyManager(db: Db): Promise<{ id: number } | undefined> {
  return db.row(sql`
    select s.id from staff s
    where s.role = 'manager' and s.disabled_at is null
    order by (select count(*) from customers c where c.advisor_id = s.id), s.id limit 1`)
}

export function staffNames(db: Db, ids: number[]): Promise<{ id: number; name: string; role: Role }[]> {
  return db.rows(sql`select id, name, role from staff where id = any(${ids}::bigint[])`)
}

export function staffContact(db: Db, id: number): Promise<{ name: string; phone: string } | undefined> {
  return db.row(sql`select name, phone from staff where id = ${id} and disabled_at is null`)
}

export function staffAddresses(db: Db, role: Role): Promise<{ email: string }[]> {
  return db.rows(
    sql`select distinct email from staff where role = ${role} and disabled_at is null and email <> '' order by email`,
  )
}

export async function setStaffEmail(db: Db, id: number, email: string): Promise<void> {
  await db.run(sql`update staff set email = ${email} where id = ${id}`)
}

export interface StaffListRow {
  id: number
  account: string
  name: string
  role: Role
  phone: string
  email: string
  disabledAt: Date | null
  totpEnrolledAt: Date | null
  passwordTemporary: boolean
  lastSeenAt: Date | null
}

export function staffList(db: Db): Promise<StaffListRow[]> {
  return db.rows(sql`
    select id, account, name, role, phone, email, disabled_at, totp_enrolled_at, password_temporary,
      (select max(coalesce(used_at, s.created_at)) from sessions s where s.kind = 'staff' and s.subject_id = staff.id) as last_seen_at
    from staff order by disabled_at is not null, role, id`)
}

/** Also one who is disabled, locked until the transaction ends. */
export function lockStaff(
  db: Db,
  id: number,
): Promise<{ id: number; account: string; role: Role; email: string; disabledAt: Date | null } | undefined> {
  return db.row(sql`select id, account, role, email, disabled_at from staff where id = ${id} for update`)
}

export async function setRole(db: Db, id: number, role: Role): Promise<void> {
  await db.run(sql`update staff set role = ${role} where id = ${id}`)
}

export async function setDisabled(db: Db, id: number, at: Date | null): Promise<void> {
  await db.run(sql`update staff set disabled_at = ${at} where id = ${id}`)
}

export async function setStaffPassword(db: Db, id: number, passwordHash: string, temporary: boolean): Promise<void> {
  await db.run(
    sql`update staff set password_hash = ${passwordHash}, password_temporary = ${temporary} where id = ${id}`,
  )
}

/** Also one who is disabled: an account is never given to a second person. */
export async function accountExists(db: Db, account: string): Promise<boolean> {
  return (await db.row(sql`select id from staff where account = ${account}`)) !== undefined
}
