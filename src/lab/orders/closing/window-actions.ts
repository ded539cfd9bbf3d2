import type { Ctx } from '../../../platform/http/ctx.ts'
import { emit, enqueue } from '../../../platform/jobs/outbox.ts'
import { addDays } from '../../../platform/time.ts'
import { payloadOf } from '../record-rules.ts'
import { confirmReminderDays, minuteText } from '../rules.ts'
import { orderById } from '../store.ts'
import { autoConfirmJob, confirmEnds, remindConfirmJob } from '../events.ts'

// The window in which the customer confirms a delivery. A reminder is sent before its end; at its end the order completes.

/** Joins the transaction that stored this deadline. A window shorter than the reminder's lead gets no reminder. */
export async function openConfirmWindow(ctx: Ctx, orderId: number, dueAt: Date): Promise<void> {
  await enqueue(ctx, autoConfirmJob, { orderId }, { at: dueAt })
  const at = addDays(dueAt, -confirmReminderDays)
  if (at > ctx.clock.now()) await enqueue(ctx, remindConfirmJob, { orderId, dueAt: dueAt.toISOString() }, { at })
}

/** Only while the deadline is still the one the job was made for; a job of an earlier window does nothing. */
export async function remindOfConfirm(ctx: Ctx, orderId: number, dueAt: Date): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (row?.stage !== 'delivered' || row.reportWithdrawnAt || row.confirmDueAt?.getTime() !== dueAt.getTime()) return
  await emit(ctx, confirmEnds, { ...payloadOf(row), until: minuteText(dueAt) })
}
