import { countOrders } from '../../shop/catalogue/actions.ts'
import { job, on } from '../../platform/jobs/worker.ts'
import { autoConfirm, expireQuote, expireRetest } from './move-actions.ts'
import { remindOfConfirm } from './window-actions.ts'

export const handlers = [
  job('order.auto-confirm', (ctx, payload) => autoConfirm(ctx, Number(payload.orderId))),
  job('order.remind-confirm', (ctx, payload) =>
    remindOfConfirm(ctx, Number(payload.orderId), new Date(String(payload.dueAt))),
  ),
  job('order.expire-quote', (ctx, payload) => expireQuote(ctx, Number(payload.orderId), Number(payload.quoteVersion))),
  job('order.expire-retest', (ctx, payload) => expireRetest(ctx, Number(payload.orderId), Number(payload.version))),
]

/** The order count of projects (「N下单」) is raised after the commit, so that orders of a popular project do not wait for each other. */
export const subscribers = [
  on('order.submitted', 'count-project-orders', async (ctx, payload) => {
    for (const rid of new Set(payload.rids as number[])) await countOrders(ctx, rid)
  }),
]
