import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { addReview, ownReviews } from '../../../shop/reviews/actions.ts'
import type { evaluateAdd, evaluateOrder } from '../../../shop/reviews/contract.ts'
import { reviewErrors } from '../../../shop/reviews/errors.ts'
import type { OrderRow } from '../record-rules.ts'
import { linesOf, ownOrder } from '../store.ts'

/** Evaluates a line of the customer's own order, once its data was delivered. */
export async function evaluateLine(ctx: Ctx<Customer>, input: InputOf<typeof evaluateAdd>): Promise<{ id: number }> {
  const order = await ownOrder(ctx.db, ctx.actor.id, input.orderNo)
  if (!order) throw refuse(commonErrors.notFound)
  if (!mayBeReviewed(order)) throw refuse(reviewErrors.notDelivered)
  const line = (await linesOf(ctx.db, order.id)).find(({ id }) => id === input.lineId)
  // Agreed tests without a project have no page that could show it.
  if (!line || line.rid === 0) throw refuse(commonErrors.notFound)
  return addReview(ctx, { ...input, rid: line.rid })
}

/** What the customer may evaluate, or has evaluated, of an order. */
export async function reviewsOfOrder(ctx: Ctx<Customer>, orderNo: string): Promise<OutputOf<typeof evaluateOrder>> {
  const order = await ownOrder(ctx.db, ctx.actor.id, orderNo)
  if (!order) throw refuse(commonErrors.notFound)
  const lines = (await linesOf(ctx.db, order.id)).filter(({ rid }) => rid !== 0)
  const written = await ownReviews(
    ctx,
    lines.map(({ id }) => id),
  )
  return {
    mayReview: mayBeReviewed(order),
    lines: lines.map(({ id, rid, projectName }) => ({
      lineId: id,
      rid,
      name: projectName,
      review: written.get(id) ?? null,
    })),
  }
}

function mayBeReviewed({ deliveredAt, stage }: OrderRow): boolean {
  return deliveredAt !== null && stage !== 'cancelled' && stage !== 'rejected'
}
