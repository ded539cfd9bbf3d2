import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { addDays } from '../../../platform/time.ts'
import { accountOfPhone, customerOf } from '../../customers/actions.ts'
import { customerName } from '../../customers/name-rules.ts'
import { maskPhone } from '../../customers/rules.ts'
import { approversOf } from '../actions.ts'
import { asManager, inGroup, isOwn, nameOf, onMember } from '../access-actions.ts'
import { groupErrors } from '../errors.ts'
import { groupApplied, groupInvited, limitsChanged, roleChanged } from '../events.ts'
import {
  countApplications,
  countInvitations,
  countJoined,
  insertMember,
  liveMember,
  type Member,
  memberChanges,
  ownerOf,
  setInviter,
  setMemberLimits,
  setMemberRole,
} from './member-store.ts'
import {
  groupRoles,
  isAbove,
  type Limits,
  MAX_APPLICATIONS,
  MAX_GROUPS,
  MAX_INVITATIONS,
  MAX_INVITATIONS_TO_ONE,
  MAX_MEMBERS,
  memberLifecycle,
  type MemberStage,
} from '../rules.ts'
import { countBelongings, type Group, groupByCode, lockGroup, openGroupByNo } from '../store.ts'
import { closeOffer } from '../transfers/transfer-actions.ts'

export interface Invitation extends Limits {
  groupNo: string
  phone: string
  role: 'manager' | 'member'
}

/**
 * Invites a phone. A phone without an account is invited like any other, and the answer is the same: who has an account is not told.
 * Only the owner invites managers.
 */
export function inviteMember(ctx: Ctx<Customer>, invitation: Invitation): Promise<void> {
  const { groupNo, phone, role } = invitation
  return inGroup(ctx, groupNo, role === 'manager' ? 'owner' : 'manager', async (inner, group, caller) => {
    if (phone === caller.phone) throw refuseAt('phone', groupErrors.ownNumber)
    const now = inner.clock.now()
    const sent = await countInvitations(inner.db, caller.id, phone, addDays(now, -1))
    if (sent.all >= MAX_INVITATIONS || sent.toOne >= MAX_INVITATIONS_TO_ONE)
      throw refuse(groupErrors.tooManyInvitations)
    const customerId = (await accountOfPhone(inner, phone))?.id ?? null
    const live = await liveMember(inner.db, group.id, { customerId, phone })
    if (live) throw refuseAt('phone', liveText(live.stage))
    const row = { groupId: group.id, customerId, phone, role, stage: 'invited', message: '' } as const
    const member = await insertMember(inner.db, row, now)
    if (!member) throw refuseAt('phone', groupErrors.alreadyInvited)
    await setInviter(inner.db, member.id, caller.id, invitation)
    await recordCreation(inner, memberLifecycle, member.id, 'invited')
    if (customerId === null) return
    const told = { customerId, groupNo, groupName: group.name, memberId: member.id, other: caller.name }
    await emit(inner, groupInvited, told)
  })
}

/** What this phone already is in the group; nothing about people outside it. */
export async function memberStateOf(ctx: Ctx<Customer>, group: { groupId: number }, phone: string) {
  const customerId = (await accountOfPhone(ctx, phone))?.id ?? null
  const live = await liveMember(ctx.db, group.groupId, { customerId, phone })
  return { phone: maskPhone(phone), stage: live?.stage ?? null, memberId: live?.id ?? null }
}

function liveText(stage: MemberStage) {
  if (stage === 'joined') return groupErrors.alreadyMember
  return stage === 'applied' ? groupErrors.applicantWaits : groupErrors.alreadyInvited
}

/** Applies to a group, by its number when it is verified or by the code of its link. */
export async function applyToGroup(
  ctx: Ctx<Customer>,
  { groupNo, code, message }: { groupNo?: string | undefined; code?: string | undefined; message: string },
): Promise<{ groupNo: string }> {
  const seen = code ? await groupByCode(ctx.db, code) : groupNo ? await openGroupByNo(ctx.db, groupNo) : undefined
  if (!seen) throw refuse(code ? groupErrors.codeUnknown : commonErrors.notFound)
  return inTx(ctx, async (inner) => {
    const me = await customerOf(inner, ctx.actor.id)
    if (me.profileCompletedAt === null) throw refuse(groupErrors.profileFirst, '请先完善资料，再申请加入')
    const group = await lockGroup(inner.db, seen.id)
    if (group.stage === 'dissolved') throw refuse(commonErrors.notFound)
    const live = await liveMember(inner.db, group.id, { customerId: me.id, phone: me.phone })
    if (live)
      throw refuse(
        { joined: groupErrors.alreadyIn, applied: groupErrors.alreadyApplied }[live.stage as string] ??
          groupErrors.invitedAlready,
      )
    if ((await countApplications(inner.db, me.id)) >= MAX_APPLICATIONS) throw refuse(groupErrors.tooManyApplications)
    const row = {
      groupId: group.id,
      customerId: me.id,
      phone: null,
      role: 'member',
      stage: 'applied',
      message,
    } as const
    const member = await insertMember(inner.db, row, inner.clock.now())
    if (!member) throw refuse(groupErrors.alreadyApplied)
    await recordCreation(inner, memberLifecycle, member.id, 'applied')
    const told = { groupNo: group.groupNo, groupName: group.name, memberId: member.id, memberName: customerName(me) }
    for (const customerId of await approversOf(inner, group.id))
      await emit(inner, groupApplied, { ...told, customerId })
    return { groupNo: group.groupNo }
  })
}

/**
 * An invited person agrees, or an owner or manager approves an application. Limits of an applicant hold from the first moment: without them a
 * member orders without bounds.
 */
export function agreeMember(ctx: Ctx<Customer>, memberId: number, limits?: Limits): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    const now = inner.clock.now()
    const invited = member.stage === 'invited'
    if (invited && (limits || !isOwn(member, caller))) throw refuse(groupErrors.notAllowed)
    if (!invited) asManager(caller)
    const personId = invited ? caller.id : member.customerId
    if (personId === null) throw refuse(commonErrors.stageConflict)
    if ((await countJoined(inner.db, group.id)) >= MAX_MEMBERS) throw refuse(groupErrors.groupFull)
    if ((await countBelongings(inner.db, personId)) >= MAX_GROUPS) throw refuse(groupErrors.tooManyGroups)
    const others =
      member.customerId === null ? await liveMember(inner.db, group.id, { customerId: personId, phone: '' }) : undefined
    if (others) throw refuse(others.stage === 'joined' ? groupErrors.alreadyIn : groupErrors.alreadyApplied)
    await transition(inner, memberLifecycle, memberId, invited ? 'agree' : 'approve', {
      set: invited ? memberChanges.agreed(now, personId) : memberChanges.joined(now, caller.id),
      payload: await told(inner, group, member, personId, invited),
    })
    if (limits) await keepLimits(inner, member, limits)
  })
}

/** An invited person declines, or an owner or manager rejects an application. */
export function refuseMember(ctx: Ctx<Customer>, memberId: number, reason: string): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    const invited = member.stage === 'invited'
    if (invited && !isOwn(member, caller)) throw refuse(groupErrors.notAllowed)
    if (!invited) asManager(caller)
    const payload = await told(inner, group, member, invited ? caller.id : member.customerId, invited)
    await transition(inner, memberLifecycle, memberId, invited ? 'decline' : 'reject', {
      reason,
      set: memberChanges.ended(inner.clock.now()),
      payload: { ...payload, reason },
    })
  })
}

/** Who is told of an answer: the applicant, or the owner when an invited person answered. */
async function told(ctx: Ctx, group: Group, member: Member, personId: number | null, invited: boolean) {
  const customerId = invited ? (await ownerOf(ctx.db, group.id)).customerId : member.customerId
  const facts = { groupNo: group.groupNo, groupName: group.name, memberName: await nameOf(ctx, personId) }
  return customerId === null ? facts : { ...facts, customerId }
}

/** The applicant takes the application back. */
export function takeBackApplication(ctx: Ctx<Customer>, memberId: number): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    if (!isOwn(member, caller)) throw refuse(groupErrors.notAllowed)
    if (member.stage !== 'applied') throw refuse(commonErrors.stageConflict)
    await transition(inner, memberLifecycle, memberId, 'takeBack', {
      set: memberChanges.ended(inner.clock.now()),
      payload: { groupNo: group.groupNo, groupName: group.name, memberName: caller.name },
    })
  })
}

/** Removes a member whose role is below the caller's, or takes an invitation back. Orders and debts stay with the group. */
export function removeMember(ctx: Ctx<Customer>, memberId: number, reason: string): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    const role = asManager(caller)
    if (!isAbove(role, member.role)) throw refuse(groupErrors.notAllowed)
    const invited = member.stage === 'invited'
    const customerId = member.customerId === null || invited ? {} : { customerId: member.customerId }
    if (!invited && member.customerId !== null) await closeOffer(inner, group, member.customerId)
    const memberName = await nameOf(inner, member.customerId)
    await transition(inner, memberLifecycle, memberId, invited ? 'takeBack' : 'remove', {
      reason,
      set: memberChanges.ended(inner.clock.now()),
      payload: { groupNo: group.groupNo, groupName: group.name, memberName, ...customerId, reason },
    })
  })
}

/** Leaves a group. The owner stays until the group has another one. */
export function leaveGroup(ctx: Ctx<Customer>, memberId: number): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    if (!isOwn(member, caller)) throw refuse(groupErrors.notAllowed)
    if (member.role === 'owner') throw refuse(groupErrors.ownerStays)
    await closeOffer(inner, group, caller.id)
    await transition(inner, memberLifecycle, memberId, 'leave', {
      set: memberChanges.ended(inner.clock.now()),
      payload: {
        customerId: (await ownerOf(inner.db, group.id)).customerId,
        groupNo: group.groupNo,
        groupName: group.name,
        memberName: caller.name,
      },
    })
  })
}

/** The owner makes a member a manager, or a manager a member. */
export function setRole(ctx: Ctx<Customer>, memberId: number, role: 'manager' | 'member'): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    if (caller.role !== 'owner' || member.role === 'owner') throw refuse(groupErrors.notAllowed)
    const customerId = joinedPerson(member)
    if (member.role === role) return
    await setMemberRole(inner.db, memberId, role)
    await recordAudit(inner, {
      action: 'group.setRole',
      subject: `groupMember:${memberId}`,
      before: { role: member.role },
      after: { role },
    })
    const facts = {
      customerId,
      groupNo: group.groupNo,
      groupName: group.name,
      memberId,
      at: inner.clock.now().toISOString(),
    }
    await emit(inner, roleChanged, { ...facts, roleName: groupRoles[role] })
  })
}

/** What a member may spend; for members by owner and managers, for managers by the owner only. */
export function setLimits(ctx: Ctx<Customer>, memberId: number, limits: Limits): Promise<void> {
  return onMember(ctx, memberId, async (inner, { group, member, caller }) => {
    const role = asManager(caller)
    if (isOwn(member, caller)) throw refuse(groupErrors.ownLimits)
    if (!isAbove(role, member.role)) throw refuse(groupErrors.notAllowed)
    const customerId = joinedPerson(member)
    await keepLimits(inner, member, limits)
    const at = inner.clock.now().toISOString()
    await emit(inner, limitsChanged, { customerId, groupNo: group.groupNo, groupName: group.name, memberId, at })
  })
}

async function keepLimits(ctx: Ctx, member: Member, limits: Limits): Promise<void> {
  const { monthLimitFen, projectLimits, approvalAboveFen } = member
  await setMemberLimits(ctx.db, member.id, limits)
  await recordAudit(ctx, {
    action: 'group.setLimits',
    subject: `groupMember:${member.id}`,
    before: { monthLimitFen, projectLimits, approvalAboveFen },
    after: limits,
  })
}

function joinedPerson(member: Member): number {
  if (member.stage !== 'joined' || member.customerId === null) throw refuse(commonErrors.stageConflict)
  return member.customerId
}
