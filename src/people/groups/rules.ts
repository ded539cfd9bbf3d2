import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { type CustomerGroup, groupOf, type UserType } from '../customers/rules.ts'

/** Of what a group is part; decides on its prices and how it pays, like the type of a person. */
export const groupKinds = { institute: '高校院所课题组', enterprise: '企业团队' } as const
export type GroupKind = keyof typeof groupKinds

/** The type of the customer account of such a group. */
export function userTypeOf(kind: GroupKind): UserType {
  return kind === 'enterprise' ? 2 : 3
}

export function customerGroupOf(kind: GroupKind): CustomerGroup {
  return groupOf(userTypeOf(kind))
}

export const groupRoles = { owner: '所有者', manager: '管理员', member: '成员' } as const
export type GroupRole = keyof typeof groupRoles

/** What a manager may do, for the one who chooses the role and for the one who is asked to take it. */
export const managerDuties =
  '管理员可以邀请和移除成员、设置额度、审批订单，并以课题组身份付款和开票；提现、转让和解散仍限所有者。'

/** Roles in which a person acts in the name of the group. */
export type ActingRole = Exclude<GroupRole, 'member'>

export function isActingRole(role: GroupRole): role is ActingRole {
  return role !== 'member'
}

/** Whether a role is enough where at least `least` is asked for. */
export function mayActAs(role: ActingRole, least: ActingRole): boolean {
  return role === 'owner' || least === 'manager'
}

export interface GroupFacts {
  /** The owner. */
  customerId: number
  groupNo: string
  groupName: string
  /** The account of a group that was verified; its credit is opened. */
  accountId?: number
  /** The limit that staff gave it, or that of the settings; missing in events of 0.4.0 where staff gave none. */
  creditFen?: number
  reason?: string
}

export const groupLifecycle = defineLifecycle({
  entity: 'group',
  table: 'groups',
  facts: factsOf<GroupFacts>(),
  stages: { pending: '待核验', verified: '已核验', refused: '核验未通过', dissolved: '已解散' },
  transitions: {
    verify: { label: '通过核验', from: ['pending'], to: 'verified', by: ['staff'] },
    refuse: { label: '不予通过', from: ['pending'], to: 'refused', by: ['staff'], reason: 'required' },
    resubmit: { label: '重新提交', from: ['refused'], to: 'pending', by: ['customer'] },
    dissolve: { label: '解散', from: ['pending', 'verified', 'refused'], to: 'dissolved', by: ['customer'] },
  },
})
export type GroupStage = keyof typeof groupLifecycle.stages

export interface MemberFacts {
  /** Who is told; nobody when an invitation to a phone without an account ends. */
  customerId?: number
  groupNo: string
  groupName: string
  memberName: string
  reason?: string
}

export const memberLifecycle = defineLifecycle({
  entity: 'groupMember',
  table: 'group_members',
  facts: factsOf<MemberFacts>(),
  stages: {
    applied: '申请中',
    invited: '待同意',
    joined: '已加入',
    refused: '已拒绝',
    removed: '已移除',
    left: '已退出',
  },
  transitions: {
    approve: { label: '通过申请', from: ['applied'], to: 'joined', by: ['customer'] },
    reject: { label: '拒绝申请', from: ['applied'], to: 'refused', by: ['customer'] },
    agree: { label: '同意加入', from: ['invited'], to: 'joined', by: ['customer'] },
    decline: { label: '拒绝邀请', from: ['invited'], to: 'refused', by: ['customer'] },
    takeBack: { label: '撤回', from: ['applied', 'invited'], to: 'refused', by: ['customer'] },
    remove: { label: '移除', from: ['joined'], to: 'removed', by: ['customer'] },
    leave: { label: '退出', from: ['joined'], to: 'left', by: ['customer'] },
    dissolve: { label: '随课题组解散', from: ['applied', 'invited', 'joined'], to: 'removed', by: ['customer'] },
  },
})
export type MemberStage = keyof typeof memberLifecycle.stages

/** How an application, an invitation or a membership ended: several ways lead to the same stage. */
const endings: Record<string, string> = {
  reject: '申请未通过',
  decline: '拒绝了邀请',
  takeBack: '已撤回',
  remove: '已移除',
  leave: '已退出',
  dissolve: '随课题组解散',
}

/** The stage of a membership in words; `lastAction` is the transition that led to it. */
export function memberStageText(stage: MemberStage, lastAction: string | undefined): string {
  const isOver = stage === 'refused' || stage === 'removed' || stage === 'left'
  return (isOver && endings[lastAction ?? '']) || memberLifecycle.stages[stage]
}

export interface TransferFacts {
  /** Who is told: the one who did not act. */
  customerId: number
  groupNo: string
  groupName: string
  other: string
}

export const groupTransferLifecycle = defineLifecycle({
  entity: 'groupTransfer',
  table: 'group_transfers',
  facts: factsOf<TransferFacts>(),
  stages: { offered: '待对方同意', agreed: '已转让', refused: '已拒绝', withdrawn: '已撤回' },
  transitions: {
    agree: { label: '同意接收', from: ['offered'], to: 'agreed', by: ['customer'] },
    refuse: { label: '拒绝接收', from: ['offered'], to: 'refused', by: ['customer'] },
    withdraw: { label: '撤回转让', from: ['offered'], to: 'withdrawn', by: ['customer'] },
  },
})

export const groupNoPattern = /^KT\d{11}$/

/** KT260302 followed by five digits. */
export function groupNo(day: string, number: number): string {
  return `KT${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}

export interface Limits {
  monthLimitFen: number | null
  /** By project (rid) and month. */
  projectLimits: Readonly<Record<string, number>>
  approvalAboveFen: number | null
}

export const noLimits: Limits = { monthLimitFen: null, projectLimits: {}, approvalAboveFen: null }

/** What a member has already spent in the month, without the order in question. */
export interface Used {
  monthFen: number
  projects: Readonly<Record<string, number>>
}

/** The part of an order for one project; rid 0 is work that was agreed outside the catalogue. */
export interface SpendLine {
  rid: number
  amountFen: number
}

/** The amounts of an order by project. */
export function byProject(lines: readonly SpendLine[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { rid, amountFen } of lines) sums[rid] = (sums[rid] ?? 0) + amountFen
  return sums
}

export function sumOf(projects: Readonly<Record<string, number>>): number {
  return Object.values(projects).reduce((sum, fen) => sum + fen, 0)
}

export type LimitFault = { kind: 'month'; leftFen: number } | { kind: 'project'; rid: number; leftFen: number }

/** The first limit that an order of these amounts would exceed. */
export function limitFault(
  limits: Limits,
  used: Used,
  projects: Readonly<Record<string, number>>,
): LimitFault | undefined {
  const { monthLimitFen, projectLimits } = limits
  if (monthLimitFen !== null && used.monthFen + sumOf(projects) > monthLimitFen)
    return { kind: 'month', leftFen: Math.max(0, monthLimitFen - used.monthFen) }
  for (const [rid, fen] of Object.entries(projects)) {
    const limit = projectLimits[rid]
    if (limit === undefined) continue
    const usedFen = used.projects[rid] ?? 0
    if (usedFen + fen > limit) return { kind: 'project', rid: Number(rid), leftFen: Math.max(0, limit - usedFen) }
  }
  return undefined
}

/** Whether an order of this amount waits for the owner or a manager. */
export function needsApproval({ approvalAboveFen }: Limits, amountFen: number): boolean {
  return approvalAboveFen !== null && amountFen > approvalAboveFen
}

/** How many groups a person may own or be a member of: they fit on one page. */
export const MAX_GROUPS = 20
export const MAX_MEMBERS = 500
export const MAX_PROJECT_LIMITS = 50
/** Invitations of one person in 24 hours, to anybody and to one phone. */
export const MAX_INVITATIONS = 60
export const MAX_INVITATIONS_TO_ONE = 3
/** Applications of one person that wait for an answer. */
export const MAX_APPLICATIONS = 10

/** Whether a person in the first role may change or remove one in the second. */
export function isAbove(role: GroupRole, other: GroupRole): boolean {
  const ranks: Record<GroupRole, number> = { owner: 2, manager: 1, member: 0 }
  return ranks[role] > ranks[other]
}

/** 王* for 王小明: enough to recognise the owner of a group, too little to collect names. */
export function maskName(name: string): string {
  return name === '' ? '' : `${[...name][0]}${'*'.repeat(Math.min(2, Math.max(1, [...name].length - 1)))}`
}

/** Limits as they come from a form. */
export function limitsFrom(form: {
  monthLimitFen: number | null
  projectLimits: readonly { rid: number; limitFen: number }[]
  approvalAboveFen: number | null
}): Limits {
  const projectLimits = Object.fromEntries(form.projectLimits.map(({ rid, limitFen }) => [String(rid), limitFen]))
  return { monthLimitFen: form.monthLimitFen, projectLimits, approvalAboveFen: form.approvalAboveFen }
}

/** What becomes of the orders of somebody who leaves or is removed, before it is done. */
export function leaveText(who: '您' | '本人'): string {
  const own = who === '您' ? '您已提交的订单' : '已提交的订单'
  return `之后不能再由课题组付款下单。${own}照常进行，仍由课题组付款，${who}和课题组都能查看；待审批的仍由课题组审批。`
}
