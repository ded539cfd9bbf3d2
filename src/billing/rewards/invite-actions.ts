import { readRule } from '../../core/settings/dated-actions.ts'
import type { SettingValue } from '../../core/settings/rules.ts'
import { type FirstPaid, firstPaidOrder } from '../../lab/orders/history/first-order-actions.ts'
import { setEarned } from '../../money/points/actions.ts'
import { otherPayersOf } from '../../money/prestore/paid-actions.ts'
import { isBound } from '../../money/promotion/actions.ts'
import { paysWith } from '../../people/groups/actions.ts'
import { earns, type Tie, tieOf } from '../../people/invitations/actions.ts'
import { inviteReward } from '../../people/invitations/rules.ts'
import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { inviteDueJob, inviteRewarded, inviteRewardLost } from './events.ts'
import { lockReward, putReward, type RewardRow, setRewardState } from './store.ts'

// The reward of an invitation: points to both sides for the friend's first order that is paid and not paid back.

type Rule = SettingValue<'inviteRules'>[number]

/** Brings the reward for a friend to what the first paid order is worth now. Safe to repeat. Joins the caller's transaction. */
export async function settleInvite(ctx: Ctx, friendId: number): Promise<void> {
  const tie = await tieOf(ctx, friendId)
  if (!tie || !earns(tie)) return
  await inTx(asSystem(ctx), async (inner) => {
    const order = await firstPaidOrder(inner, friendId)
    const rule = order && (await readRule(inner, 'inviteRules', shanghaiDate(order.paidAt)))
    const row = await lockReward(inner.db, friendId)
    if (row && (row.state === 'waiting' || row.state === 'given')) {
      if (order?.id === row.orderId && rule && (await counts(inner, tie, order, rule))) return
      await loseReward(inner, row)
    }
    if (order && rule && order.id !== row?.orderId) await openReward(inner, tie, order, rule)
  })
}

/** The waiting time is over: both sides get their points, unless the order was paid back meanwhile. */
export async function giveInviteReward(ctx: Ctx, friendId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    await settleInvite(inner, friendId)
    const row = await lockReward(inner.db, friendId)
    if (row?.state !== 'waiting' || row.dueAt > ctx.clock.now()) return
    await setRewardState(inner.db, friendId, 'given', ctx.clock.now())
    await setPoints(inner, row, true)
  })
}

async function openReward(ctx: Ctx, tie: Tie, order: FirstPaid, rule: Rule): Promise<void> {
  const { friendId, inviterId } = tie
  // Whoever gets rebates for a customer gets no points for the same customer.
  const { inviterPoints: promised = 0, friendPoints = 0 } = inviteReward(rule, order.finalFen) ?? {}
  const inviterPoints = (await isBound(ctx, friendId)) ? 0 : promised
  const worth = inviterPoints + friendPoints > 0 && (await counts(ctx, tie, order, rule))
  const dueAt = addDays(order.paidAt, rule.windowDays)
  const row = await putReward(ctx.db, {
    friendId,
    inviterId,
    orderId: order.id,
    orderNo: order.orderNo,
    state: worth ? 'waiting' : 'refused',
    inviterPoints: worth ? inviterPoints : 0,
    friendPoints: worth ? friendPoints : 0,
    paidAt: order.paidAt,
    dueAt,
  })
  if (row?.state === 'waiting') await enqueue(ctx, inviteDueJob, { friendId }, { at: dueAt })
}

/** [T-31] An order that the inviter pays, also through a group or a settlement that was handed over, is not one that the friend brings. */
async function counts(ctx: Ctx, tie: Tie, { id: orderId, finalFen, payerId }: FirstPaid, rule: Rule): Promise<boolean> {
  if (inviteReward(rule, finalFen) === undefined) return false
  for (const id of [payerId, ...(await otherPayersOf(ctx, { orderId, customerId: payerId }))])
    if (await paysWith(ctx, tie.inviterId, id)) return false
  return true
}

async function loseReward(ctx: Ctx, row: RewardRow): Promise<void> {
  await setRewardState(ctx.db, row.friendId, 'lost', null)
  if (row.state === 'given') await setPoints(ctx, row, false)
}

async function setPoints(ctx: Ctx, row: RewardRow, given: boolean): Promise<void> {
  const { friendId, inviterId, orderNo } = row
  const sides = [
    { side: 'inviter' as const, customerId: inviterId, points: row.inviterPoints, memo: '邀请好友' },
    { side: 'friend' as const, customerId: friendId, points: row.friendPoints, memo: '受邀首单' },
  ]
  for (const { side, customerId, points, memo } of sides) {
    if (points === 0) continue
    const businessId = `${friendId}:${side}`
    await setEarned(ctx, { customerId, kind: 'invite', businessId, points: given ? points : 0, memo })
    const facts = { customerId, friendId, orderNo, side, points }
    if (given) await emit(ctx, inviteRewarded, facts)
    else await emit(ctx, inviteRewardLost, facts)
  }
}
