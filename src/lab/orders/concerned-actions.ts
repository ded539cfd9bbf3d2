import { customerOf } from '../../people/customers/actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { OrderRow } from './record-rules.ts'

/** The members of staff whom an order concerns: who tests it, and the account manager of the customer. */
export async function staffConcerned(
  ctx: Pick<Ctx, 'db'>,
  { assignedTo, customerId }: Pick<OrderRow, 'assignedTo' | 'customerId'>,
): Promise<number[]> {
  const { advisorId } = await customerOf(ctx as Ctx, customerId)
  return [assignedTo, advisorId].flatMap((id) => id ?? [])
}
