import { orderForMoney } from '../../lab/orders/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, addHours, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { settlementErrors } from './errors.ts'
import { noteReminder, stageOf } from './list-store.ts'
import { dueReminderDays, overdueReminderDays, REMIND_AGAIN_HOURS } from './rules.ts'
import { rowById, rowsOfSettlements, settlementById } from './store.ts'
import { dueSoon, overdue, remindDueJob, remindOverdueJob } from './events.ts'

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

/** Staff ask for payment of a settlement, at most once a day, beside the reminders that come by themselves. */
export async function remindByStaff(ctx: Ctx<Staff>, settlementNo: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const found = await noteReminder(inner.db, settlementNo, addHours(now, -REMIND_AGAIN_HOURS), now)
    if (!found) {
      const { stage } = (await stageOf(inner.db, settlementNo)) ?? {}
      if (stage === undefined) throw refuse(commonErrors.notFound)
      throw refuse(stage === 'unpaid' ? settlementErrors.remindedLately : settlementErrors.notUnpaid)
    }
    const rows = await rowsOfSettlements(inner.db, [found.id])
    await emit(inner, found.dueAt < now ? overdue : dueSoon, {
      customerId: found.payerId,
      settled: true,
      no: settlementNo,
      amountFen: found.totalFen,
      until: shanghaiDate(found.dueAt),
      onCredit: rows.some((row) => row.kind === 'credit'),
      askedAt: shanghaiTime(now),
    })
  })
}
