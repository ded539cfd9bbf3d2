import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { type JobRegistry, onJob } from '../../platform/jobs/worker.ts'
import { askByJob, sweepOverduePayments } from './ask-actions.ts'
import { checkBill, checkBills } from './bills/bill-actions.ts'
import { askPaymentJob, checkBillJob } from './events.ts'
import type { Paying } from './payable-actions.ts'

/** Channels have yesterday's bill at ten o'clock. */
export const jobs = (paying: Paying): JobRegistry => ({
  subscribers: [],
  handlers: [
    onJob(askPaymentJob, (ctx, { paymentId, step }) => askByJob(ctx, paying, paymentId, step)),
    onJob(checkBillJob, (ctx, { channel, day }) => checkBill(ctx, paying, channel, day)),
  ],
  periodic: [
    periodic('payments.sweep-overdue', 1, (ctx) => sweepOverduePayments(ctx, paying)),
    periodic('payments.check-bills', daily('10:30'), (ctx) => checkBills(ctx, paying)),
  ],
})
