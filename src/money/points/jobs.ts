import { reviewLifecycle } from '../../shop/reviews/rules.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { sweepExpiredPoints } from './actions.ts'
import { earnByReview } from './evaluation-actions.ts'
import { confirmExchangeJob, lapseTransferJob } from './events.ts'
import { autoConfirmExchange } from './goods/exchange-actions.ts'
import { remindOfExpiry } from './own-actions.ts'
import { lapseTransfer } from './transfers/transfer-actions.ts'

export const subscribers = [
  on(reviewLifecycle.events.publish, 'earn-points', (ctx, { id }) => earnByReview(ctx, id)),
  on(reviewLifecycle.events.hide, 'take-points-back', (ctx, { id }) => earnByReview(ctx, id)),
]

export const handlers = [
  onJob(confirmExchangeJob, (ctx, { exchangeId }) => autoConfirmExchange(ctx, exchangeId)),
  onJob(lapseTransferJob, (ctx, { transferId }) => lapseTransfer(ctx, transferId)),
]

export const periodicWork = [
  periodic('points.expire', 1, sweepExpiredPoints),
  periodic('points.remind', daily('09:00'), remindOfExpiry),
]
