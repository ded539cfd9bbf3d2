import type { Ctx } from '../../../platform/http/ctx.ts'
import { payersDelivered, type DeliveredOrder, deliveredBetween } from './delivered-store.ts'

export type { DeliveredOrder } from './delivered-store.ts'

type Reader = Pick<Ctx, 'db'>

/** What was delivered and is paid by a customer, for statements. */
export function ordersDelivered(
  { db }: Reader,
  payerId: number,
  { from, until }: { from: Date; until: Date },
): Promise<DeliveredOrder[]> {
  return deliveredBetween(db, payerId, from, until)
}

export async function payersWithDeliveries({ db }: Reader, from: Date, until: Date): Promise<number[]> {
  return (await payersDelivered(db, from, until)).map(({ id }) => id)
}
