import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { ChannelRefused, type PayChannel, type RefundState } from '../../platform/pay/channel.ts'
import type { Paying } from '../payments/payable-actions.ts'
import { lockPaymentFor } from '../payments/refund-actions.ts'
import { factsFor, payOut, releaseHold } from './actions.ts'
import { askRefundJob } from './events.ts'
import { ASK_REFUND_AFTER_MINUTES, refundLifecycle } from './rules.ts'
import { changes, lockRefund, type Refund, refundById, refundByNo, waitingRefunds } from './store.ts'

// Talks to the channel outside of any transaction, and applies what it says once. Acceptance is not success: only `done` moves the money.

/** Sends a refund. Repeated after a lost answer it carries the same number, so that the channel refunds once. */
export async function sendRefund(ctx: Ctx, paying: Paying, refundId: number): Promise<void> {
  const row = await refundById(ctx.db, refundId)
  if (row?.stage !== 'processing') return
  const channel = channelOf(ctx, paying, row)
  const { amountFen: totalFen } = await inTx(ctx, (inner) => lockPaymentFor(inner, row.subjectNo))
  const { refundNo, amountFen, reason } = row
  const notifyUrl = `${ctx.config.siteUrl}/api/notify/${channel.key}`
  try {
    const state = await channel.refund({ tradeNo: row.subjectNo, refundNo, amountFen, totalFen, reason, notifyUrl })
    await apply(ctx, row.id, state, 0)
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error
    await apply(ctx, row.id, { state: 'failed', reason: error.detail || error.code }, 0)
  }
}

/** Asks the channel about a refund that it accepted. One that it does not know is sent again with the same number. */
export async function askAboutRefund(ctx: Ctx, paying: Paying, refundId: number, step: number): Promise<void> {
  const row = await refundById(ctx.db, refundId)
  if (row?.stage !== 'processing') return
  const channel = channelOf(ctx, paying, row)
  const state = await channel.queryRefund({ tradeNo: row.subjectNo, refundNo: row.refundNo })
  if (state.state === 'unknown') await sendRefund(ctx, paying, refundId)
  else await apply(ctx, row.id, state, step)
}

/** A channel reported something about a refund; it is asked, because a report may sum up several refunds. */
export async function askAfterReport(ctx: Ctx, paying: Paying, refundNo: string): Promise<void> {
  const row = await refundByNo(ctx.db, refundNo)
  if (row) await askAboutRefund(ctx, paying, row.id, ASK_REFUND_AFTER_MINUTES.length)
}

/** Asks once an hour about refunds without an outcome, however long it takes. */
export async function sweepRefunds(ctx: Ctx): Promise<void> {
  const hourAgo = new Date(ctx.clock.now().getTime() - 3_600_000)
  for (const { id } of await waitingRefunds(ctx.db, hourAgo))
    await enqueue(ctx, askRefundJob, { refundId: id, step: ASK_REFUND_AFTER_MINUTES.length })
}

async function apply(ctx: Ctx, id: number, state: RefundState, step: number): Promise<void> {
  if (state.state === 'processing') {
    const minutes = ASK_REFUND_AFTER_MINUTES[step]
    if (minutes === undefined) return
    const at = new Date(ctx.clock.now().getTime() + minutes * 60_000)
    await enqueue(ctx, askRefundJob, { refundId: id, step: step + 1 }, { at })
    return
  }
  await inTx(asSystem(ctx), async (inner) => {
    const before = await refundById(inner.db, id)
    if (!before) return
    // Payment, refund, balance: the order in which refunds are made.
    await lockPaymentFor(inner, before.subjectNo)
    const row = await lockRefund(inner.db, id)
    if (row?.stage !== 'processing') return
    if (state.state === 'done') {
      const set = changes.finished(ctx.clock.now(), state.providerNo ?? null)
      await transition(inner, refundLifecycle, id, 'finish', { set, payload: factsFor(row) })
      await payOut(inner, row)
    } else {
      const reason = (state.reason || '渠道未说明原因').slice(0, 200)
      const payload = { ...factsFor(row), reason }
      await transition(inner, refundLifecycle, id, 'fail', { reason, set: changes.ended(reason), payload })
      await releaseHold(inner, row, '未成功')
    }
  })
}

function channelOf(ctx: Ctx, paying: Paying, row: Refund): PayChannel {
  const channel = row.channel === null ? undefined : paying.channels(ctx).get(row.channel)
  // The job is tried again, and then waits as a dead letter until the channel is configured.
  if (!channel) throw new Error(`refund ${row.refundNo} waits: channel ${row.channel} is not configured`)
  return channel
}
