import type { Ctx } from '../../platform/http/ctx.ts'
import { orderNumbers } from './held-data-store.ts'

/** The numbers of all orders of a customer, by id. */
export function orderNumbersOf(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<{ id: number; orderNo: string }[]> {
  return orderNumbers(ctx.db, customerId)
}
