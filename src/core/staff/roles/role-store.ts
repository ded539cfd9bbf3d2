import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { LimitKind } from './role-rules.ts'
import type { Role } from '../rules.ts'

export interface RoleRow {
  id: number
  name: string
  note: string
  base: Role
  actions: string[]
  version: number
  archivedAt: Date | null
}

const columns = sql`id, name, note, base, actions, version, archived_at`

export function customRoles(db: Db): Promise<RoleRow[]> {
  return db.rows(sql`select ${columns} from staff_roles order by archived_at is not null, name, id`)
}

/** Locked until the transaction ends, so that nobody gets a role that is being archived. */
export function lockRole(db: Db, id: number): Promise<RoleRow | undefined> {
  return db.row(sql`select ${columns} from staff_roles where id = ${id} for update`)
}

/** Undefined when a role in use has the name already. */
export async function insertRole(
  db: Db,
  row: Pick<RoleRow, 'name' | 'note' | 'base' | 'actions'>,
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into staff_roles (name, note, base, actions, created_at)
    values (${row.name}, ${row.note}, ${row.base}, ${row.actions}::text[], ${now})
    on conflict do nothing returning id`)
}

export async function updateRole(db: Db, id: number, row: Omit<RoleRow, 'id' | 'version' | 'archivedAt'>) {
  await db.run(sql`
    update staff_roles set name = ${row.name}, note = ${row.note}, base = ${row.base}, actions = ${row.actions}::text[],
      version = version + 1
    where id = ${id}`)
  // What depends on the built-in role, like queues and messages, follows the base.
  await db.run(sql`update staff set role = ${row.base} where custom_role_id = ${id} and role <> ${row.base}`)
}

export async function setRoleArchived(db: Db, id: number, at: Date | null): Promise<void> {
  await db.run(sql`update staff_roles set archived_at = ${at}, version = version + 1 where id = ${id}`)
}

export async function isNameTaken(db: Db, name: string, exceptId: number): Promise<boolean> {
  const found = await db.row(
    sql`select id from staff_roles where name = ${name} and archived_at is null and id <> ${exceptId}`,
  )
  return found !== undefined
}

/** Active staff of each role, built-in and custom, by key. */
export function peopleByRole(db: Db): Promise<{ key: string; people: number }[]> {
  return db.rows(sql`
    select coalesce(custom_role_id::text, role) "key", count(*)::int people
    from staff where disabled_at is null group by 1`)
}

/** Includes disabled staff: whoever is enabled again has the role again. */
export async function holdersOf(db: Db, id: number): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*)::int count from staff where custom_role_id = ${id}`))
    .count
}

export interface LimitRow {
  roleKey: string
  kind: LimitKind
  dayFen: number
}

export function limitRows(db: Db, roleKey?: string): Promise<LimitRow[]> {
  const chosen = roleKey === undefined ? sql`true` : sql`role_key = ${roleKey}`
  return db.rows(sql`select role_key, kind, day_fen from staff_limits where ${chosen} order by role_key, kind`)
}

export async function replaceLimits(db: Db, roleKey: string, limits: readonly Omit<LimitRow, 'roleKey'>[]) {
  await db.run(sql`delete from staff_limits where role_key = ${roleKey}`)
  for (const { kind, dayFen } of limits)
    await db.run(sql`insert into staff_limits (role_key, kind, day_fen) values (${roleKey}, ${kind}, ${dayFen})`)
}

/** The limit of the role that the person has now; undefined: no limit. */
export function limitOfPerson(db: Db, staffId: number, kind: LimitKind): Promise<{ dayFen: number } | undefined> {
  return db.row(sql`
    select l.day_fen from staff s join staff_limits l on l.role_key = coalesce(s.custom_role_id::text, s.role)
    where s.id = ${staffId} and l.kind = ${kind}`)
}

/**
 * Adds the amount to what the person has decided on the day, when the sum stays within the limit; false otherwise. The row is locked until
 * the transaction ends, so that two decisions at once are counted one after the other.
 */
export async function countWithin(
  db: Db,
  { staffId, kind, day, amountFen, dayFen }: Use & { dayFen: number },
): Promise<boolean> {
  if (amountFen > dayFen) return false
  const counted = await db.run(sql`
    insert into staff_limit_uses (staff_id, kind, day, used_fen) values (${staffId}, ${kind}, ${day}, ${amountFen})
    on conflict (staff_id, kind, day) do update set used_fen = staff_limit_uses.used_fen + excluded.used_fen
    where staff_limit_uses.used_fen + excluded.used_fen <= ${dayFen}`)
  return counted > 0
}

interface Use {
  staffId: number
  kind: LimitKind
  day: string
  amountFen: number
}

/** The limits of a kind, of all roles. */
export function limitRules(db: Db, kind: LimitKind): Promise<LimitRow[]> {
  return db.rows(sql`select role_key, kind, day_fen from staff_limits where kind = ${kind}`)
}
