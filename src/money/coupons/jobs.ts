import { accountRegistered } from '../../people/sign-in/events.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { on } from '../../platform/jobs/worker.ts'
import { issueOn, sweepExpiredCoupons } from './issue-actions.ts'

export const subscribers = [
  on(accountRegistered, 'issue-coupons', (ctx, { customerId }) => issueOn(ctx, 'register', customerId)),
]

export const periodicWork = [periodic('coupons.expire', 1, sweepExpiredCoupons)]
