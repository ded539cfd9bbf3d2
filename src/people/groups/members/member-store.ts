import type { Db } from '../../../platform/db/db.ts'
import { json, type Sql, sql } from '../../../platform/db/sql.ts'
import { lastMoveAsJson } from '../../../platform/lifecycle/history.ts'
import type { GroupRole, Limits, MemberStage } from '../rules.ts'

export interface Member extends Limits {
  id: number
  groupId: number
  customerId: number | null
  phone: string | null
  role: GroupRole
  stage: MemberStage
  version: number
  message: string
  createdAt: Date
  joinedAt: Date | null
  endedAt: Date | null
}

/** A member in a list, with what led to the stage. */
export interface ListedMember extends Member {
  lastMove: { action: string; reason: string } | null
}

const lastMove = sql`${lastMoveAsJson('groupMember', sql`group_members.id`)} as last_move`

const columns = sql`id, group_id, customer_id, phone, role, stage, version, message, month_limit_fen, project_limits, approval_above_fen, created_at,
  joined_at, ended_at`

/** A person who is a member now. */
export interface JoinedMember extends Member {
  customerId: number
}

export function joinedMembers(db: Db, groupId: number): Promise<JoinedMember[]> {
  return db.rows(sql`
    select ${columns} from group_members where group_id = ${groupId} and stage = 'joined'
    order by array_position('{owner,manager,member}'::text[], role), id`)
}

/** The membership of a person in a group now. */
export function joinedMember(db: Db, groupId: number, customerId: number): Promise<JoinedMember | undefined> {
  return db.row(sql`
    select ${columns} from group_members where group_id = ${groupId} and customer_id = ${customerId} and stage = 'joined'`)
}

/** The membership of a person in a group now, locked until the transaction ends: limits, role and stage cannot change meanwhile. */
export function lockJoined(db: Db, groupId: number, customerId: number): Promise<JoinedMember | undefined> {
  return db.row(sql`
    select ${columns} from group_members where group_id = ${groupId} and customer_id = ${customerId} and stage = 'joined' for update`)
}

export interface NewMember {
  groupId: number
  customerId: number | null
  phone: string | null
  role: GroupRole
  stage: MemberStage
  message: string
}

/** Undefined when the person is a member, has applied or is invited already. */
export function insertMember(db: Db, row: NewMember, now: Date): Promise<Member | undefined> {
  return db.row(sql`
    insert into group_members (group_id, customer_id, phone, role, stage, message, created_at, joined_at)
    values (${row.groupId}, ${row.customerId}, ${row.phone}, ${row.role}, ${row.stage}, ${row.message}, ${now},
      case when ${row.stage} = 'joined' then ${now}::timestamptz end)
    on conflict do nothing returning ${columns}`)
}

/** A membership that the person may act on as owner or manager of its group, or as the one whom it concerns. */
export function memberFor(db: Db, id: number, personId: number, phone: string): Promise<Member | undefined> {
  return db.row(sql`
    select ${columns} from group_members m where id = ${id} and (
      customer_id = ${personId} or (customer_id is null and stage = 'invited' and phone = ${phone})
      or exists (select 1 from group_members mine where mine.group_id = m.group_id and mine.customer_id = ${personId}
        and mine.stage = 'joined' and mine.role <> 'member'))`)
}

export function lockMember(db: Db, id: number): Promise<Member | undefined> {
  return db.row(sql`select ${columns} from group_members where id = ${id} for update`)
}

/** What already connects a person or a phone with a group: membership, application or invitation. */
export function liveMember(
  db: Db,
  groupId: number,
  person: { customerId: number | null; phone: string },
): Promise<Member | undefined> {
  return db.row(sql`
    select ${columns} from group_members where group_id = ${groupId} and stage in ('applied', 'invited', 'joined')
      and (customer_id = ${person.customerId} or (stage = 'invited' and phone = ${person.phone}))
    order by id limit 1`)
}

/** By group: whether a person is a member, has applied or is invited. */
export async function liveStagesOf(
  db: Db,
  groupIds: readonly number[],
  person: { id: number; phone: string },
): Promise<Map<number, MemberStage>> {
  const rows = await db.rows<{ groupId: number; stage: MemberStage }>(sql`
    select group_id, stage from group_members where group_id = any(${[...groupIds]}::bigint[]) and stage in ('applied', 'invited', 'joined')
      and (customer_id = ${person.id} or (customer_id is null and stage = 'invited' and phone = ${person.phone}))`)
  return new Map(rows.map(({ groupId, stage }) => [groupId, stage]))
}

export async function countJoined(db: Db, groupId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members where group_id = ${groupId} and stage = 'joined'`)
  return count
}

export function ownerOf(db: Db, groupId: number): Promise<{ customerId: number }> {
  return db.one(sql`select customer_id from group_members where group_id = ${groupId} and role = 'owner'`)
}

export function ownersOf(db: Db, groupIds: readonly number[]): Promise<{ groupId: number; customerId: number }[]> {
  return db.rows(sql`
    select group_id, customer_id from group_members where group_id = any(${[...groupIds]}::bigint[]) and role = 'owner'`)
}

/** Invitations that a person sent since a time, in all and to one phone. */
export function countInvitations(
  db: Db,
  inviterId: number,
  phone: string,
  since: Date,
): Promise<{ all: number; toOne: number }> {
  return db.one(sql`
    select count(*) as all, count(*) filter (where phone = ${phone}) as to_one from group_members
    where decided_by = ${inviterId} and created_at > ${since} and phone is not null`)
}

export async function countApplications(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from group_members where customer_id = ${customerId} and stage = 'applied'`,
  )
  return count
}

export async function setInviter(db: Db, id: number, inviterId: number, limits: Limits): Promise<void> {
  await db.run(sql`update group_members set decided_by = ${inviterId} where id = ${id}`)
  await setMemberLimits(db, id, limits)
}

export async function setMemberLimits(db: Db, id: number, limits: Limits): Promise<void> {
  await db.run(sql`
    update group_members set month_limit_fen = ${limits.monthLimitFen}, project_limits = ${json(limits.projectLimits)}::jsonb,
      approval_above_fen = ${limits.approvalAboveFen} where id = ${id}`)
}

export async function setMemberRole(db: Db, id: number, role: GroupRole): Promise<void> {
  await db.run(sql`update group_members set role = ${role} where id = ${id}`)
}

/** The parts of the lists of members. */
const partStages = {
  joined: ['joined'],
  applied: ['applied'],
  invited: ['invited'],
  ended: ['refused', 'removed', 'left'],
} as const satisfies Record<string, readonly MemberStage[]>
export type MemberPart = keyof typeof partStages

interface Paging {
  page: number
  size: number
}

export function membersPage(
  db: Db,
  groupId: number,
  part: MemberPart,
  { page, size }: Paging,
): Promise<ListedMember[]> {
  return db.rows(sql`
    select ${columns}, ${lastMove} from group_members where group_id = ${groupId} and stage = any(${[...partStages[part]]}::text[])
    order by array_position('{owner,manager,member}'::text[], role), case when ${part} = 'ended' then -id else id end
    limit ${size} offset ${(page - 1) * size}`)
}

export async function countMembers(db: Db, groupId: number, part: MemberPart): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members where group_id = ${groupId} and stage = any(${[...partStages[part]]}::text[])`)
  return count
}

/** Own memberships, applications and invitations, those to the phone included. */
const own = (part: MemberPart, customerId: number, phone: string): Sql => sql`
  stage = any(${[...partStages[part]]}::text[])
  and (customer_id = ${customerId} or (customer_id is null and phone = ${phone} and stage = 'invited'))`

export function ownMemberships(
  db: Db,
  part: MemberPart,
  person: { id: number; phone: string },
  { page, size }: Paging,
): Promise<ListedMember[]> {
  return db.rows(sql`
    select ${columns}, ${lastMove} from group_members where ${own(part, person.id, person.phone)} order by id desc limit ${size} offset ${(page - 1) * size}`)
}

export async function countOwn(db: Db, part: MemberPart, person: { id: number; phone: string }): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from group_members where ${own(part, person.id, person.phone)}`,
  )
  return count
}

/** Those who ask to join a group of which this person is the owner or a manager. */
export async function countApplicants(db: Db, managerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from group_members asked
    join group_members mine on mine.group_id = asked.group_id and mine.stage = 'joined' and mine.role in ('owner', 'manager')
    where asked.stage = 'applied' and mine.customer_id = ${managerId}`)
  return count
}

/** Everybody who is a member, has applied or is invited. */
export function liveMembers(db: Db, groupId: number): Promise<Member[]> {
  return db.rows(sql`
    select ${columns} from group_members where group_id = ${groupId} and stage in ('applied', 'invited', 'joined') order by id for update`)
}

export const memberChanges = {
  joined: (now: Date, decidedBy: number): Sql[] => [sql`joined_at = ${now}`, sql`decided_by = ${decidedBy}`],
  agreed: (now: Date, customerId: number): Sql[] => [sql`joined_at = ${now}`, sql`customer_id = ${customerId}`],
  ended: (now: Date): Sql[] => [sql`ended_at = ${now}`, sql`role = 'member'`],
}
