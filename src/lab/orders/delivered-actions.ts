import type { Ctx } from '../../platform/http/ctx.ts'
import { customersDelivered, type DeliveredOrder, deliveredBetween } from './delivered-store.ts'

export type { DeliveredOrder } from './delivered-store.ts'

type Reader = Pick<Ctx, 'db'>

/** What was delivered to a customer, for statements. */
export function ordersDelivered(
  { db }: Reader,
  customerId: number,
  { from, until }: { from: Date; until: Date },
): Promise<DeliveredOrder[]> {
  return deliveredBetween(db, customerId, from, until)
}

export async function customersWithDeliveries({ db }: Reader, from: Date, until: Date): Promise<number[]> {
  return (await customersDelivered(db, from, until)).map(({ id }) => id)
}
