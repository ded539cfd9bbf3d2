import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByReport } from './store.ts'

/** Orders whose report has such a code, for the search of staff; the pattern is one of LIKE. */
export async function ordersOfReports(ctx: Pick<Ctx, 'db'>, pattern: string): Promise<number[]> {
  return (await orderIdsByReport(ctx.db, pattern)).map(({ orderId }) => orderId)
}
