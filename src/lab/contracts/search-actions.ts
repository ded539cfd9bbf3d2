import type { Ctx } from '../../platform/http/ctx.ts'
import { orderIdsByContract } from './store.ts'

/** Ids of the orders with a contract whose number matches; `pattern` is a LIKE pattern. */
export async function ordersOfContracts(ctx: Pick<Ctx, 'db'>, pattern: string): Promise<number[]> {
  return (await orderIdsByContract(ctx.db, pattern)).map(({ orderId }) => orderId)
}
