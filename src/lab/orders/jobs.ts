import { onJob } from '../../platform/jobs/worker.ts'
import { autoConfirmJob, expireQuoteJob, expireRetestJob, promiseDueJob, remindConfirmJob } from './events.ts'
import { autoConfirm, expireQuote, expireRetest } from './move-actions.ts'
import { checkPromise } from './promises/missed-actions.ts'
import { remindOfConfirm } from './closing/window-actions.ts'

export const handlers = [
  onJob(promiseDueJob, (ctx, { orderId, dueAt }) => checkPromise(ctx, orderId, dueAt)),
  onJob(autoConfirmJob, (ctx, { orderId }) => autoConfirm(ctx, orderId)),
  onJob(remindConfirmJob, (ctx, { orderId, dueAt }) => remindOfConfirm(ctx, orderId, dueAt)),
  onJob(expireQuoteJob, (ctx, { orderId, quoteVersion }) => expireQuote(ctx, orderId, quoteVersion)),
  onJob(expireRetestJob, (ctx, { orderId, version }) => expireRetest(ctx, orderId, version)),
]
