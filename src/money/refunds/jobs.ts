import { periodic } from '../../platform/jobs/periodic.ts'
import { type JobRegistry, on, onJob } from '../../platform/jobs/worker.ts'
import { refundReported } from '../payments/events.ts'
import type { Paying } from '../payments/payable-actions.ts'
import { askAboutRefund, askAfterReport, sendRefund, sweepRefunds } from './channel-actions.ts'
import { askRefundJob, sendRefundJob } from './events.ts'

export const jobs = (paying: Paying): JobRegistry => ({
  subscribers: [on(refundReported, 'finish-refund', (ctx, { refundNo }) => askAfterReport(ctx, paying, refundNo))],
  handlers: [
    onJob(sendRefundJob, (ctx, { refundId }) => sendRefund(ctx, paying, refundId)),
    onJob(askRefundJob, (ctx, { refundId, step }) => askAboutRefund(ctx, paying, refundId, step)),
  ],
  periodic: [periodic('refunds.ask-again', 1, sweepRefunds)],
})
