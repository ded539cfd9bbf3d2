import { on } from '../../platform/jobs/worker.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { dropWithOrder } from './actions.ts'

const { cancel, cancelByStaff, cancelHeld, reject } = orderLifecycle.events

/** An order that ends before its samples are fetched needs no pickup. */
export const subscribers = [
  on(cancel, 'drop-pickup', (ctx, { id }) => dropWithOrder(ctx, id, '订单已取消')),
  on(cancelByStaff, 'drop-pickup', (ctx, { id }) => dropWithOrder(ctx, id, '订单已取消')),
  on(cancelHeld, 'drop-pickup', (ctx, { id }) => dropWithOrder(ctx, id, '订单已取消')),
  on(reject, 'drop-pickup', (ctx, { id }) => dropWithOrder(ctx, id, '订单未通过审核')),
]
