import { onJob } from '../../platform/jobs/worker.ts'
import { lapseRequest, remindPayer } from './payers/assign-actions.ts'
import { dueSoon, lapseJob, overdue, remindDueJob, remindOverdueJob, remindPayerJob } from './events.ts'
import { remindToPay } from './remind-actions.ts'

export const handlers = [
  onJob(remindDueJob, (ctx, { rowId }) => remindToPay(ctx, rowId, dueSoon)),
  onJob(remindOverdueJob, (ctx, { rowId }) => remindToPay(ctx, rowId, overdue)),
  onJob(remindPayerJob, (ctx, { settlementId }) => remindPayer(ctx, settlementId)),
  onJob(lapseJob, (ctx, { settlementId }) => lapseRequest(ctx, settlementId)),
]
