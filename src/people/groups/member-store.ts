import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { GroupRole, Limits, MemberStage } from './rules.ts'

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
