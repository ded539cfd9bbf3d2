import type { Ctx } from '../../platform/http/ctx.ts'
import { issuedBetween, type IssuedInvoice } from './store.ts'

/** What was invoiced to a customer, for statements. The days are both included. */
export function invoicesIssued(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<IssuedInvoice[]> {
  return issuedBetween(ctx.db, customerId, firstDay, lastDay)
}
