import { listPage } from '../../core/lists/listed-actions.ts'
import type { HeldData } from '../../platform/held-data.ts'
import { type Handler, handle } from '../../platform/http/handler.ts'
import { asLeast } from './access-actions.ts'
import { clusterActing } from './acting/acting-contract.ts'
import * as calls from './contract.ts'
import { demandFactor, dissolveGroup, editGroup, foundGroup, joinCodeOf, obstaclesToDissolve } from './group-actions.ts'
import {
  agreeMember,
  applyToGroup,
  inviteMember,
  leaveGroup,
  memberStateOf,
  refuseMember,
  removeMember,
  setLimits,
  setRole,
  takeBackApplication,
} from './members/member-actions.ts'
import {
  actingChoices,
  groupDetail,
  groupOfCode,
  managedBy,
  membersForManager,
  ownGroups,
  searchGroups,
} from './read-actions.ts'
import { staffGroupList } from './list-contract.ts'
import { groupForStaff, groups, membersForStaff, refuseGroup, verifyGroup } from './staff-actions.ts'
import { staffGroupDetail, staffGroupMembers, staffGroupRefuse, staffGroupVerify } from './staff-contract.ts'
import { limitsFrom, memberLifecycle } from './rules.ts'
import { answerTransfer, offerTransfer, withdrawTransfer } from './transfers/transfer-actions.ts'

/** `held` lists what every slice holds about a customer, and what stands against ending an account; src/app collects it. */
export const routes = (held: readonly HeldData[]): Handler[] => [
  handle(calls.clusterAdd, async (ctx, input) => ({ groupNo: (await foundGroup(ctx, input)).groupNo })),
  handle(calls.clusterEdit, (ctx, input) => quiet(editGroup(ctx, input))),
  handle(calls.clusterDel, (ctx, { groupNo }) => quiet(dissolveGroup(ctx, held, groupNo))),
  handle(calls.clusterObstacles, async (ctx, { groupNo }) => {
    const toSettle = await obstaclesToDissolve(ctx, held, groupNo)
    return { obstacles: toSettle.map(({ text }) => text), toSettle }
  }),
  handle(calls.clusterAll, (ctx, input) => managedBy(ctx, input)),
  handle(clusterActing, (ctx) => actingChoices(ctx)),
  handle(calls.clusterDetail, (ctx, { groupNo }) => groupDetail(ctx, groupNo)),
  handle(calls.clusterMembers, (ctx, input) => membersForManager(ctx, input)),
  handle(calls.clusterAdd4user, (ctx, { groupNo, phone, role, ...limits }) =>
    quiet(inviteMember(ctx, { groupNo, phone, role, ...limitsFrom(limits) })),
  ),
  handle(calls.clusterSearch4user, async (ctx, { groupNo, phone }) => {
    const state = await memberStateOf(ctx, await asLeast(ctx, groupNo, 'manager'), phone)
    return { ...state, stageLabel: state.stage ? memberLifecycle.stages[state.stage] : '' }
  }),
  handle(calls.clusterDelete4user, (ctx, { memberId, reason }) => quiet(removeMember(ctx, memberId, reason))),
  handle(calls.clusterSetRole, (ctx, { memberId, role }) => quiet(setRole(ctx, memberId, role))),
  handle(calls.clusterSetLimits, (ctx, { memberId, ...limits }) => quiet(setLimits(ctx, memberId, limitsFrom(limits)))),
  handle(calls.clusterTransfer, (ctx, { groupNo, memberId }) => quiet(offerTransfer(ctx, groupNo, memberId))),
  handle(calls.clusterTransferCancel, (ctx, { groupNo }) => quiet(withdrawTransfer(ctx, groupNo))),
  handle(calls.clusterTransferAnswer, (ctx, { groupNo, agree }) => quiet(answerTransfer(ctx, groupNo, agree))),
  handle(calls.clusterCode, async (ctx, { groupNo, renew }) => ({ code: await joinCodeOf(ctx, groupNo, renew) })),
  handle(calls.clusterDemandFactor, (ctx, { groupNo, needsFactor }) => quiet(demandFactor(ctx, groupNo, needsFactor))),
  handle(calls.clusterSearch, (ctx, input) => searchGroups(ctx, input)),
  handle(calls.clusterByCode, (ctx, { code }) => groupOfCode(ctx, code)),
  handle(calls.clusterApply, (ctx, input) => applyToGroup(ctx, input)),
  handle(calls.clusterAgree, (ctx, { memberId, limits }) =>
    quiet(agreeMember(ctx, memberId, limits && limitsFrom(limits))),
  ),
  handle(calls.clusterRefuse, (ctx, { memberId, reason }) => quiet(refuseMember(ctx, memberId, reason))),
  handle(calls.clusterTakeBack, (ctx, { memberId }) => quiet(takeBackApplication(ctx, memberId))),
  handle(calls.clusterLeave, (ctx, { memberId }) => quiet(leaveGroup(ctx, memberId))),
  handle(calls.clusterJoined, (ctx, input) => ownGroups(ctx, input)),
  handle(staffGroupList, (ctx, input) => listPage(ctx, groups, input)),
  handle(staffGroupDetail, (ctx, { groupNo }) => groupForStaff(ctx, groupNo)),
  handle(staffGroupMembers, (ctx, input) => membersForStaff(ctx, input)),
  handle(staffGroupVerify, (ctx, input) => verifyGroup(ctx, input)),
  handle(staffGroupRefuse, (ctx, input) => refuseGroup(ctx, input)),
]

/** For calls that answer nothing. */
async function quiet(work: Promise<unknown>): Promise<Record<string, never>> {
  await work
  return {}
}
