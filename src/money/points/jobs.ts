import { onJob } from '../../platform/jobs/worker.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { sweepExpiredPoints } from './actions.ts'
import { confirmExchangeJob, lapseTransferJob } from './events.ts'
import { autoConfirmExchange } from './exchange-actions.ts'
import { remindOfExpiry } from './own-actions.ts'
import { lapseTransfer } from './transfer-actions.ts'

export const handlers = [
  onJob(confirmExchangeJob, (ctx, { exchangeId }) => autoConfirmExchange(ctx, exchangeId)),
  onJob(lapseTransferJob, (ctx, { transferId }) => lapseTransfer(ctx, transferId)),
]

export const periodicWork = [
  periodic('points.expire', 1, sweepExpiredPoints),
  periodic('points.remind', daily('09:00'), remindOfExpiry),
]
