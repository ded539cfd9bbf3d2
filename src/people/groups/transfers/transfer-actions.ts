import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { customerOf } from '../../customers/actions.ts'
import { customerName } from '../../customers/name-rules.ts'
import { inGroup } from '../access-actions.ts'
import { groupErrors } from '../errors.ts'
import { transferOffered } from '../events.ts'
import { lockJoined, lockMember, setMemberLimits, setMemberRole } from '../members/member-store.ts'
import { groupTransferLifecycle, noLimits } from '../rules.ts'
import { belongingTo, type Group, lockGroup } from '../store.ts'
import { answered, type GroupTransfer, insertTransfer, openTransfer } from './transfer-store.ts'

/** The owner offers the group to a member; it changes hands when that member agrees. */
export function offerTransfer(ctx: Ctx<Customer>, no: string, memberId: number): Promise<void> {
  return inGroup(ctx, no, 'owner', async (inner, group, owner) => {
    const to = await lockMember(inner.db, memberId)
    if (to?.groupId !== group.id || to.stage !== 'joined' || to.customerId === null) throw refuse(commonErrors.notFound)
    if (to.customerId === owner.id) throw refuse(groupErrors.transferToSelf)
    const row = { groupId: group.id, fromId: owner.id, toId: to.customerId }
    const offer = await insertTransfer(inner.db, row, inner.clock.now())
    if (!offer) throw refuse(groupErrors.transferOpen)
    await recordCreation(inner, groupTransferLifecycle, offer.id, 'offered')
    const told = { customerId: to.customerId, groupNo: no, groupName: group.name, other: owner.name }
    await emit(inner, transferOffered, { ...told, transferId: offer.id })
  })
}

/** The owner takes the offer back before it is answered. */
export function withdrawTransfer(ctx: Ctx<Customer>, no: string): Promise<void> {
  return inGroup(ctx, no, 'owner', async (inner, group) => {
    if (!(await closeOffer(inner, group))) throw refuse(commonErrors.stageConflict)
  })
}

/**
 * The member to whom the group is offered answers. Agreeing makes them the owner, and the former owner a manager, who may leave. Debts and orders
 * are the group's, so nothing else changes hands.
 */
export function answerTransfer(ctx: Ctx<Customer>, no: string, agree: boolean): Promise<void> {
  return inTx(ctx, async (inner) => {
    const found = await belongingTo(inner.db, ctx.actor.id, no)
    if (!found) throw refuse(commonErrors.notFound)
    const group = await lockGroup(inner.db, found.groupId)
    const offer = await openTransfer(inner.db, group.id)
    if (offer?.toId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    const me = await customerOf(inner, ctx.actor.id)
    await transition(inner, groupTransferLifecycle, offer.id, agree ? 'agree' : 'refuse', {
      set: answered(inner.clock.now()),
      payload: { customerId: offer.fromId, groupNo: no, groupName: group.name, other: customerName(me) },
    })
    if (agree) await changeHands(inner, offer)
  })
}

async function changeHands(ctx: Ctx, { groupId, fromId, toId }: GroupTransfer): Promise<void> {
  const from = await lockJoined(ctx.db, groupId, fromId)
  const to = await lockJoined(ctx.db, groupId, toId)
  // Whoever leaves or is removed has no open offer any more, so both are members here.
  if (from?.role !== 'owner' || !to) throw refuse(commonErrors.stageConflict)
  await setMemberRole(ctx.db, from.id, 'manager')
  await setMemberRole(ctx.db, to.id, 'owner')
  await setMemberLimits(ctx.db, to.id, noLimits)
}

/** Ends the open offer of a group, or only one to this person; answers whether there was one. The caller holds the lock of the group. */
export async function closeOffer(ctx: Ctx, group: Group, toId?: number): Promise<boolean> {
  const offer = await openTransfer(ctx.db, group.id)
  if (!offer || (toId !== undefined && offer.toId !== toId)) return false
  const from = await customerOf(ctx, offer.fromId)
  await transition(ctx, groupTransferLifecycle, offer.id, 'withdraw', {
    set: answered(ctx.clock.now()),
    payload: { customerId: offer.toId, groupNo: group.groupNo, groupName: group.name, other: customerName(from) },
  })
  return true
}
