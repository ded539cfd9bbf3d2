import { lastBillDay } from '../../../platform/pay/channel-reads.ts'
import type { BillLine } from '../../../platform/pay/channel.ts'
import { refuseAt } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { raiseAlarm } from '../../../core/safety/actions.ts'
import {
  type Compared,
  daysWithoutBill,
  type Found,
  paidBetween,
  paymentsByNos,
  putBill,
  putDifferences,
  resolveVanished,
} from './bill-store.ts'
import { payErrors } from '../errors.ts'
import { checkBillJob } from '../events.ts'
import { compareRefunds } from './bill-refund-actions.ts'
import type { Paying } from '../payable-actions.ts'
import { channelLabels, type PayChannelKey } from '../rules.ts'
import { settlePayment } from '../settle-actions.ts'

/** Channels keep bills for three months. */
const MOST_DAYS = 90

/**
 * Queues the comparison of every bill that is there and was not compared: mostly that of yesterday, and those of the days on which the server was
 * off or the channel had none.
 */
export async function checkBills(ctx: Ctx, paying: Paying): Promise<void> {
  const last = lastBillDay(ctx.clock.now())
  for (const channel of paying.channels(ctx).keys())
    for (const day of await daysWithoutBill(ctx.db, { channel, last, mostDays: MOST_DAYS }))
      await enqueue(ctx, checkBillJob, { channel, day }, { key: `${channel}:${day}` })
}

/** The same for one day, by finance. */
export async function askForCheck(ctx: Ctx, { channel, day }: { channel: PayChannelKey; day: string }): Promise<void> {
  const now = ctx.clock.now()
  if (day >= shanghaiDate(now)) throw refuseAt('day', payErrors.noSuchDay)
  if (day > lastBillDay(now)) throw refuseAt('day', payErrors.billNotReady)
  await enqueue(ctx, checkBillJob, { channel, day }, { key: `${channel}:${day}` })
}

/**
 * Compares a day's bill of a channel with our payments and refunds. What was done there and is open here is applied; everything else that
 * differs is listed and raises an alarm. Throws while the channel has no bill, so that the queue tries again. May be repeated at any time.
 */
export async function checkBill(ctx: Ctx, paying: Paying, key: PayChannelKey, day: string): Promise<void> {
  const channel = paying.channels(ctx).get(key)
  if (!channel) return
  const lines = await channel.bill(day)
  const charges = lines.filter(({ refundNo }) => refundNo === undefined)
  const from = fromShanghai(day)
  const ours = new Map<string, Compared>()
  for (const row of [
    ...(await paymentsByNos(
      ctx.db,
      charges.map(({ tradeNo }) => tradeNo),
    )),
    ...(await paidBetween(ctx.db, key, from, addDays(from, 1))),
  ])
    ours.set(row.paymentNo, row)
  const charged = compare(key, charges, ours)
  const late = charged.filter(({ kind }) => kind === 'applied')
  for (const { tradeNo } of late) {
    const line = charges.find((each) => each.tradeNo === tradeNo)
    if (line)
      await settlePayment(ctx, paying, {
        channel: key,
        tradeNo,
        providerNo: line.providerNo,
        amountFen: line.amountFen,
        paidAt: line.at,
      })
  }
  const found = [...charged, ...(await compareRefunds(ctx, paying, channel, day, lines))]
  const appliedCount = found.filter(({ kind }) => kind === 'applied').length
  const now = ctx.clock.now()
  const fresh = await inTx(ctx, async (inner) => {
    const at = { channel: key, day, now }
    await putBill(inner.db, { channel: key, day, ...sumsOf(lines), appliedCount, checkedAt: now })
    await resolveVanished(inner.db, at, found)
    return putDifferences(inner.db, at, found)
  })
  if (fresh > 0)
    await raiseAlarm(ctx, {
      kind: 'payments',
      occasion: `bill:${key}:${day}`,
      text: `${channelLabels[key]} ${day} 的账单有 ${fresh} 处与本站不一致，请在「付款流水」的对账差异中核对。`,
    })
}

function compare(key: PayChannelKey, charges: BillLine[], ours: Map<string, Compared>): Found[] {
  const inBill = new Set(charges.map(({ tradeNo }) => tradeNo))
  const there = charges.flatMap((line): Found[] => {
    const own = ours.get(line.tradeNo)
    const row = {
      tradeNo: line.tradeNo,
      refundNo: '',
      providerNo: line.providerNo,
      thereFen: line.amountFen,
      hereFen: own?.amountFen ?? null,
    }
    if (own?.channel !== key) return [{ ...row, kind: 'unknown' }]
    if (own.amountFen !== line.amountFen) return [{ ...row, kind: 'amount' }]
    if (own.stage !== 'paid') return [{ ...row, kind: 'applied' }]
    // The same charge paid under another number of the channel would be a second payment.
    return own.providerNo === line.providerNo ? [] : [{ ...row, kind: 'unknown' }]
  })
  const here = [...ours.values()].flatMap((own): Found[] =>
    own.stage === 'paid' && own.channel === key && !inBill.has(own.paymentNo)
      ? [
          {
            kind: 'missing',
            tradeNo: own.paymentNo,
            refundNo: '',
            providerNo: own.providerNo ?? '',
            thereFen: null,
            hereFen: own.amountFen,
          },
        ]
      : [],
  )
  return [...there, ...here]
}

function sumsOf(lines: BillLine[]) {
  const total = (some: BillLine[], of: (line: BillLine) => number) => some.reduce((sum, line) => sum + of(line), 0)
  return {
    lineCount: lines.length,
    receivedFen: total(
      lines.filter(({ refundNo }) => refundNo === undefined),
      ({ amountFen }) => amountFen,
    ),
    refundedFen: -total(
      lines.filter(({ refundNo }) => refundNo !== undefined),
      ({ amountFen }) => amountFen,
    ),
    feeFen: total(lines, ({ feeFen }) => feeFen),
  }
}
