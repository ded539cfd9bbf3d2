import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { customerOf, customersOf } from '../customers/actions.ts'
import { customerName } from '../customers/name-rules.ts'
import { groupErrors } from './errors.ts'
import { requireFactor } from './factor-actions.ts'
import { lockMember, type Member, memberFor } from './members/member-store.ts'
import { type ActingRole, type GroupRole, isActingRole, mayActAs } from './rules.ts'
import { belongingTo, type Group, lockGroup } from './store.ts'

// Who may do what in a group. A group, or a membership, that does not concern the caller is not found, whether it exists or not.

export interface Caller {
  id: number
  name: string
  phone: string
  /** Undefined for somebody who is not a member. */
  role: GroupRole | undefined
}

/** Runs `work` as owner or manager of a group under its lock, so that roles and memberships stay as they are read. */
export function inGroup<T>(
  ctx: Ctx<Customer>,
  groupNo: string,
  least: ActingRole,
  work: (ctx: Ctx<Customer>, group: Group, caller: Caller & { role: ActingRole }) => Promise<T>,
): Promise<T> {
  return inTx(ctx, async (inner) => {
    const { groupId } = await asLeast(inner, groupNo, least)
    const group = await lockGroup(inner.db, groupId)
    // Read again: the role may have changed while the lock was waited for.
    const { role } = await asLeast(inner, groupNo, least)
    return work(inner, group, { ...(await me(inner)), role })
  })
}

/** The same for reading, without the lock. */
export async function asLeast(ctx: Ctx<Customer>, groupNo: string, least: ActingRole) {
  const found = await belongingTo(ctx.db, ctx.actor.id, groupNo)
  if (!found) throw refuse(commonErrors.notFound)
  const { role } = found
  if (!isActingRole(role) || !mayActAs(role, least)) throw refuse(groupErrors.notAllowed)
  await requireFactor(ctx, found, ctx.actor.id)
  return { ...found, role }
}

/** Runs `work` on a membership that concerns the caller, under the locks of its group and of itself. */
export function onMember<T>(
  ctx: Ctx<Customer>,
  memberId: number,
  work: (ctx: Ctx<Customer>, of: { group: Group; member: Member; caller: Caller }) => Promise<T>,
): Promise<T> {
  return inTx(ctx, async (inner) => {
    const person = await me(inner)
    const seen = await memberFor(inner.db, memberId, person.id, person.phone)
    if (!seen) throw refuse(commonErrors.notFound)
    const group = await lockGroup(inner.db, seen.groupId)
    if (group.stage === 'dissolved') throw refuse(commonErrors.notFound)
    const member = await lockMember(inner.db, memberId)
    const role = (await belongingTo(inner.db, person.id, group.groupNo))?.role
    if (!member || !concerns(member, { ...person, role })) throw refuse(commonErrors.notFound)
    if (!isOwn(member, person)) await requireFactor(inner, group, person.id)
    return work(inner, { group, member, caller: { ...person, role } })
  })
}

/** Whether the membership is the caller's own: it names their account, or their phone while no account is known. */
export function isOwn(member: Member, caller: Pick<Caller, 'id' | 'phone'>): boolean {
  return member.customerId === caller.id || (member.customerId === null && member.phone === caller.phone)
}

function concerns(member: Member, caller: Caller): boolean {
  return isOwn(member, caller) || (caller.role !== undefined && isActingRole(caller.role))
}

/** Refuses a caller who only sees the membership because it is their own. */
export function asManager(caller: Caller): ActingRole {
  if (caller.role === undefined || !isActingRole(caller.role)) throw refuse(groupErrors.notAllowed)
  return caller.role
}

async function me(ctx: Ctx<Customer>): Promise<Omit<Caller, 'role'>> {
  const row = await customerOf(ctx, ctx.actor.id)
  return { id: row.id, name: customerName(row), phone: row.phone }
}

export async function nameOf(ctx: Ctx, customerId: number | null): Promise<string> {
  return customerId === null ? '' : customerName((await customersOf(ctx, [customerId])).get(customerId))
}
