import { Refusal, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { formatFen } from '../../platform/money.ts'
import { laboratoryAccount } from '../ledger/rules.ts'
import { balanceOf, creditPrestore } from '../prestore/actions.ts'
import { payErrors } from './errors.ts'
import { moneyKept, toppedUp } from './events.ts'
import { kindOf, type Paying } from './payable-actions.ts'
import { channelLabels, type PayChannelKey, paymentLifecycle } from './rules.ts'
import { changes, lockPayment, type Payment } from './store.ts'

/** What a channel says about a payment that was made. */
export interface PaidFacts {
  channel: PayChannelKey
  tradeNo: string
  providerNo: string
  amountFen: number
  paidAt: Date
}

export type Settled = 'applied' | 'kept' | 'repeated'

/** The report of a channel contradicts what we asked it to collect. Nothing is written; a person has to look. */
export class PaymentMismatch extends Error {}

/** The payable refused the money; it is then kept in the balance. */
class PayableRefused extends Error {}

/**
 * The only way in which money of a channel is received, by whomever it was learnt: a notify, a query, a closing, the bill. Once: the row of
 * the payment is locked, and a paid one stays as it is. `alongside` joins the transaction. Throws PaymentMismatch and writes nothing when
 * number, channel or amount are not ours.
 */
export async function settlePayment(
  ctx: Ctx,
  paying: Paying,
  facts: PaidFacts,
  alongside: (ctx: Ctx, settled: Settled) => Promise<unknown> = async () => {},
): Promise<Settled> {
  const receive = (keptBecause: string) =>
    inTx(asSystem(ctx), async (inner) => {
      const settled = await receiveOnce(inner, paying, facts, keptBecause)
      await alongside(inner, settled)
      return settled
    })
  try {
    return await receive('')
  } catch (error) {
    if (!(error instanceof PayableRefused)) throw error
    // The refused attempt was rolled back as a whole; the same money is now only credited.
    return receive(error.message)
  }
}

async function receiveOnce(ctx: Ctx, paying: Paying, facts: PaidFacts, keptBecause: string): Promise<Settled> {
  const payment = await lockPayment(ctx.db, facts.tradeNo)
  if (!payment || payment.channel !== facts.channel)
    throw new PaymentMismatch(`${channelLabels[facts.channel]}单号 ${facts.tradeNo} 不是本站的付款单`)
  if (payment.amountFen !== facts.amountFen)
    throw new PaymentMismatch(
      `付款单 ${payment.paymentNo} 应收 ${formatFen(payment.amountFen)}，${channelLabels[facts.channel]}通知为 ${formatFen(facts.amountFen)}`,
    )
  if (payment.stage === 'paid') {
    if (payment.providerNo === facts.providerNo) return 'repeated'
    throw new PaymentMismatch(
      `付款单 ${payment.paymentNo} 已按渠道单号 ${payment.providerNo} 入账，又收到渠道单号 ${facts.providerNo}`,
    )
  }
  const kind = kindOf(paying, payment.kind)
  const because = keptBecause || (kind.pay && payment.stage !== 'open' ? payErrors.afterClosing.message : '')
  const pay = because === '' ? kind.pay : undefined
  if (pay) await lockPayable(ctx, paying, payment)
  await transition(ctx, paymentLifecycle, payment.id, 'settle', {
    set: changes.paid(facts, { outcome: because === '' ? 'applied' : 'kept', keptBecause: because }),
    payload: { customerId: payment.customerId, paymentNo: payment.paymentNo, amountFen: payment.amountFen },
  })
  await credit(ctx, payment)
  if (pay) await refusing(() => pay(ctx, payment.customerId, payment.payableNo))
  await tell(ctx, payment, because)
  return because === '' ? 'applied' : 'kept'
}

/** Locks the payable before the balance, and compares the amount: a payable that became cheaper or dearer is not paid by half. */
function lockPayable(ctx: Ctx, paying: Paying, { kind, customerId, payableNo, amountFen }: Payment): Promise<unknown> {
  return refusing(async () => {
    const due = await kindOf(paying, kind).find(ctx, customerId, { no: payableNo }, 'lock')
    if (due.amountFen !== amountFen) throw refuse(payErrors.amountChanged)
  })
}

async function credit(ctx: Ctx, { id, customerId, channel, amountFen, about }: Payment): Promise<void> {
  await creditPrestore(ctx, {
    customerId,
    amountFen,
    kind: 'payment',
    businessId: id,
    operation: 'receive',
    memo: `${channelLabels[channel]}到账：${about}`,
    counter: laboratoryAccount(channel),
  })
}

async function tell(ctx: Ctx, payment: Payment, because: string): Promise<void> {
  const { kind, paymentNo, customerId, amountFen, about } = payment
  if (because === '' && kind !== 'prestore') return
  const { balanceFen } = await balanceOf(ctx, customerId)
  const received = { paymentNo, customerId, amountFen, balanceFen }
  if (because === '') await emit(ctx, toppedUp, received)
  else await emit(ctx, moneyKept, { ...received, about, because })
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new PayableRefused(error.message) : error
  }
}
