import { tieCleared } from '../../people/invitations/events.ts'
import { accountRegistered } from '../../people/sign-in/events.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { withdrawalLifecycle } from '../withdrawals/rules.ts'
import { bindToPromoter } from './actions.ts'
import { matureRebateJob } from './events.ts'
import { collectOwed, matureRebate } from './rebate-actions.ts'

export const subscribers = [
  on(accountRegistered, 'bind-to-promoter', (ctx, { customerId }) => bindToPromoter(ctx, customerId)),
  on(tieCleared, 'bind-to-promoter', (ctx, { friendId }) => bindToPromoter(ctx, friendId)),
  // Money that comes back from a withdrawal first pays what is owed.
  on(withdrawalLifecycle.events.cancel, 'collect-owed-rebates', (ctx, { customerId }) =>
    collectOwed(ctx, customerId ?? 0),
  ),
  on(withdrawalLifecycle.events.reject, 'collect-owed-rebates', (ctx, { customerId }) =>
    collectOwed(ctx, customerId ?? 0),
  ),
]

export const handlers = [onJob(matureRebateJob, (ctx, { rebateId }) => matureRebate(ctx, rebateId))]
