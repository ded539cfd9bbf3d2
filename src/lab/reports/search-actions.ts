import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByReport } from './store.ts'

/** Ids of the orders with a report whose code matches. */
export async function ordersOfReports(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await orderIdsByReport(ctx.db, typed)).map(({ orderId }) => orderId)
}
