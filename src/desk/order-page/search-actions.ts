import { customersWithoutSounds, writeCustomerSounds } from '../../people/customers/actions.ts'
import { customersAbout, soundsOf, typedSound } from '../../people/customers/search-actions.ts'
import { ordersOfContracts } from '../../lab/contracts/search-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { ordersOfReports } from '../../lab/reports/search-actions.ts'
import { ordersWithSample } from '../../lab/samples/actions.ts'
import { ordersSoundingLike, ordersWithoutSounds, writeOrderSounds } from '../../lab/orders/read-actions.ts'

// The search of orders by staff, beyond the columns of the order itself. Every part uses an index.

export interface Matches {
  matchingOrders: number[]
  matchingCustomers: number[]
}

/** Orders that match by sample, contract, report or the pinyin of their title, and customers that match. */
export async function ordersAbout(ctx: Pick<Ctx, 'db'>, kw: string): Promise<Matches> {
  const [samples, contracts, reports, customers, sounding] = await Promise.all([
    ordersWithSample(ctx, {}, kw),
    ordersOfContracts(ctx, kw),
    ordersOfReports(ctx, kw),
    customersAbout(ctx, kw),
    ordersSounding(ctx, kw),
  ])
  return { matchingOrders: [...samples, ...contracts, ...reports, ...sounding], matchingCustomers: customers }
}

/** Orders whose title matches by pinyin or its initials. Rows that the job has not processed yet are compared here. */
async function ordersSounding(ctx: Pick<Ctx, 'db'>, kw: string): Promise<number[]> {
  const typed = typedSound(kw)
  if (typed === undefined) return []
  const [orders, newOrders] = await Promise.all([ordersSoundingLike(ctx, typed), ordersWithoutSounds(ctx, null)])
  const sounding = newOrders.filter(({ title }) => soundsOf([title]).includes(`|${typed}`))
  return [...orders, ...sounding.map(({ id }) => id)]
}

const AT_ONCE = 500

/** Stores the pinyin of titles and customers that have none yet, and answers how many. */
export async function keepSounds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  let kept = 0
  for (;;) {
    const orders = await ordersWithoutSounds(ctx, AT_ONCE)
    const customers = await customersWithoutSounds(ctx, AT_ONCE)
    if (orders.length + customers.length === 0) return kept
    const done =
      (await writeOrderSounds(
        ctx,
        orders.map(({ id, title }) => ({ id, sounds: soundsOf([title]) })),
      )) +
      (await writeCustomerSounds(
        ctx,
        customers.map((row) => ({
          ...row,
          sounds: soundsOf([row.name, row.company]),
        })),
      ))
    // Rows that are locked now are processed by the next run.
    if (done === 0) return kept
    kept += done
  }
}
