import type { Ctx } from '../../../platform/http/ctx.ts'
import type { BillLine, PayChannel } from '../../../platform/pay/channel.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import type { Found } from './bill-store.ts'
import type { Paying } from '../payable-actions.ts'
import type { ComparedRefund } from '../rules.ts'

/** A refund that the channel finished on an earlier day, and that we only heard of on this one, is looked for in so many bills before. */
const EARLIER_BILLS = 30

type RefundLine = BillLine & { refundNo: string }

/**
 * Compares the refunds of a day's bill with ours. A refund that is still processing here is asked about first; it is applied when the channel
 * says that it is done. One that failed here, or that nobody has confirmed, counts as not ours, because its money should not have left.
 */
export async function compareRefunds(
  ctx: Ctx,
  paying: Paying,
  channel: PayChannel,
  day: string,
  bill: readonly BillLine[],
): Promise<Found[]> {
  const lines = bill.filter(isRefund)
  const nos = lines.map(({ refundNo }) => refundNo)
  const before = byNo(await paying.refunds.byNos(ctx, nos))
  const late = lines.filter((line) => {
    const own = before.get(line.refundNo)
    return own && sameRefund(channel, line, own) && sameAmount(line, own) && own.stage === 'processing'
  })
  for (const { refundNo } of late) await paying.refunds.ask(ctx, paying, refundNo)
  const ours = late.length === 0 ? before : byNo(await paying.refunds.byNos(ctx, nos))
  const applied = new Set(late.map(({ refundNo }) => refundNo))
  return [
    ...lines.flatMap((line) => differencesOf(channel, line, ours.get(line.refundNo), applied)),
    ...(await missing(ctx, paying, channel, day, new Set(nos))),
  ]
}

function differencesOf(
  channel: PayChannel,
  line: RefundLine,
  own: ComparedRefund | undefined,
  asked: ReadonlySet<string>,
): Found[] {
  const row = {
    tradeNo: line.tradeNo,
    refundNo: line.refundNo,
    providerNo: line.providerNo,
    thereFen: refundedBy(line),
    hereFen: own?.amountFen ?? null,
  }
  if (!own || !sameRefund(channel, line, own)) return [{ ...row, kind: 'unknown' }]
  if (!sameAmount(line, own)) return [{ ...row, kind: 'amount' }]
  // The channel has taken it and is not done: the hourly question settles it.
  if (own.stage === 'processing') return []
  if (own.stage !== 'done') return [{ ...row, kind: 'unknown' }]
  return asked.has(line.refundNo) ? [{ ...row, kind: 'applied' }] : []
}

/**
 * Refunds that were recorded as done on this day and that no bill has. The channel may have finished one on an earlier day than we heard of
 * it, so the bills since it was sent are read too.
 */
async function missing(
  ctx: Ctx,
  paying: Paying,
  channel: PayChannel,
  day: string,
  inBill: ReadonlySet<string>,
): Promise<Found[]> {
  const from = fromShanghai(day)
  const done = await paying.refunds.doneBetween(ctx, channel.key, from, addDays(from, 1))
  let absent = done.filter(({ refundNo }) => !inBill.has(refundNo))
  for (let back = 1; back <= EARLIER_BILLS; back++) {
    const earlier = shanghaiDate(addDays(from, -back))
    if (!absent.some((own) => sentBy(own, earlier))) break
    const found = new Set((await channel.bill(earlier)).map(({ refundNo }) => refundNo))
    absent = absent.filter((own) => !(sentBy(own, earlier) && found.has(own.refundNo)))
  }
  return absent.map((own) => ({
    kind: 'missing',
    tradeNo: own.paymentNo,
    refundNo: own.refundNo,
    providerNo: own.providerNo ?? '',
    thereFen: null,
    hereFen: own.amountFen,
  }))
}

function isRefund(line: BillLine): line is RefundLine {
  return line.refundNo !== undefined
}

/** A refund has a negative amount in the bill. */
function refundedBy({ amountFen }: BillLine): number {
  return 0 - amountFen
}

const sameRefund = ({ key }: PayChannel, line: RefundLine, own: ComparedRefund) =>
  own.channel === key && own.paymentNo === line.tradeNo

const sameAmount = (line: RefundLine, own: ComparedRefund) => own.amountFen === refundedBy(line)

const sentBy = ({ sentAt }: ComparedRefund, day: string) => sentAt !== null && shanghaiDate(sentAt) <= day

function byNo(rows: readonly ComparedRefund[]): Map<string, ComparedRefund> {
  return new Map(rows.map((row) => [row.refundNo, row]))
}
