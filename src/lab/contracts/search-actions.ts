import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByContract } from './store.ts'

/** Orders whose contract has such a number, for the search of staff. */
export async function ordersOfContracts(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await orderIdsByContract(ctx.db, typed)).map(({ orderId }) => orderId)
}
