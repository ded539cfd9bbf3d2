import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped } from '../../platform/db/typed-words.ts'
import type { GroupKind, GroupRole, GroupStage } from './rules.ts'

export interface Group {
  id: number
  groupNo: string
  accountId: number
  name: string
  unit: string
  kind: GroupKind
  note: string
  stage: GroupStage
  version: number
  refuseReason: string
  joinCode: string | null
  /** Only people with a second factor may work or order for the group. */
  needsFactor: boolean
  founderId: number
  createdAt: Date
}

const columns = sql`id, group_no, account_id, name, unit, kind, note, stage, version, refuse_reason, join_code, needs_factor, founder_id, created_at`

export function groupById(db: Db, id: number): Promise<Group | undefined> {
  return db.row(sql`select ${columns} from groups where id = ${id}`)
}

export function groupByNo(db: Db, groupNo: string): Promise<Group | undefined> {
  return db.row(sql`select ${columns} from groups where group_no = ${groupNo}`)
}

export function groupsByIds(db: Db, ids: readonly number[]): Promise<Group[]> {
  return db.rows(sql`select ${columns} from groups where id = any(${[...ids]}::bigint[])`)
}

export function groupByAccount(db: Db, accountId: number): Promise<Group | undefined> {
  return db.row(sql`select ${columns} from groups where account_id = ${accountId}`)
}

export function groupsByAccounts(db: Db, accountIds: readonly number[]): Promise<Group[]> {
  return db.rows(sql`select ${columns} from groups where account_id = any(${[...accountIds]}::bigint[])`)
}

/** Orders of several members run side by side; dissolving waits for them and they for it. */
export function shareGroup(db: Db, id: number): Promise<Pick<Group, 'stage' | 'needsFactor'> | undefined> {
  return db.row(sql`select stage, needs_factor from groups where id = ${id} for share`)
}

export interface Belonging {
  groupId: number
  groupNo: string
  accountId: number
  name: string
  kind: GroupKind
  stage: GroupStage
  role: GroupRole
  needsFactor: boolean
}

const belonging = sql`g.id as group_id, g.group_no, g.account_id, g.name, g.kind, g.stage, g.needs_factor, m.role`

/** The group in which this person is a member now; undefined also for a group that is dissolved or does not exist. */
export function belongingTo(db: Db, customerId: number, groupNo: string): Promise<Belonging | undefined> {
  return db.row(sql`
    select ${belonging} from groups g join group_members m on m.group_id = g.id
    where g.group_no = ${groupNo} and g.stage <> 'dissolved' and m.customer_id = ${customerId} and m.stage = 'joined'`)
}

/** The groups of a person: those that are owned first. */
export function belongings(db: Db, customerId: number): Promise<Belonging[]> {
  return db.rows(sql`
    select ${belonging} from group_members m join groups g on g.id = m.group_id
    where m.customer_id = ${customerId} and m.stage = 'joined' and g.stage <> 'dissolved'
    order by array_position('{owner,manager,member}'::text[], m.role), g.id`)
}

export async function nextGroupNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('group_numbers') as number`)).number
}

export interface NewGroup {
  groupNo: string
  accountId: number
  name: string
  unit: string
  kind: GroupKind
  note: string
  founderId: number
}

export function insertGroup(db: Db, row: NewGroup, now: Date): Promise<Group> {
  return db.one(sql`
    insert into groups (group_no, account_id, name, unit, kind, note, stage, founder_id, created_at)
    values (${row.groupNo}, ${row.accountId}, ${row.name}, ${row.unit}, ${row.kind}, ${row.note}, 'pending', ${row.founderId}, ${now})
    returning ${columns}`)
}

export async function countOwned(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members where customer_id = ${customerId} and role = 'owner'`)
  return count
}

export async function countBelongings(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members m join groups g on g.id = m.group_id
    where m.customer_id = ${customerId} and m.stage = 'joined' and g.stage <> 'dissolved'`)
  return count
}

/** Serialises everything that changes the people of a group. */
export function lockGroup(db: Db, id: number): Promise<Group> {
  return db.one(sql`select ${columns} from groups where id = ${id} for update`)
}

/** A group that anybody may apply to, by its number. */
export function openGroupByNo(db: Db, groupNo: string): Promise<Group | undefined> {
  return db.row(sql`select ${columns} from groups where group_no = ${groupNo} and stage = 'verified'`)
}

/** A group by the code of its link; also before staff have verified it. */
export function groupByCode(db: Db, code: string): Promise<Group | undefined> {
  return db.row(sql`select ${columns} from groups where join_code = ${code} and stage <> 'dissolved'`)
}

export async function setJoinCode(db: Db, id: number, code: string): Promise<void> {
  await db.run(sql`update groups set join_code = ${code} where id = ${id}`)
}

export async function setNeedsFactor(db: Db, id: number, needsFactor: boolean): Promise<void> {
  await db.run(sql`update groups set needs_factor = ${needsFactor} where id = ${id}`)
}

export async function updateGroup(
  db: Db,
  id: number,
  row: Pick<NewGroup, 'name' | 'unit' | 'kind' | 'note'>,
): Promise<void> {
  await db.run(sql`
    update groups set name = ${row.name}, unit = ${row.unit}, kind = ${row.kind}, note = ${row.note} where id = ${id}`)
}

interface Part {
  page: number
  size: number
}

const found = (typed: string): Sql => sql`stage = 'verified' and ${containsTyped(sql`words`, typed)}`

export function groupsFound(db: Db, typed: string, { page, size }: Part): Promise<Group[]> {
  return db.rows(sql`
    select ${columns} from groups where ${found(typed)} order by name, id limit ${size} offset ${(page - 1) * size}`)
}

export async function countFound(db: Db, typed: string): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from groups where ${found(typed)}`)).count
}

export interface ManagedGroup extends Group {
  role: GroupRole
  memberCount: number
  appliedCount: number
}

/** The groups that a person owns or manages: those that are owned first. */
export function managedGroups(db: Db, customerId: number, { page, size }: Part): Promise<ManagedGroup[]> {
  return db.rows(sql`
    select ${columns}, (select count(*) from group_members x where x.group_id = groups.id and x.stage = 'joined') as member_count,
      (select count(*) from group_members x where x.group_id = groups.id and x.stage = 'applied') as applied_count, mine.role
    from groups join (select group_id, role from group_members where customer_id = ${customerId} and stage = 'joined' and role <> 'member') mine
      on mine.group_id = groups.id
    where stage <> 'dissolved' order by mine.role desc, id limit ${size} offset ${(page - 1) * size}`)
}

export async function countManaged(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members m join groups g on g.id = m.group_id
    where m.customer_id = ${customerId} and m.stage = 'joined' and m.role <> 'member' and g.stage <> 'dissolved'`)
  return count
}

/** What a transition writes beside the stage. */
export const changes = {
  verified: (staffId: number, now: Date): Sql[] => [sql`verified_by = ${staffId}`, sql`verified_at = ${now}`],
  refused: (reason: string): Sql[] => [sql`refuse_reason = ${reason}`],
  resubmitted: (): Sql[] => [sql`refuse_reason = ''`],
  dissolved: (now: Date): Sql[] => [sql`dissolved_at = ${now}`, sql`join_code = null`],
}
