import { onJob } from '../../platform/jobs/worker.ts'
import { dueSoon, overdue, remindDueJob, remindOverdueJob } from './events.ts'
import { remindToPay } from './remind-actions.ts'

export const handlers = [
  onJob(remindDueJob, (ctx, { rowId }) => remindToPay(ctx, rowId, dueSoon)),
  onJob(remindOverdueJob, (ctx, { rowId }) => remindToPay(ctx, rowId, overdue)),
]
