import { sql } from '../src/platform/db/sql.ts'
import type { Ctx } from '../src/platform/http/ctx.ts'
import type { ChannelKey } from '../src/platform/pay/channel.ts'
import { demoPayOf } from '../src/platform/pay/channels.ts'
import type { DoubleRefund } from '../src/platform/pay/doubles/double-trades.ts'

interface PaidRow {
  channel: ChannelKey
  tradeNo: string
  amountFen: number
  subject: string
  expiresAt: Date
  paidAt: Date
  providerNo: string
  refunds: DoubleRefund[]
}

/** The channels of the demo know the payments of its life, so that they can be refunded. */
export async function tellChannels({ db, clock, config }: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<void> {
  const pay = demoPayOf(config, clock)
  if (!pay) return
  const rows = await db.rows<PaidRow>(sql`
    select channel, payment_no as trade_no, amount_fen, about as subject, expires_at, paid_at, provider_no,
      (select coalesce(jsonb_agg(jsonb_build_object('refundNo', r.refund_no, 'amountFen', r.amount_fen, 'reason', r.reason,
          'providerNo', coalesce(r.provider_no, ''), 'state', r.stage, 'at', (extract(epoch from r.send_at) * 1000)::bigint) order by r.id), '[]')
        from refunds r where r.payment_id = payments.id and r.stage in ('processing', 'done')) as refunds
    from payments where stage = 'paid' order by id`)
  for (const [key, double] of Object.entries(pay.doubles))
    double.trades.keep(
      rows
        .filter(({ channel }) => channel === key)
        .map(({ channel: _, expiresAt, paidAt, ...row }) => ({
          ...row,
          ...{ state: 'paid', opened: true, notifyUrl: `${config.siteUrl}/api/notify/${key}` },
          ...{ expiresAt: expiresAt.getTime(), paidAt: paidAt.getTime() },
        })),
    )
}
