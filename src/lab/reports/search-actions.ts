import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByReport } from './store.ts'

/** Orders whose report has such a code, for the search of staff. */
export async function ordersOfReports(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await orderIdsByReport(ctx.db, typed)).map(({ orderId }) => orderId)
}
