import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { formatFen, splitFen } from '../../platform/money.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { customersOf } from '../customers/actions.ts'
import type { CustomerGroup } from '../customers/rules.ts'
import { groupErrors } from './errors.ts'
import { requireFactor } from './factor-actions.ts'
import { type JoinedMember, joinedMembers, lockJoined } from './members/member-store.ts'
import {
  type ActingRole,
  byProject,
  customerGroupOf,
  type GroupRole,
  isActingRole,
  type LimitFault,
  limitFault,
  needsApproval,
  type SpendLine,
  sumOf,
} from './rules.ts'
import { insertSpend, lockSpend, setSpend, spendOf, type SpendRow, usedInMonth } from './spend-store.ts'
import {
  type Belonging,
  belongings,
  belongingTo,
  groupByNo,
  groupsByAccounts,
  groupsByIds,
  shareGroup,
} from './store.ts'

export { groupSpends } from './spend-store.ts'

type DbCtx = Pick<Ctx, 'db'>

export interface Acting {
  groupId: number
  groupNo: string
  accountId: number
  name: string
  role: ActingRole
  needsFactor: boolean
}

/**
 * The group in whose name this person acts, as owner or manager; undefined when the person may not (any longer), refused when the group demands a
 * second factor that the person lacks. One query, and another one for a group that demands it.
 */
export async function actingMembership(ctx: DbCtx, personId: number, groupNo: string): Promise<Acting | undefined> {
  const acting = actingOf(await belongingTo(ctx.db, personId, groupNo))
  if (acting) await requireFactor(ctx, acting, personId)
  return acting
}

/** The groups in whose name this person may act. */
export async function groupsActedFor(ctx: DbCtx, personId: number): Promise<Acting[]> {
  return (await belongings(ctx.db, personId)).flatMap((row) => actingOf(row) ?? [])
}

/** Whether an account is this person's own, or that of a group in whose name the person acts. */
export async function paysWith(ctx: DbCtx, personId: number, accountId: number): Promise<boolean> {
  if (personId === accountId) return true
  return (await groupsActedFor(ctx, personId)).some((group) => group.accountId === accountId)
}

function actingOf(row: Belonging | undefined): Acting | undefined {
  if (!row || !isActingRole(row.role)) return undefined
  const { groupId, groupNo, accountId, name, role, needsFactor } = row
  return { groupId, groupNo, accountId, name, role, needsFactor }
}

export interface GroupToOrderFor {
  groupId: number
  accountId: number
  groupNo: string
  name: string
  role: GroupRole
  customerGroup: CustomerGroup
  needsFactor: boolean
}

/** The verified groups for which this person may place orders. */
export async function groupsToOrderFor(ctx: DbCtx, personId: number): Promise<GroupToOrderFor[]> {
  return (await belongings(ctx.db, personId)).filter(({ stage }) => stage === 'verified').map(toOrderFor)
}

/** The group for which this person places an order. `commitSpend` checks the membership again when the order is written. */
export async function groupToOrderFor(ctx: DbCtx, personId: number, groupNo: string): Promise<GroupToOrderFor> {
  const row = await belongingTo(ctx.db, personId, groupNo)
  if (!row) throw refuse(groupErrors.notInGroup)
  if (row.stage !== 'verified') throw refuse(groupErrors.notVerified)
  await requireFactor(ctx, row, personId)
  return toOrderFor(row)
}

function toOrderFor({ groupId, accountId, groupNo, name, role, kind, needsFactor }: Belonging): GroupToOrderFor {
  return { groupId, accountId, groupNo, name, role, customerGroup: customerGroupOf(kind), needsFactor }
}

export interface MemberOfGroup extends JoinedMember {
  name: string
  memberPhone: string
}

/** The members of a group now: the owner first, then managers. */
export async function membersOf(ctx: DbCtx, groupId: number): Promise<MemberOfGroup[]> {
  const rows = await joinedMembers(ctx.db, groupId)
  const people = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  return rows.map((row) => {
    const person = people.get(row.customerId)
    return { ...row, name: person?.name || person?.nickname || '', memberPhone: person?.phone ?? '' }
  })
}

/** Who may approve orders of a group: its owner and managers. */
export async function approversOf(ctx: DbCtx, groupId: number): Promise<number[]> {
  return (await joinedMembers(ctx.db, groupId))
    .filter(({ role }) => isActingRole(role))
    .map(({ customerId }) => customerId)
}

/** The owner and managers of the group with this account; nobody for another account or a dissolved group. */
export async function actingFor(ctx: DbCtx, accountId: number): Promise<number[]> {
  const [group] = await groupsByAccounts(ctx.db, [accountId])
  return group ? approversOf(ctx, group.id) : []
}

/** Number and name of groups by id, also of those that are dissolved. */
export async function groupNames(
  ctx: DbCtx,
  ids: readonly number[],
): Promise<Map<number, { groupNo: string; name: string }>> {
  const rows = ids.length === 0 ? [] : await groupsByIds(ctx.db, [...new Set(ids)])
  return new Map(rows.map(({ id, groupNo, name }) => [id, { groupNo, name }]))
}

/** The group with this number, or 0, which no group has. */
export async function groupIdOf(ctx: DbCtx, groupNo: string): Promise<number> {
  return (await groupByNo(ctx.db, groupNo))?.id ?? 0
}

/** The groups that a customer belongs to, with the role. */
export function groupsOfPerson(ctx: DbCtx, customerId: number): Promise<Belonging[]> {
  return belongings(ctx.db, customerId)
}

/** A group by number, whatever its stage, for staff. */
export async function groupNumbered(
  ctx: DbCtx,
  groupNo: string,
): Promise<{ id: number; groupNo: string; name: string; accountId: number } | undefined> {
  return groupByNo(ctx.db, groupNo)
}

/** The account of the verified group with this number. */
export async function accountOfGroup(ctx: DbCtx, groupNo: string): Promise<number | undefined> {
  const group = await groupByNo(ctx.db, groupNo)
  return group?.stage === 'verified' ? group.accountId : undefined
}

/** Which of these customer accounts are groups: their number by account. */
export async function groupAccounts(ctx: DbCtx, customerIds: readonly number[]): Promise<Map<number, string>> {
  const rows = customerIds.length === 0 ? [] : await groupsByAccounts(ctx.db, [...new Set(customerIds)])
  return new Map(rows.map(({ accountId, groupNo }) => [accountId, groupNo]))
}

/** An order that a member places for a group, with its amounts by project. */
export interface Spend {
  orderId: number
  groupId: number
  memberId: number
  lines: readonly SpendLine[]
}

/**
 * Takes an order from the limits of the member, in the transaction that writes the order. The membership stays locked to its end, so a removal
 * comes before and refuses the order, or after it [I-15]. Answers whether the order waits for the owner or a manager.
 */
export async function commitSpend(ctx: Ctx, spend: Spend): Promise<{ needsApproval: boolean }> {
  const { orderId, groupId, memberId } = spend
  const member = await memberWhoOrders(ctx, groupId, memberId)
  const month = shanghaiDate(ctx.clock.now()).slice(0, 7)
  const projects = byProject(spend.lines)
  const fault = limitFault(member, await usedInMonth(ctx.db, { groupId, memberId, month }), projects)
  if (fault) throw refuse(groupErrors.memberLimit, limitText(fault))
  const amountFen = sumOf(projects)
  await insertSpend(ctx.db, { orderId, groupId, memberId, month, amountFen, projects }, ctx.clock.now())
  return { needsApproval: member.role !== 'owner' && needsApproval(member, amountFen) }
}

/**
 * Whether an order of these amounts waits for the owner or a manager, asked before its first stage is written. Locks as commitSpend does, so that
 * the answer holds until the order is written.
 */
export async function approvalFor(ctx: Ctx, order: Omit<Spend, 'orderId'>): Promise<{ needsApproval: boolean }> {
  const member = await memberWhoOrders(ctx, order.groupId, order.memberId)
  return { needsApproval: member.role !== 'owner' && needsApproval(member, sumOf(byProject(order.lines))) }
}

/** The membership of who orders for a group, locked; refused when the person may not order for it (any longer). */
async function memberWhoOrders(ctx: DbCtx, groupId: number, memberId: number): Promise<JoinedMember> {
  const group = await shareGroup(ctx.db, groupId)
  const member = group?.stage === 'verified' ? await lockJoined(ctx.db, groupId, memberId) : undefined
  if (!group || !member) throw refuse(groupErrors.notInGroup)
  await requireFactor(ctx, group, memberId)
  return member
}

export interface SpendChange {
  orderId: number
  /** The new amounts by project, or only their sum, which is then split like the amounts before. */
  lines?: readonly SpendLine[]
  amountFen?: number
  /** The amount does not change any more. */
  final?: boolean
  /** Refuses what exceeds a limit: for a price that the member accepts. A price that staff fix is never refused. */
  enforced?: boolean
}

/** Follows the price of an order, in the month in which it was placed. Orders without a group are left alone. */
export async function changeSpend(ctx: Ctx, change: SpendChange): Promise<{ needsApproval: boolean }> {
  const seen = await lockedSpend(ctx, change.orderId)
  if (!seen) return { needsApproval: false }
  const { row, member } = seen
  const projects = change.lines ? byProject(change.lines) : rescaled(row.projects, change.amountFen ?? row.amountFen)
  const amountFen = sumOf(projects)
  if (change.enforced) {
    const [group] = await groupsByIds(ctx.db, [row.groupId])
    if (!member || !group) throw refuse(groupErrors.notInGroup)
    await requireFactor(ctx, group, row.memberId)
    const used = await usedInMonth(ctx.db, { ...row, exceptOrder: row.orderId })
    const fault = limitFault(member, used, projects)
    if (fault) throw refuse(groupErrors.memberLimit, limitText(fault))
  }
  await setSpend(ctx.db, row.orderId, { amountFen, projects, state: change.final ? 'final' : 'held' })
  return { needsApproval: member !== undefined && member.role !== 'owner' && needsApproval(member, amountFen) }
}

/** Gives back what an order took from the limits: it ended without a price. */
export async function releaseSpend(ctx: Ctx, orderId: number): Promise<void> {
  const seen = await lockedSpend(ctx, orderId)
  if (seen && seen.row.state !== 'released') await setSpend(ctx.db, orderId, { ...seen.row, state: 'released' })
}

/** The spend of an order, after the membership: the same order of locks as for a new order. */
async function lockedSpend(
  ctx: Ctx,
  orderId: number,
): Promise<{ row: SpendRow; member: JoinedMember | undefined } | undefined> {
  const found = await spendOf(ctx.db, orderId)
  if (!found) return undefined
  const member = await lockJoined(ctx.db, found.groupId, found.memberId)
  const row = await lockSpend(ctx.db, orderId)
  if (!row) throw refuse(commonErrors.notFound)
  return { row, member }
}

function rescaled(projects: Record<string, number>, amountFen: number): Record<string, number> {
  const rids = Object.keys(projects)
  if (rids.length === 0) return byProject([{ rid: 0, amountFen }])
  const weights = rids.map((rid) => projects[rid] ?? 0)
  const parts = splitFen(amountFen, weights)
  return Object.fromEntries(rids.map((rid, place) => [rid, parts[place] ?? 0]))
}

function limitText(fault: LimitFault): string {
  const left = `剩余 ${formatFen(fault.leftFen)}`
  return fault.kind === 'month'
    ? `超出您在课题组的本月额度（${left}），请联系课题组所有者或管理员`
    : `超出您在课题组对该检测项目的本月额度（${left}），请联系课题组所有者或管理员`
}
