import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptSecret } from '../../platform/auth/kept-secrets.ts'
import type { Role } from './rules.ts'

export interface StaffRow {
  id: number
  account: string
  name: string
  role: Role
  passwordHash: string
}

/** A person with what decides what the person may do. */
export interface StaffPerson {
  id: number
  account: string
  name: string
  role: Role
  /** Of the custom role; null: those of the built-in role. */
  actions: string[] | null
  /** The name of the custom role. */
  customRole: string | null
}

const people = sql`
  select staff.id, staff.account, staff.name, staff.role, staff_roles.actions, staff_roles.name custom_role
  from staff left join staff_roles on staff_roles.id = staff.custom_role_id`

/** What signing in needs to know of a person. */
export interface StaffSecurity extends StaffRow {
  passwordTemporary: boolean
  totpSecret: KeptSecret | null
  totpPending: KeptSecret | null
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

export function staffById(db: Db, id: number): Promise<StaffPerson | undefined> {
  return db.row(sql`${people} where staff.id = ${id} and disabled_at is null`)
}

export async function staffCount(db: Db): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from staff where disabled_at is null`)).n
}

export function insertStaff(
  db: Db,
  row: Omit<StaffRow, 'id'> & {
    phone?: string
    email?: string
    passwordTemporary?: boolean
    customRoleId?: number | null
  },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into staff (account, name, role, password_hash, password_temporary, phone, email, custom_role_id, created_at)
    values (${row.account}, ${row.name}, ${row.role}, ${row.passwordHash}, ${row.passwordTemporary ?? false}, ${row.phone ?? ''}, ${row.email ?? ''}, ${row.customRoleId ?? null}, ${now}) returning id`)
}

/** For `sessionWithSubject`, so that a changed role or a disabled account takes effect at the next call. */
export type StaffSubject = Pick<StaffPerson, 'id' | 'name' | 'role' | 'actions'>
export const activeStaff = sql`
  select staff.id, staff.name, staff.role, staff_roles.actions
  from staff left join staff_roles on staff_roles.id = staff.custom_role_id where disabled_at is null`

export function activeStaffIds(db: Db, role: Role): Promise<{ id: number }[]> {
  return db.rows(sql`select id from staff where role = ${role} and disabled_at is null order by id`)
}

export function activeStaffList(db: Db): Promise<StaffPerson[]> {
  return db.rows(sql`${people} where disabled_at is null order by staff.role, staff.name, staff.id`)
}

/** The active staff with the key of their role. */
export function peopleWithRole(db: Db): Promise<(StaffPerson & { roleKey: string })[]> {
  return db.rows(sql`
    select person.*, coalesce(staff.custom_role_id::text, staff.role) role_key
    from (${people}) person join staff on staff.id = person.id where staff.disabled_at is null order by person.name, person.id`)
}

export function staffNames(db: Db, ids: number[]): Promise<{ id: number; name: string; role: Role }[]> {
  return db.rows(sql`select id, name, role from staff where id = any(${ids}::bigint[])`)
}

export function staffIdsNamed(db: Db, typed: string): Promise<{ id: number }[]> {
  return db.rows(sql`select id from staff where strpos(lower(name), lower(${typed})) > 0`)
}

export function staffContact(db: Db, id: number): Promise<{ name: string; phone: string } | undefined> {
  return db.row(sql`select name, phone from staff where id = ${id} and disabled_at is null`)
}

export function staffAddresses(db: Db, role: Role): Promise<{ email: string }[]> {
  return db.rows(
    sql`select distinct email from staff where role = ${role} and disabled_at is null and email <> '' order by email`,
  )
}

export async function setStaffContact(
  db: Db,
  id: number,
  { name, phone, email }: { name: string; phone: string; email: string },
): Promise<void> {
  await db.run(sql`update staff set name = ${name}, phone = ${phone}, email = ${email} where id = ${id}`)
}

export interface StaffListRow {
  id: number
  account: string
  name: string
  role: Role
  customRoleId: number | null
  customRole: string | null
  phone: string
  email: string
  disabledAt: Date | null
  totpEnrolledAt: Date | null
  passwordTemporary: boolean
}

export function staffList(db: Db): Promise<StaffListRow[]> {
  return db.rows(sql`
    select staff.id, account, staff.name, role, custom_role_id, staff_roles.name custom_role, phone, email, disabled_at, totp_enrolled_at,
      password_temporary
    from staff left join staff_roles on staff_roles.id = staff.custom_role_id
    order by disabled_at is not null, role, staff.id`)
}

/** Includes disabled accounts; the row is locked until the transaction ends. */
export function lockStaff(
  db: Db,
  id: number,
): Promise<
  Pick<StaffListRow, 'id' | 'account' | 'name' | 'role' | 'customRoleId' | 'phone' | 'email' | 'disabledAt'> | undefined
> {
  return db.row(
    sql`select id, account, name, role, custom_role_id, phone, email, disabled_at from staff where id = ${id} for update`,
  )
}

export async function setRole(db: Db, id: number, role: Role, customRoleId: number | null): Promise<void> {
  await db.run(sql`update staff set role = ${role}, custom_role_id = ${customRoleId} where id = ${id}`)
}

export async function setDisabled(db: Db, id: number, at: Date | null): Promise<void> {
  await db.run(sql`update staff set disabled_at = ${at} where id = ${id}`)
}

export async function setStaffPassword(db: Db, id: number, passwordHash: string, temporary: boolean): Promise<void> {
  await db.run(
    sql`update staff set password_hash = ${passwordHash}, password_temporary = ${temporary} where id = ${id}`,
  )
}

/** Includes disabled accounts: an account name is never given to a second person. */
export async function accountExists(db: Db, account: string): Promise<boolean> {
  return (await db.row(sql`select id from staff where account = ${account}`)) !== undefined
}
