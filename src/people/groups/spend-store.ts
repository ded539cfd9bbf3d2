import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { Used } from './rules.ts'

export interface SpendRow {
  orderId: number
  groupId: number
  memberId: number
  month: string
  amountFen: number
  projects: Record<string, number>
  state: 'held' | 'final' | 'released'
}

/** All spending of groups as a relation, for checks of the books; `by_member`: whether the person was a member when the order was placed. */
export function groupSpends(): Sql {
  return sql`(
    select s.order_id, s.group_id, s.member_id, s.amount_fen, s.state, (select coalesce(sum(p.value::bigint), 0) from jsonb_each_text(s.projects) p) as projects_fen,
      exists (
        select 1 from group_members m
        where m.group_id = s.group_id and m.customer_id = s.member_id and m.joined_at <= s.created_at and (m.ended_at is null or m.ended_at >= s.created_at)) as by_member
    from group_spend s)`
}

export async function insertSpend(db: Db, row: Omit<SpendRow, 'state'>, now: Date): Promise<void> {
  await db.run(sql`
    insert into group_spend (order_id, group_id, member_id, month, amount_fen, projects, state, created_at)
    values (${row.orderId}, ${row.groupId}, ${row.memberId}, ${row.month}, ${row.amountFen}, ${json(row.projects)}::jsonb, 'held', ${now})`)
}

export function spendOf(db: Db, orderId: number): Promise<SpendRow | undefined> {
  return db.row(sql`
    select order_id, group_id, member_id, month, amount_fen, projects, state from group_spend where order_id = ${orderId}`)
}

export function lockSpend(db: Db, orderId: number): Promise<SpendRow | undefined> {
  return db.row(sql`
    select order_id, group_id, member_id, month, amount_fen, projects, state from group_spend where order_id = ${orderId} for update`)
}

export async function setSpend(
  db: Db,
  orderId: number,
  spend: Pick<SpendRow, 'amountFen' | 'projects' | 'state'>,
): Promise<void> {
  await db.run(sql`
    update group_spend set amount_fen = ${spend.amountFen}, projects = ${json(spend.projects)}::jsonb, state = ${spend.state} where order_id = ${orderId}`)
}

/** What a member has spent in a month; `exceptOrder` is left out, 0 leaves out none. */
export async function usedInMonth(
  db: Db,
  {
    groupId,
    memberId,
    month,
    exceptOrder = 0,
  }: { groupId: number; memberId: number; month: string; exceptOrder?: number },
): Promise<Used> {
  const rows = await db.rows<{ rid: string; sumFen: number }>(sql`
    select p.key as rid, sum(p.value::bigint)::bigint as sum_fen from group_spend s, jsonb_each_text(s.projects) p
    where s.group_id = ${groupId} and s.member_id = ${memberId} and s.month = ${month} and s.state <> 'released' and s.order_id <> ${exceptOrder}
    group by p.key`)
  return {
    monthFen: rows.reduce((sum, { sumFen }) => sum + sumFen, 0),
    projects: Object.fromEntries(rows.map(({ rid, sumFen }) => [rid, sumFen])),
  }
}

/** What these people have spent in a month for these groups, by `group:person`. */
export async function usedByMember(
  db: Db,
  of: { groupIds: readonly number[]; memberIds: readonly number[]; month: string },
): Promise<Map<string, Used>> {
  const rows = await db.rows<{ groupId: number; memberId: number; rid: string; sumFen: number }>(sql`
    select s.group_id, s.member_id, p.key as rid, sum(p.value::bigint)::bigint as sum_fen from group_spend s, jsonb_each_text(s.projects) p
    where s.group_id = any(${[...of.groupIds]}::bigint[]) and s.member_id = any(${[...of.memberIds]}::bigint[]) and s.month = ${of.month}
      and s.state <> 'released'
    group by s.group_id, s.member_id, p.key`)
  const used = new Map<string, Used>()
  for (const { groupId, memberId, rid, sumFen } of rows) {
    const key = `${groupId}:${memberId}`
    const before = used.get(key) ?? { monthFen: 0, projects: {} }
    used.set(key, { monthFen: before.monthFen + sumFen, projects: { ...before.projects, [rid]: sumFen } })
  }
  return used
}
