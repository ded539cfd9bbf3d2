import { issueNextPart, issueOn } from '../../money/coupons/issue-actions.ts'
import { couponChoices } from '../../money/coupons/own-actions.ts'
import type { Segment } from '../../money/coupons/campaigns/segment-rules.ts'
import { chooseCoupons, type ChosenCoupons } from '../../money/coupons/use-actions.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { finishedOrders, hasOrdered, whoOrdered } from '../orders/history/first-order-actions.ts'
import { pricedLine } from '../orders/quotes/discount-actions.ts'
import { planOf, type TakenLine } from '../plans/actions.ts'
import { type Payer, payerFor } from '../plans/payer-actions.ts'

// Coupons where the laboratory is known: judged for plan lines, chosen for an order, issued by what somebody ordered.

/** The coupons of an order with their discount; undefined without coupons, and then nothing is asked. */
export async function couponsFor(
  ctx: Ctx<Customer>,
  request: { couponIds: readonly number[]; samples: readonly { returnWanted: boolean }[] },
  { payerId, group }: Payer,
  lines: readonly TakenLine[],
): Promise<ChosenCoupons | undefined> {
  if (request.couponIds.length === 0) return undefined
  return chooseCoupons(ctx, request.couponIds, {
    customerId: payerId,
    lines: lines.map(pricedLine),
    group,
    returnsSamples: request.samples.some((sample) => sample.returnWanted),
    isFirstOrder: async () => !(await hasOrdered(ctx, payerId)),
  })
}

/** The payer's coupons judged for these plan lines at today's prices. */
export async function choicesForPlan(
  ctx: Ctx<Customer>,
  {
    planIds,
    returnsSamples,
    groupNo,
  }: { planIds: readonly number[]; returnsSamples: boolean; groupNo?: string | undefined },
) {
  const { payerId, group } = await payerFor(ctx, groupNo)
  const { dataArr } = await planOf(ctx, groupNo)
  const chosen = dataArr.flatMap(({ items }) => items.filter(({ id }) => planIds.includes(id)))
  const lines = dataArr.flatMap(({ type_id: categoryId, items }) =>
    items.flatMap(({ id, rid, amountFen }) =>
      planIds.includes(id) ? [pricedLine({ rid, categoryId, amountFen })] : [],
    ),
  )
  return couponChoices(ctx, {
    customerId: payerId,
    lines,
    group,
    // Samples that are used up are not sent back.
    returnsSamples: returnsSamples && chosen.some(({ consumed }) => !consumed),
    isFirstOrder: async () => !(await hasOrdered(ctx, payerId)),
  })
}

/** Gives the payer the coupons of campaigns for a first order that is done; later orders give nothing. */
export async function rewardFirstOrder(ctx: Ctx, payerId: number): Promise<void> {
  if ((await finishedOrders(ctx, payerId)) === 1) await issueOn(ctx, 'first_order', payerId)
}

/** Gives the payer of a late order the coupons of campaigns for that: one of each campaign for an order. */
export function compensate(ctx: Ctx, order: { orderId: number; orderNo: string; payerId: number }): Promise<void> {
  const reason = `订单 ${order.orderNo} 未按约定日期出数据，向您致歉`
  return issueOn(ctx, 'promise_missed', order.payerId, { key: String(order.orderId), reason })
}

export function continueIssue(ctx: Ctx, issueId: number): Promise<void> {
  return issueNextPart(ctx, issueId, bySegment)
}

async function bySegment(
  ctx: Ctx,
  { orders, projectId }: Segment,
  customerIds: readonly number[],
): Promise<Set<number>> {
  const ordered = await whoOrdered(ctx, customerIds, orders === 'project' ? projectId : 0)
  return orders === 'never' ? new Set(customerIds.filter((id) => !ordered.has(id))) : ordered
}
