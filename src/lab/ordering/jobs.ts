import { on, onJob } from '../../platform/jobs/worker.ts'
import { issueSegmentJob } from '../../money/coupons/events.ts'
import { countOrders } from '../../shop/catalogue/actions.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { continueIssue, rewardFirstOrder } from './coupon-actions.ts'
import { orderSubmitted } from './events.ts'

/** The order count of projects (「N下单」) is raised after the commit, so that orders of a popular project do not wait for each other. */
export const subscribers = [
  on(orderSubmitted, 'count-project-orders', async (ctx, { rids }) => {
    for (const rid of new Set(rids)) await countOrders(ctx, rid)
  }),
  ...[orderLifecycle.events.confirm, orderLifecycle.events.autoConfirm].map((event) =>
    on(event, 'reward-first-order', async (ctx, { payerId }) => {
      if (payerId !== undefined) await rewardFirstOrder(ctx, payerId)
    }),
  ),
]

export const handlers = [onJob(issueSegmentJob, (ctx, { issueId }) => continueIssue(ctx, issueId))]
