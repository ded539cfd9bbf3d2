import { approversOf, changeSpend, releaseSpend } from '../../../people/groups/actions.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, personOf } from '../../../platform/http/ctx.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { groupAsked } from '../events.ts'
import { agreedFen } from '../quotes/price-rules.ts'
import { orderErrors } from '../errors.ts'
import type { OrderRow } from '../record-rules.ts'
import { linesOf, orderById } from '../store.ts'

// What an order for a group takes from the limits of the member who ordered. It follows the price of the order; orders that a customer
// pays alone ask and write nothing here.

/**
 * A price that was agreed to now: a quote, or the fee of a retest. A member keeps to the limits; above the amount of approval, and for orders
 * with a contract, the owner or a manager agrees in the name of the group, whom the limits of the member do not bind.
 */
export async function spendAgreed(ctx: Ctx<Customer>, orderId: number): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (!row || row.groupId === null) return
  const byGroup = ctx.actor.id === row.payerId
  const { needsApproval } = await changeSpend(ctx, { ...(await amountsOf(ctx, row)), orderId, enforced: !byGroup })
  if (byGroup) return
  if (row.customerGroup !== 'enterprise' && !needsApproval) return
  if (!(await approversOf(ctx, row.groupId)).includes(personOf(ctx.actor))) throw refuse(orderErrors.groupDecides)
}

/** The price changed otherwise: it was fixed, reduced, refunded or opened again. Never refused. */
export async function spendFollows(ctx: Ctx, orderId: number): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (!row || row.groupId === null) return
  await changeSpend(ctx, { orderId, amountFen: row.finalFen ?? agreedFen(row) ?? 0, final: row.finalFen !== null })
}

/** The order ended; a cancellation fee remains spent. */
export async function releaseOrderSpend(ctx: Ctx, row: OrderRow, keepFen: number): Promise<void> {
  if (row.groupId === null) return
  if (keepFen > 0) await changeSpend(ctx, { orderId: row.id, amountFen: keepFen, final: true })
  else await releaseSpend(ctx, row.id)
}

/** Tells the owner and managers of a group that an order needs them, or may need them. */
export async function askGroup(
  ctx: Ctx,
  { id, orderNo, payerId, groupId, title }: Pick<OrderRow, 'id' | 'orderNo' | 'payerId' | 'groupId' | 'title'>,
  asked: { what: 'order' | 'quote' | 'retest'; version: number; amountFen: number | null },
): Promise<void> {
  if (groupId !== null) await emit(ctx, groupAsked, { id, orderNo, customerId: payerId, title, ...asked })
}

/** By line while nothing changed the sum of the lines, else only the sum. */
async function amountsOf(ctx: Ctx, row: OrderRow) {
  const amountFen = agreedFen(row) ?? 0
  const lines = (await linesOf(ctx.db, row.id)).map((line) => ({
    rid: line.rid,
    amountFen: (line.amountFen ?? 0) - line.discountFen,
  }))
  return lines.reduce((sum, line) => sum + line.amountFen, 0) === amountFen ? { lines } : { amountFen }
}
