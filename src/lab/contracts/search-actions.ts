import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByContract } from './store.ts'

/** Orders whose contract has such a number, for the search of staff; the pattern is one of LIKE. */
export async function ordersOfContracts(ctx: Pick<Ctx, 'db'>, pattern: string): Promise<number[]> {
  return (await orderIdsByContract(ctx.db, pattern)).map(({ orderId }) => orderId)
}
