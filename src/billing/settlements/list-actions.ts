import { customersLike } from '../../people/customers/actions.ts'
import { orderRecord } from '../../lab/orders/read-actions.ts'
import { listed } from '../../core/lists/listed-actions.ts'
import { settlementViews } from './actions.ts'
import { settlementIndex } from './list-contract.ts'
import { settlementSource } from './list-store.ts'

export const settlements = listed({
  index: settlementIndex,
  source: (ctx) =>
    settlementSource({
      customers: (typed) => customersLike(ctx, typed),
      orders: async (typed) => {
        const order = await orderRecord(ctx, typed.toUpperCase())
        return order ? [order.id] : []
      },
    }),
  rows: (ctx, ids) => settlementViews(ctx, ids),
})
