import { on } from '../../platform/jobs/worker.ts'
import { countOrders } from '../../shop/catalogue/actions.ts'
import { orderSubmitted } from './events.ts'

/** The order count of projects (「N下单」) is raised after the commit, so that orders of a popular project do not wait for each other. */
export const subscribers = [
  on(orderSubmitted, 'count-project-orders', async (ctx, { rids }) => {
    for (const rid of new Set(rids)) await countOrders(ctx, rid)
  }),
]
