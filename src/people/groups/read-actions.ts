import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { customerOf, customersOf } from '../customers/actions.ts'
import { customerName } from '../customers/name-rules.ts'
import { maskPhone } from '../customers/rules.ts'
import { withSecondFactor } from '../customers/second-factor/second-factor-actions.ts'
import { groupsActedFor } from './actions.ts'
import { asLeast, nameOf } from './access-actions.ts'
import { groupErrors } from './errors.ts'
import {
  countMembers,
  countApplicants,
  countOwn,
  liveStagesOf,
  type ListedMember,
  type MemberPart,
  membersPage,
  ownersOf,
  ownMemberships,
} from './members/member-store.ts'
import {
  groupKinds,
  groupLifecycle,
  groupRoles,
  isAbove,
  type Limits,
  maskName,
  memberLifecycle,
  memberStageText,
  type Used,
} from './rules.ts'
import { usedByMember } from './spend-store.ts'
import {
  countFound,
  countManaged,
  type Group,
  groupByCode,
  groupById,
  groupsByIds,
  groupsFound,
  managedGroups,
  type ManagedGroup,
} from './store.ts'
import { openTransfer, openTransfersTo } from './transfers/transfer-store.ts'

interface Paging {
  page: number
  size: number
}

/** The groups that the caller owns or manages. */
export async function managedBy(ctx: Ctx<Customer>, paging: Paging) {
  const rows = await managedGroups(ctx.db, ctx.actor.id, paging)
  return { list: rows.map(cardOf), total: await countManaged(ctx.db, ctx.actor.id), ...paging }
}

export async function actingChoices(ctx: Ctx<Customer>) {
  const rows = await groupsActedFor(ctx, ctx.actor.id)
  const hasFactor = (await withSecondFactor(ctx, [ctx.actor.id])).has(ctx.actor.id)
  const list = rows.map(({ groupNo, name, role, needsFactor }) => ({
    groupNo,
    name,
    role,
    roleLabel: groupRoles[role],
    factorFirst: needsFactor && !hasFactor,
  }))
  return { list }
}

export async function groupDetail(ctx: Ctx<Customer>, groupNo: string) {
  const { groupId, role } = await asLeast(ctx, groupNo, 'manager')
  const group = await groupById(ctx.db, groupId)
  if (!group) throw refuse(commonErrors.notFound)
  const count = (part: MemberPart) => countMembers(ctx.db, groupId, part)
  const offer = await openTransfer(ctx.db, groupId)
  return {
    ...cardOf({ ...group, role, memberCount: await count('joined'), appliedCount: await count('applied') }),
    invitedCount: await count('invited'),
    endedCount: await count('ended'),
    needsFactor: group.needsFactor,
    transfer: offer ? { memberName: await nameOf(ctx, offer.toId), offeredAt: shanghaiTime(offer.createdAt) } : null,
  }
}

function cardOf(group: ManagedGroup) {
  const { groupNo, name, unit, kind, note, stage, refuseReason, role, memberCount, appliedCount } = group
  return {
    groupNo,
    name,
    unit,
    kind,
    kindLabel: groupKinds[kind],
    note,
    stage,
    stageLabel: groupLifecycle.stages[stage],
    refuseReason,
    role,
    roleLabel: groupRoles[role],
    memberCount,
    appliedCount,
  }
}

/** Members with limits and what they have spent this month, or applications, invitations and what has ended. */
export async function membersForManager(
  ctx: Ctx<Customer>,
  { groupNo, part, ...paging }: Paging & { groupNo: string; part: MemberPart },
) {
  const { groupId, role } = await asLeast(ctx, groupNo, 'manager')
  const rows = await membersPage(ctx.db, groupId, part, paging)
  const list = await memberViews(ctx, groupId, rows)
  const withFactor = await withSecondFactor(
    ctx,
    rows.flatMap(({ customerId }) => customerId ?? []),
  )
  const views = list.map((view, place) => {
    const row = rows[place] as ListedMember
    const isMe = row.customerId === ctx.actor.id
    const hasFactor = row.stage === 'joined' && row.customerId !== null && withFactor.has(row.customerId)
    return { ...view, isMe, mayChange: !isMe && isAbove(role, row.role), hasFactor, customerId: ordererOf(row) }
  })
  return { list: views, total: await countMembers(ctx.db, groupId, part), ...paging }
}

/** Invitations and applications that came to nothing have no orders. */
function ordererOf({ stage, customerId }: ListedMember): number | null {
  return stage === 'joined' || stage === 'removed' || stage === 'left' ? customerId : null
}

/** Members as owners, managers and staff see them. Who is invited is shown by the masked phone only. */
export async function memberViews(ctx: Ctx, groupId: number, rows: readonly ListedMember[]) {
  const month = monthOf(ctx)
  const ids = rows.flatMap(({ customerId }) => customerId ?? [])
  const people = await customersOf(ctx, ids)
  const used = await usedByMember(ctx.db, { groupIds: [groupId], memberIds: ids, month })
  return rows.map((row) => {
    const person = row.stage === 'invited' || row.customerId === null ? undefined : people.get(row.customerId)
    return {
      memberId: row.id,
      name: customerName(person),
      phone: maskPhone(person?.phone ?? row.phone ?? ''),
      company: person?.company ?? '',
      ...stateOf(row),
      ...limitsOf(row, used.get(`${groupId}:${row.customerId}`)),
    }
  })
}

function stateOf(row: ListedMember) {
  const { role, stage, message, lastMove } = row
  const at = shanghaiTime(row.endedAt ?? row.joinedAt ?? row.createdAt)
  return {
    role,
    roleLabel: groupRoles[role],
    stage,
    stageLabel: memberStageText(stage, lastMove?.action),
    message,
    reason: lastMove?.reason ?? '',
    at,
  }
}

function limitsOf({ monthLimitFen, projectLimits, approvalAboveFen }: Limits, used: Used | undefined) {
  const byRid = Object.entries(projectLimits).map(([rid, limitFen]) => ({
    rid: Number(rid),
    limitFen,
    usedFen: used?.projects[rid] ?? 0,
  }))
  return { monthLimitFen, approvalAboveFen, projectLimits: byRid, usedFen: used?.monthFen ?? 0 }
}

/** Verified groups by name, unit or number. */
export async function searchGroups(ctx: Ctx<Customer>, { kw, ...paging }: Paging & { kw: string }) {
  const rows = await groupsFound(ctx.db, kw, paging)
  return { list: await foundViews(ctx, rows), total: await countFound(ctx.db, kw), ...paging }
}

export async function groupOfCode(ctx: Ctx<Customer>, code: string) {
  const group = await groupByCode(ctx.db, code)
  if (!group) throw refuse(groupErrors.codeUnknown)
  const [view] = await foundViews(ctx, [group])
  if (!view) throw refuse(groupErrors.codeUnknown)
  return view
}

async function foundViews(ctx: Ctx<Customer>, rows: readonly Group[]) {
  const names = await ownerNames(ctx, rows)
  const me = await customerOf(ctx, ctx.actor.id)
  const live = await liveStagesOf(
    ctx.db,
    rows.map(({ id }) => id),
    me,
  )
  return rows.map(({ id, groupNo, name, unit }) => {
    const mine = live.get(id) ?? null
    const mineLabel = mine === null ? '' : memberLifecycle.stages[mine]
    return { groupNo, name, unit, ownerName: maskName(names.get(id) ?? ''), mine, mineLabel }
  })
}

/** The caller's own memberships, applications and invitations. */
export async function ownGroups(ctx: Ctx<Customer>, { part, ...paging }: Paging & { part: MemberPart }) {
  const me = await customerOf(ctx, ctx.actor.id)
  const rows = await ownMemberships(ctx.db, part, me, paging)
  const groups = await groupsByIds(ctx.db, [...new Set(rows.map(({ groupId }) => groupId))])
  const byId = new Map(groups.map((group) => [group.id, group]))
  const owners = await ownerNames(ctx, groups)
  const offers = new Set((await openTransfersTo(ctx.db, me.id)).map(({ groupId }) => groupId))
  const used = await usedByMember(ctx.db, { groupIds: [...byId.keys()], memberIds: [me.id], month: monthOf(ctx) })
  const hasFactor = (await withSecondFactor(ctx, [me.id])).has(me.id)
  const list = rows.map((row) => {
    const group = byId.get(row.groupId)
    const owner = owners.get(row.groupId) ?? ''
    return {
      memberId: row.id,
      groupNo: group?.groupNo ?? '',
      name: group?.name ?? '',
      unit: group?.unit ?? '',
      ownerName: row.stage === 'joined' || row.stage === 'invited' ? owner : maskName(owner),
      groupStageLabel: group ? groupLifecycle.stages[group.stage] : '',
      verified: group?.stage === 'verified',
      ...stateOf(row),
      ...limitsOf(row, used.get(`${row.groupId}:${me.id}`)),
      offered: row.stage === 'joined' && offers.has(row.groupId),
      factorFirst: group?.needsFactor === true && !hasFactor,
    }
  })
  return { list, total: await countOwn(ctx.db, part, me), ...paging }
}

/** How many questions of groups wait for this person: invitations, offers of ownership, and applicants of the groups that they manage. */
export async function groupQuestions(ctx: Ctx, personId: number) {
  const [invited, offers, applied] = await Promise.all([
    countOwn(ctx.db, 'invited', await customerOf(ctx, personId)),
    openTransfersTo(ctx.db, personId),
    countApplicants(ctx.db, personId),
  ])
  return { invited, offered: offers.length, applied }
}

/** The names of the owners by group. A dissolved group has none. */
export async function ownerNames(ctx: Ctx, groups: readonly Pick<Group, 'id'>[]): Promise<Map<number, string>> {
  const owners = await ownersOf(
    ctx.db,
    groups.map(({ id }) => id),
  )
  const people = await customersOf(
    ctx,
    owners.map(({ customerId }) => customerId),
  )
  return new Map(owners.map(({ groupId, customerId }) => [groupId, customerName(people.get(customerId))]))
}

export function monthOf(ctx: Pick<Ctx, 'clock'>): string {
  return shanghaiDate(ctx.clock.now()).slice(0, 7)
}
