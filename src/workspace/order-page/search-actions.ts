import { customersWithoutSounds, writeCustomerSounds } from '../../people/customers/actions.ts'
import { customersFound, soundsOf, typedSound } from '../../people/customers/search-actions.ts'
import { ordersOfContracts } from '../../lab/contracts/search-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { ordersOfReports } from '../../lab/reports/search-actions.ts'
import { ordersOfSamples } from '../../lab/samples/search-actions.ts'
import type { About } from '../../lab/orders/lists/list-actions.ts'
import { ordersWithoutSounds, writeOrderSounds } from '../../lab/orders/read-actions.ts'

// The search of orders by staff, beyond the columns of the order itself. Every part uses an index.

/** Orders by sample, contract, report, customer and the pinyin of their title. Rows that the job has not processed yet are compared here. */
export async function ordersAbout(ctx: Pick<Ctx, 'db'>, kw: string): Promise<About> {
  const sound = typedSound(kw)
  const unsounded = sound === undefined ? [] : await ordersWithoutSounds(ctx, null)
  return {
    // Numbers of contracts and reports have no other characters.
    ofOrders: [
      ...(/^[\x20-\x7e]+$/.test(kw.normalize('NFKC')) ? [ordersOfContracts(kw), ordersOfReports(kw)] : []),
      ordersOfSamples(kw),
    ],
    ofCustomers: await customersFound(ctx, kw),
    sound,
    unsounded: unsounded.filter(({ title }) => soundsOf([title]).includes(`|${sound}`)).map(({ id }) => id),
  }
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
