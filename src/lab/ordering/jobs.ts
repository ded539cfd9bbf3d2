import { on, onJob, onMany } from '../../platform/jobs/worker.ts'
import { issueSegmentJob } from '../../money/coupons/events.ts'
import { countOrders } from '../../shop/catalogue/actions.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { promiseMissed } from '../orders/events.ts'
import { compensate, continueIssue, rewardFirstOrder } from './coupon-actions.ts'
import { orderSubmitted } from './events.ts'

/**
 * The order count of projects (「N下单」) is raised after the commit, for all orders of the moment together, so that orders of a popular project
 * do not wait for its row.
 */
export const subscribers = [
  onMany(orderSubmitted, 'count-project-orders', (ctx, orders) =>
    countOrders(
      ctx,
      orders.flatMap(({ rids }) => [...new Set(rids)]),
    ),
  ),
  on(promiseMissed, 'compensate', (ctx, order) => compensate(ctx, order)),
  ...[orderLifecycle.events.confirm, orderLifecycle.events.autoConfirm].map((event) =>
    on(event, 'reward-first-order', async (ctx, { payerId }) => {
      if (payerId !== undefined) await rewardFirstOrder(ctx, payerId)
    }),
  ),
]

export const handlers = [onJob(issueSegmentJob, (ctx, { issueId }) => continueIssue(ctx, issueId))]
