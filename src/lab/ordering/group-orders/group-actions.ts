import { approvalFor, commitSpend } from '../../../people/groups/actions.ts'
import type { SpendLine } from '../../../people/groups/rules.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { showResults } from '../../orders/closing/share-actions.ts'
import { askGroup } from '../../orders/spending/spend-actions.ts'
import type { OrderStage } from '../../orders/rules.ts'

// The part of placing an order that only an order for a group has.

/** The first stage: before the usual one, the owner or a manager may have to agree. The membership is locked from here on. */
export async function stageForGroup(
  ctx: Ctx<Customer>,
  groupId: number | null,
  usual: OrderStage,
  lines: readonly SpendLine[],
): Promise<OrderStage> {
  if (groupId === null) return usual
  const { needsApproval } = await approvalFor(ctx, { groupId, memberId: ctx.actor.id, lines })
  return needsApproval ? 'group_review' : usual
}

/** Takes the order from the limits of the member, and lets the group read its results. */
export async function enterForGroup(
  ctx: Ctx<Customer>,
  order: { id: number; orderNo: string; payerId: number; groupId: number | null; title: string; stage: OrderStage },
  { lines, amountFen }: { lines: readonly SpendLine[]; amountFen: number | null },
): Promise<void> {
  const { id: orderId, groupId, payerId, stage } = order
  if (groupId === null) return
  await commitSpend(ctx, { orderId, groupId, memberId: ctx.actor.id, lines })
  await showResults(ctx, orderId, payerId)
  if (stage === 'group_review') await askGroup(ctx, order, { what: 'order', version: 1, amountFen })
}
