import { readRule } from '../../core/settings/dated-actions.ts'
import { orderRecord } from '../../lab/orders/read-actions.ts'
import { serviceTypeNames } from '../../money/promotion/rules.ts'
import { customerOf, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import {
  countFriends,
  earns,
  ownInviteCode,
  rememberBrowser,
  type Tie,
  tieOfInviter,
  tiesOf,
} from '../../people/invitations/actions.ts'
import {
  headlineOf,
  invitePath,
  inviteRuleTexts,
  maskName,
  maskNo,
  type RewardState,
  rewardStates,
} from '../../people/invitations/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { givenTo, type RewardRow, rewardsOf } from './store.ts'

// What a customer sees of invitations: ties of people/invitations with the orders and rewards that are known here.

export async function invitationsInit(ctx: Ctx<Customer>) {
  const customerId = ctx.actor.id
  await rememberBrowser(ctx, customerId)
  const code = await ownInviteCode(ctx, customerId)
  const rule = await readRule(ctx, 'inviteRules')
  return {
    code,
    link: invitePath(code),
    name: (await customerOf(ctx, customerId)).name,
    rules: rule ? inviteRuleTexts(rule) : [],
    headline: headlineOf(rule),
    friends: await countFriends(ctx, customerId),
    ...(await givenTo(ctx.db, customerId)),
  }
}

export async function friendsOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const { rows, total } = await tiesOf(ctx, ctx.actor.id, { page, size })
  const ids = rows.map(({ friendId }) => friendId)
  const people = await customersOf(ctx, ids)
  const rewards = new Map((await rewardsOf(ctx.db, ids)).map((reward) => [reward.friendId, reward]))
  const list = rows.map((tie) => ({
    id: tie.id,
    ...personOf(tie, people.get(tie.friendId)),
    ...rewardView(rewards.get(tie.friendId)),
  }))
  return { list, total, page, size }
}

export async function friendOrder(ctx: Ctx<Customer>, id: number) {
  const tie = await tieOfInviter(ctx, ctx.actor.id, id)
  if (!tie) throw refuse(commonErrors.notFound)
  const [reward] = await rewardsOf(ctx.db, [tie.friendId])
  const order = reward && (await orderRecord(ctx, reward.orderId))
  return {
    ...personOf(tie, await customerOf(ctx, tie.friendId)),
    order: order
      ? {
          orderNo: maskNo(order.orderNo),
          service: serviceTypeNames[order.serviceType] ?? '',
          placedOn: shanghaiDate(order.createdAt),
          paidOn: order.paidAt && shanghaiDate(order.paidAt),
        }
      : null,
    ...rewardView(reward),
  }
}

function personOf(tie: Tie, person: { name: string; phone: string } | undefined) {
  return {
    name: maskName(person?.name ?? ''),
    phone: maskPhone(person?.phone ?? ''),
    registeredAt: shanghaiTime(tie.registeredAt),
    flagged: !earns(tie),
  }
}

function rewardView(reward: RewardRow | undefined) {
  const state: RewardState = reward?.state ?? 'none'
  return {
    state,
    stateLabel: rewardStates[state],
    points: reward?.inviterPoints ?? 0,
    dueOn: reward?.state === 'waiting' ? shanghaiDate(reward.dueAt) : null,
  }
}
