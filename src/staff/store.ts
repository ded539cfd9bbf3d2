import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import { tokenHash } from '../platform/auth/tokens.ts'
import type { Role } from './rules.ts'

export interface StaffRow {
  id: number
  account: string
  name: string
  role: Role
  passwordHash: string
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
  row: Omit<StaffRow, 'id'> & { phone?: string },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into staff (account, name, role, password_hash, phone, created_at)
    values (${row.account}, ${row.name}, ${row.role}, ${row.passwordHash}, ${row.phone ?? ''}, ${now}) returning id`)
}

/** Session and person in one lookup, so that a changed role or a disabled account counts at the very next call. */
export function staffBySessionToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ sessionId: number; id: number; name: string; role: Role } | undefined> {
  return db.row(sql`
    select s.id as session_id, p.id, p.name, p.role
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
