import { on } from '../../platform/jobs/worker.ts'
import { countOrders } from '../../shop/catalogue/actions.ts'
import { orderSubmitted } from './events.ts'

/** The 「N下单」 of projects follows after the order is placed: one popular project must not make its orders wait for each other. */
export const subscribers = [
  on(orderSubmitted, 'count-project-orders', async (ctx, { rids }) => {
    for (const rid of new Set(rids)) await countOrders(ctx, rid)
  }),
]
