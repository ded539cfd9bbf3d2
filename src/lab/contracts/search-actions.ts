import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByContract } from './store.ts'

/** Ids of the orders with a contract whose number matches. */
export async function ordersOfContracts(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  return (await orderIdsByContract(ctx.db, typed)).map(({ orderId }) => orderId)
}
