import { listed } from '../../core/lists/listed-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { historyOf } from '../../platform/lifecycle/transition.ts'
import { lastBillDay } from '../../platform/pay/channel-reads.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { balanceOf } from '../prestore/actions.ts'
import { askChannel } from './ask-actions.ts'
import { billsPage, countBills, differencesByIds, differenceSource, resolveDifference } from './bills/bill-store.ts'
import { differenceIndex } from './difference-list-contract.ts'
import { payErrors } from './errors.ts'
import { paymentIndex } from './list-contract.ts'
import { paymentsByIds, paymentSource } from './list-store.ts'
import type { Paying } from './payable-actions.ts'
import { paymentLifecycle } from './rules.ts'
import type { PaymentDetail, PaymentRow } from './staff-contract.ts'
import { notifiesOf, type Payment, paymentByNo } from './store.ts'

export const payments = listed({
  index: paymentIndex,
  source: (ctx) => paymentSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => views(ctx, await paymentsByIds(ctx.db, ids)),
})

export async function paymentForStaff(ctx: Ctx<Staff>, no: string): Promise<PaymentDetail> {
  const payment = await found(ctx, no)
  const [view] = await views(ctx, [payment])
  if (!view) throw refuse(commonErrors.notFound)
  const history = await historyOf(ctx, 'payment', payment.id)
  const notifies = await notifiesOf(ctx.db, no)
  const { balanceFen } = await balanceOf(ctx, payment.customerId)
  return {
    payment: { ...view, expiresAt: shanghaiTime(payment.expiresAt), balanceFen },
    history: history.map(({ at, action, reason }) => ({
      at: shanghaiTime(at),
      label:
        action === 'create'
          ? '发起'
          : paymentLifecycle.transitions[action as keyof typeof paymentLifecycle.transitions].label,
      reason: reason ?? '',
    })),
    notifies: notifies.map(({ id, notifyId, receivedAt, result, facts }) => ({
      id,
      notifyId,
      at: shanghaiTime(receivedAt),
      result,
      facts: JSON.stringify(facts),
    })),
  }
}

/** After the commit of the audit row: asks the channel, and answers what is known then. */
export async function askNow(ctx: Ctx<Staff>, paying: Paying, no: string): Promise<PaymentDetail> {
  const payment = await found(ctx, no)
  if (payment.stage !== 'paid' && (await askChannel(ctx, paying, payment)) === 'unavailable')
    throw refuse(payErrors.channelUnavailable)
  return paymentForStaff(ctx, no)
}

export const differences = listed({
  index: differenceIndex,
  source: () => differenceSource,
  rows: async (ctx, ids) =>
    (await differencesByIds(ctx.db, ids)).map(({ foundAt, resolvedAt, resolvedBy: _, ...row }) => ({
      ...row,
      foundAt: shanghaiTime(foundAt),
      resolvedAt: resolvedAt && shanghaiTime(resolvedAt),
    })),
})

export async function billsForStaff(ctx: Ctx<Staff>, paying: Paying, { page, size }: { page: number; size: number }) {
  const rows = await billsPage(ctx.db, size, (page - 1) * size)
  return {
    list: rows.map((row) => ({ ...row, checkedAt: shanghaiTime(row.checkedAt) })),
    total: await countBills(ctx.db),
    page,
    size,
    channels: [...paying.channels(ctx).keys()],
    lastDay: lastBillDay(ctx.clock.now()),
    yesterday: shanghaiDate(addDays(ctx.clock.now(), -1)),
  }
}

export async function markResolved(ctx: Ctx<Staff>, { id, note }: { id: number; note: string }): Promise<void> {
  if ((await resolveDifference(ctx.db, id, ctx.actor.id, note, ctx.clock.now())) === 0)
    throw refuse(commonErrors.stageConflict)
}

async function found(ctx: Ctx, no: string): Promise<Payment> {
  const payment = await paymentByNo(ctx.db, no)
  if (!payment) throw refuse(commonErrors.notFound)
  return payment
}

async function views(ctx: Ctx, rows: Payment[]): Promise<PaymentRow[]> {
  const customers = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      paymentNo: row.paymentNo,
      channel: row.channel,
      kind: row.kind,
      payableNo: row.payableNo,
      about: row.about,
      customerId: row.customerId,
      customerName: customer?.name || customer?.company || '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      amountFen: row.amountFen,
      refundedFen: row.refundedFen,
      stage: row.stage,
      stageLabel: paymentLifecycle.stages[row.stage],
      outcome: row.outcome,
      keptBecause: row.keptBecause,
      createdAt: shanghaiTime(row.createdAt),
      paidAt: row.paidAt && shanghaiTime(row.paidAt),
      providerNo: row.providerNo ?? '',
    }
  })
}
