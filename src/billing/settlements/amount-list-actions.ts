import { listed } from '../../core/lists/listed-actions.ts'
import { staffNamed } from '../../core/staff/actions.ts'
import { customersLike } from '../../people/customers/actions.ts'
import { ordersOfNumber, ordersOfCustomers, sourceOfOrdersToBill } from '../../lab/orders/lists/list-actions.ts'
import { amountIndex, toFixIndex } from './amount-list-contract.ts'
import { amountSource, withChecking } from './amount-list-store.ts'
import { finalAmountViews } from './final-amounts/final-actions.ts'
import { ordersToFix } from './final-amounts/fix-actions.ts'

/** The delivered orders without a final amount, including those whose amount waits for a second person. */
export const toFix = listed({
  index: toFixIndex,
  source: (ctx) => withChecking(sourceOfOrdersToBill((typed) => customersLike(ctx, typed))),
  rows: (ctx, ids) => ordersToFix(ctx, ids),
})

/** Proposed and fixed amounts. */
export const amounts = listed({
  index: amountIndex,
  source: (ctx) =>
    amountSource(
      {
        orders: (typed) => Promise.resolve(ordersOfNumber(typed)),
        ordersOfCustomers: async (typed) => ordersOfCustomers(await customersLike(ctx, typed)),
        staff: (typed) => staffNamed(ctx, typed),
      },
      ctx.actor.id,
    ),
  rows: (ctx, ids) => finalAmountViews(ctx, ids),
})
