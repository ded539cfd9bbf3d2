import { orderLowered, orderPaid } from '../../lab/orders/events.ts'
import { orderLifecycle } from '../../lab/orders/rules.ts'
import { tieCleared } from '../../people/invitations/events.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { inviteDueJob } from './events.ts'
import { giveInviteReward, settleInvite } from './invite-actions.ts'
import { rewardOrder } from './order-actions.ts'

export const subscribers = [
  on(orderPaid, 'reward-order', (ctx, { orderId }) => rewardOrder(ctx, orderId, 'paid')),
  on(orderLowered, 'reward-order', (ctx, { orderId }) => rewardOrder(ctx, orderId, 'lowered')),
  on(orderLifecycle.events.cancelByStaff, 'reward-order', (ctx, { id }) => rewardOrder(ctx, id, 'lowered')),
  on(tieCleared, 'reward-invitation', (ctx, { friendId }) => settleInvite(ctx, friendId)),
]

export const handlers = [onJob(inviteDueJob, (ctx, { friendId }) => giveInviteReward(ctx, friendId))]
