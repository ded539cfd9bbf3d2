import { periodic } from '../../platform/jobs/periodic.ts'
import { type JobRegistry, onJob } from '../../platform/jobs/worker.ts'
import { askByJob, sweepOverduePayments } from './ask-actions.ts'
import { askPaymentJob } from './events.ts'
import type { Paying } from './payable-actions.ts'

export const jobs = (paying: Paying): JobRegistry => ({
  subscribers: [],
  handlers: [onJob(askPaymentJob, (ctx, { paymentId, step }) => askByJob(ctx, paying, paymentId, step))],
  periodic: [periodic('payments.sweep-overdue', 1, (ctx) => sweepOverduePayments(ctx, paying))],
})
