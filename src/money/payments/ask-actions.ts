import { Refusal } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { ChannelRefused, type ChargeState, ChannelUnavailable, type PayChannel } from '../../platform/pay/channel.ts'
import { raiseAlarm } from '../../core/safety/actions.ts'
import { askPaymentJob } from './events.ts'
import type { Paying } from './payable-actions.ts'
import { addMinutes, ASK_EVERY_SECONDS, nextAsk, paymentLifecycle } from './rules.ts'
import { PaymentMismatch, settlePayment } from './settle-actions.ts'
import { keepOpened, mayAsk, overdueOpen, type Payment, paymentById, paymentByNo } from './store.ts'

// Everything here talks to the channel and therefore runs outside of transactions.

export type Asked = 'open' | 'paid' | 'closed' | 'failed' | 'unavailable'

/** Opens the charge; the same charge may be opened again after a lost answer. */
export async function openAtChannel(ctx: Ctx, paying: Paying, payment: Payment): Promise<Asked> {
  const channel = paying.channels(ctx).get(payment.channel)
  if (!channel) return 'unavailable'
  const { siteUrl } = ctx.config
  try {
    const opened = await channel.open({
      tradeNo: payment.paymentNo,
      amountFen: payment.amountFen,
      subject: `明析科测 ${payment.about}`,
      expiresAt: payment.expiresAt,
      notifyUrl: `${siteUrl}/api/notify/${payment.channel}`,
      returnUrl: `${siteUrl}/member/pay/${payment.paymentNo}`,
      scene: payment.scene,
      phone: payment.phone,
    })
    await keepOpened(ctx.db, payment.id, opened)
    return 'open'
  } catch (error) {
    if (error instanceof ChannelUnavailable) return unavailable(ctx, payment, error)
    if (!(error instanceof ChannelRefused)) throw error
    ctx.log.error({ err: error, paymentNo: payment.paymentNo }, 'the channel refused a charge')
    await moveIfOpen(() =>
      transition(asSystem(ctx), paymentLifecycle, payment.id, 'fail', {
        reason: `${error.code} ${error.detail}`.slice(0, 200),
        payload: factsOf(payment),
      }),
    )
    return 'failed'
  }
}

/** Asks the channel about an open payment, at most every few seconds however many browsers wait for it. */
export async function askIfDue(ctx: Ctx, paying: Paying, payment: Payment): Promise<void> {
  if (payment.stage !== 'open') return
  const now = ctx.clock.now()
  if (!(await mayAsk(ctx.db, payment.id, now, addMinutes(now, -ASK_EVERY_SECONDS / 60)))) return
  await askChannel(ctx, paying, payment)
}

/** Asks the channel and applies its answer: a payment that was made is received, a closed one is closed. */
export async function askChannel(ctx: Ctx, paying: Paying, payment: Payment): Promise<Asked> {
  return withChannel(ctx, paying, payment, (channel) => channel.query(payment.paymentNo))
}

/** Closes the charge at the channel, then the payment. One that was paid meanwhile is received instead. */
export async function closeAtChannel(ctx: Ctx, paying: Paying, payment: Payment): Promise<Asked> {
  return withChannel(ctx, paying, payment, async (channel) => {
    const answer = await channel.close(payment.paymentNo)
    return answer.state === 'unknown' ? { ...answer, state: 'closed' } : answer
  })
}

/** The timed questions after opening, for a report that never arrives; the last one closes what was not paid. */
export async function askByJob(ctx: Ctx, paying: Paying, paymentId: number, step: number): Promise<void> {
  const payment = await paymentById(ctx.db, paymentId)
  const due = payment && nextAsk(payment.createdAt, payment.expiresAt, step)
  if (payment?.stage !== 'open' || !due) return
  const answer = await (due.closes ? closeAtChannel : askChannel)(ctx, paying, payment)
  // The queue tries again, later and later.
  if (answer === 'unavailable') throw new Error(`${payment.channel} did not answer about ${payment.paymentNo}`)
  const next = answer === 'open' && nextAsk(payment.createdAt, payment.expiresAt, step + 1)
  if (next) await enqueue(ctx, askPaymentJob, { paymentId, step: next.step }, { at: next.at })
}

const SWEPT_AT_ONCE = 200

/** Closes expired payments whose job failed, for example while a channel did not answer for hours. */
export async function sweepOverduePayments(ctx: Ctx, paying: Paying): Promise<void> {
  for (const payment of await overdueOpen(ctx.db, addMinutes(ctx.clock.now(), -30), SWEPT_AT_ONCE))
    await closeAtChannel(ctx, paying, payment).catch((error: unknown) =>
      ctx.log.error({ err: error, paymentNo: payment.paymentNo }, 'an overdue payment could not be closed'),
    )
}

/** A report or answer that contradicts our record is not applied; a person has to look. */
export async function alarmMismatch(ctx: Ctx, tradeNo: string, error: PaymentMismatch): Promise<void> {
  await raiseAlarm(ctx, { kind: 'payments', occasion: `mismatch:${tradeNo}`, text: error.message })
}

async function withChannel(
  ctx: Ctx,
  paying: Paying,
  payment: Payment,
  ask: (channel: PayChannel) => Promise<ChargeState>,
): Promise<Asked> {
  const channel = paying.channels(ctx).get(payment.channel)
  if (!channel) return 'unavailable'
  try {
    return await apply(ctx, paying, payment, await ask(channel))
  } catch (error) {
    if (error instanceof ChannelUnavailable || error instanceof ChannelRefused) return unavailable(ctx, payment, error)
    if (!(error instanceof PaymentMismatch)) throw error
    await alarmMismatch(ctx, payment.paymentNo, error)
    return 'open'
  }
}

async function apply(ctx: Ctx, paying: Paying, payment: Payment, answer: ChargeState): Promise<Asked> {
  const expired = payment.expiresAt <= ctx.clock.now()
  if (answer.state === 'paid') {
    const { providerNo = '', amountFen = -1, paidAt = ctx.clock.now() } = answer
    await settlePayment(ctx, paying, {
      channel: payment.channel,
      tradeNo: payment.paymentNo,
      providerNo,
      amountFen,
      paidAt,
    })
    return 'paid'
  }
  // A QR code that nobody scanned is unknown to the channel, and can be paid until it expires.
  if (answer.state === 'open' || (answer.state === 'unknown' && !expired)) return 'open'
  await moveIfOpen(() =>
    transition(asSystem(ctx), paymentLifecycle, payment.id, 'close', { payload: factsOf(payment) }),
  )
  return (await paymentByNo(ctx.db, payment.paymentNo))?.stage ?? 'closed'
}

/** Another process may have moved it first; what it did counts. */
async function moveIfOpen(move: () => Promise<unknown>): Promise<void> {
  try {
    await move()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

function unavailable(ctx: Ctx, { paymentNo, channel }: Payment, error: Error): 'unavailable' {
  ctx.log.warn({ err: error, paymentNo, channel }, 'the channel gave no answer')
  return 'unavailable'
}

function factsOf({ customerId, paymentNo, amountFen }: Payment) {
  return { customerId, paymentNo, amountFen }
}
