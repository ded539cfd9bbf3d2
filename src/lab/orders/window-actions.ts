import type { Ctx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays } from '../../platform/time.ts'
import { payloadOf } from './actions.ts'
import { confirmReminderDays, minuteText } from './rules.ts'
import { orderById } from './store.ts'
import { autoConfirmJob, confirmEnds, remindConfirmJob } from './events.ts'

// The window in which a delivery can be answered: it is named in messages, reminded of, and ends by itself.

/** Joins the transaction that wrote this end into the order. A window that is no longer than the reminder's lead is not reminded of. */
export async function openConfirmWindow(ctx: Ctx, orderId: number, dueAt: Date): Promise<void> {
  await enqueue(ctx, autoConfirmJob, { orderId }, { at: dueAt })
  const at = addDays(dueAt, -confirmReminderDays)
  if (at > ctx.clock.now()) await enqueue(ctx, remindConfirmJob, { orderId, dueAt: dueAt.toISOString() }, { at })
}

/** For the very end it was made for: who has confirmed or spoken up, or was delivered anew, is not reminded by an old job. */
export async function remindOfConfirm(ctx: Ctx, orderId: number, dueAt: Date): Promise<void> {
  const row = await orderById(ctx.db, orderId)
  if (row?.stage !== 'delivered' || row.reportWithdrawnAt || row.confirmDueAt?.getTime() !== dueAt.getTime()) return
  await emit(ctx, confirmEnds, { ...payloadOf(row), until: minuteText(dueAt) })
}
