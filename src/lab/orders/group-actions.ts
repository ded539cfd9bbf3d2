import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { move, ofParty, releaseOrder } from './move-actions.ts'
import { agreedFen } from './quotes/price-rules.ts'
import type { OrderTarget } from './record-rules.ts'
import { startStage } from './rules.ts'
import { payingGroup } from './transition-store.ts'

// The owner or a manager decides, in the name of the group, on an order above the amount that its member may order alone.

/** The order goes on as it would have without the approval. */
export async function approveForGroup(ctx: Ctx<Customer>, target: OrderTarget) {
  const row = await ofParty(ctx, target.orderNo)
  const next = startStage(row.customerGroup, agreedFen(row))
  return move(ctx, target, next === 'quoting' ? 'groupApproveToQuote' : 'groupApprove', {
    by: 'party',
    where: payingGroup(ctx.actor.id),
  })
}

export function declineForGroup(ctx: Ctx<Customer>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'groupDecline', {
    by: 'party',
    reason,
    where: payingGroup(ctx.actor.id),
    after: (inner, row) => releaseOrder(inner, row, { reason, keepFen: 0 }),
  })
}
