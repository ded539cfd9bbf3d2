import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByReport } from './store.ts'

/** Ids of the orders with a report whose code matches; `pattern` is a LIKE pattern. */
export async function ordersOfReports(ctx: Pick<Ctx, 'db'>, pattern: string): Promise<number[]> {
  return (await orderIdsByReport(ctx.db, pattern)).map(({ orderId }) => orderId)
}
