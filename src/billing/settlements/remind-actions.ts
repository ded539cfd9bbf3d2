import { orderForMoney } from '../../lab/orders/actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { dueReminderDays, overdueReminderDays } from './rules.ts'
import { rowById, settlementById } from './store.ts'
import { type dueSoon, type overdue, remindDueJob, remindOverdueJob } from './events.ts'

export type Reminder = typeof dueSoon | typeof overdue

/** Joins the transaction that creates the row. */
export async function enqueueReminders(ctx: Ctx, rowId: number, dueAt: Date): Promise<void> {
  const payload = { rowId }
  await enqueue(ctx, remindDueJob, payload, { at: addDays(dueAt, -dueReminderDays) })
  await enqueue(ctx, remindOverdueJob, payload, { at: addDays(dueAt, overdueReminderDays) })
}

/**
 * Reminds once before and once after the due date, unless the row is paid or deleted. All rows of a settlement emit the same event
 * about it, so that the customer gets one message.
 */
export async function remindToPay(ctx: Ctx, rowId: number, reminder: Reminder): Promise<void> {
  const row = await rowById(ctx.db, rowId)
  if (!row || row.paidAt) return
  const grouped = row.settlementId === null ? undefined : await settlementById(ctx.db, row.settlementId)
  // While a payer is asked, the row is the customer's own.
  const settlement = grouped?.stage === 'proposed' ? undefined : grouped
  const customerId = row.owedBy
  const onCredit = row.kind === 'credit'
  if (settlement && settlement.stage !== 'unpaid') return
  const facts = settlement
    ? {
        settled: true,
        no: settlement.settlementNo,
        amountFen: settlement.totalFen,
        until: shanghaiDate(settlement.dueAt),
      }
    : {
        settled: false,
        no: (await orderForMoney(ctx, row.orderId)).orderNo,
        amountFen: row.amountFen,
        until: shanghaiDate(row.dueAt),
      }
  await emit(ctx, reminder, { customerId, onCredit, ...facts })
}
