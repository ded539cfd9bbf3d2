import type { Ctx } from '../../platform/http/ctx.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { type NotifyFacts, NotifyRefused, type NotifyReply, type RawNotify } from '../../platform/pay/channel.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { raiseAlarm } from '../../core/safety/actions.ts'
import { alarmMismatch, askChannel } from './ask-actions.ts'
import { refundReported } from './events.ts'
import type { Paying } from './payable-actions.ts'
import { channelLabels, type PayChannelKey } from './rules.ts'
import { PaymentMismatch, settlePayment } from './settle-actions.ts'
import { insertNotify, paymentByNo } from './store.ts'

/**
 * A report of a channel. Answers accepted once it is applied and kept, also for a repetition; refused when it is not believed, or does not fit
 * our record. A fault of ours is thrown, so that the channel repeats the report.
 */
export async function receiveNotify(
  ctx: Ctx,
  paying: Paying,
  key: PayChannelKey,
  raw: RawNotify,
): Promise<NotifyReply | undefined> {
  const channel = paying.channels(ctx).get(key)
  if (!channel) return undefined
  let facts: NotifyFacts
  try {
    facts = await channel.readNotify(raw)
  } catch (error) {
    if (!(error instanceof NotifyRefused)) throw error
    await alarmForged(ctx, key, error)
    return channel.replies.refused
  }
  try {
    await applyNotify(ctx, paying, key, facts)
    return channel.replies.accepted
  } catch (error) {
    if (!(error instanceof PaymentMismatch)) throw error
    await alarmMismatch(ctx, facts.tradeNo, error)
    return channel.replies.refused
  }
}

async function applyNotify(ctx: Ctx, paying: Paying, channel: PayChannelKey, facts: NotifyFacts): Promise<void> {
  const { tradeNo, providerNo, amountFen } = facts
  if (facts.about === 'payment' && facts.state === 'paid') {
    await settlePayment(ctx, paying, { channel, tradeNo, providerNo, amountFen, paidAt: facts.at }, (inner, settled) =>
      keepNotify(inner, channel, facts, settled),
    )
    return
  }
  const payment = await paymentByNo(ctx.db, tradeNo)
  if (payment?.channel !== channel)
    throw new PaymentMismatch(`${channelLabels[channel]}单号 ${tradeNo} 不是本站的付款单`)
  await inTx(ctx, async (inner) => {
    const fresh = await keepNotify(inner, channel, facts, facts.state)
    if (!fresh || facts.about === 'payment') return
    await emit(inner, refundReported, { channel, paymentNo: tradeNo, refundNo: facts.refundNo ?? '' })
  })
  // A report of a closing is only a hint; the channel is asked.
  if (facts.about === 'payment' && facts.state === 'closed' && payment.stage === 'open')
    await askChannel(ctx, paying, payment)
}

function keepNotify(ctx: Ctx, channel: PayChannelKey, facts: NotifyFacts, result: string): Promise<boolean> {
  const { notifyId, tradeNo } = facts
  return insertNotify(ctx.db, { channel, notifyId, tradeNo, facts, result, receivedAt: ctx.clock.now() })
}

/** One alarm for a channel and day, however often it happens: forged reports must not flood the mailboxes. */
async function alarmForged(ctx: Ctx, key: PayChannelKey, error: NotifyRefused): Promise<void> {
  ctx.log.warn({ err: error, channel: key }, 'a report that claims to come from a payment channel was refused')
  await raiseAlarm(ctx, {
    kind: 'payments',
    occasion: `forged:${key}:${shanghaiDate(ctx.clock.now())}`,
    text: `收到未通过验证的${channelLabels[key]}通知，已拒绝，未做任何入账。请核对商户号、应用与密钥配置；反复出现时请检查来源。`,
  })
}
