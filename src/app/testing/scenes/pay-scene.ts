import { payCreate } from '../../../money/payments/contract.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { sql } from '../../../platform/db/sql.ts'
import { channelsOf, demoPayOf } from '../../../platform/pay/channels.ts'
import type { ChannelKey } from '../../../platform/pay/channel.ts'
import { notifyInto } from '../../../platform/pay/doubles/demo-cashier.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

type Payment = OutputOf<typeof payCreate>

/** Customers who pay through the doubles of the channels, and the reports that these send. */
export function payScene(app: TestApp) {
  channelsOf(app.services.config, app.clock)
  const demo = demoPayOf(app.services.config, app.clock)
  if (!demo) throw new Error('the test app has no doubles of payment channels')
  const { doubles } = demo
  const double = (channel: ChannelKey) => doubles[channel]
  const send = notifyInto(app.server)

  return {
    doubles,
    send,
    open: (as: TestPerson, input: SentTo<typeof payCreate>): Promise<Payment> => app.call(payCreate, input, { as }),
    /** The customer pays in the channel's app; nothing is reported yet. */
    pays({ paymentNo, channel }: Payment): void {
      if (channel === 'alipay') doubles.alipay.scan(paymentNo)
      if (!channel || !double(channel).pay(paymentNo)) throw new Error(`${paymentNo} cannot be paid`)
    },
    /** Sends what the channels want to report now; answers how many reports were accepted. */
    async reports(): Promise<number> {
      return (await doubles.wechatpay.notifies.deliver(send)) + (await doubles.alipay.notifies.deliver(send))
    },
    /** Runs the timed questions and comparisons that are due, and nothing else of the outbox. */
    async asks(): Promise<void> {
      await app.db.run(sql`delete from jobs where name not like 'payments.%' and kind = 'job'`)
      await app.db.run(sql`update jobs set state = 'done', done_at = run_at where kind = 'event' and state = 'waiting'`)
      await app.drain()
    },
  }
}
