import { settlePayment } from '../../../money/payments/settle-actions.ts'
import { insertPayment } from '../../../money/payments/store.ts'
import { type Paying, topUpKind } from '../../../money/payments/payable-actions.ts'
import type { PayChannelKey } from '../../../money/payments/rules.ts'
import { channelRefunds } from '../../../money/refunds/bill-actions.ts'
import type { PayChannel, RefundOrder, RefundState } from '../../../platform/pay/channel.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

/** A channel that answers refunds as the test says, and payments that were received through it. */
export function refundScene(app: TestApp) {
  const sent: RefundOrder[] = []
  const answers = { refund: { state: 'processing' } as RefundState | Error, query: { state: 'done' } as RefundState }
  const channel = (key: PayChannelKey) =>
    ({
      key,
      refund: async (order: RefundOrder) => {
        sent.push(order)
        if (answers.refund instanceof Error) throw answers.refund
        return answers.refund
      },
      queryRefund: async () => answers.query,
    }) as unknown as PayChannel
  const paying: Paying = {
    kinds: [topUpKind],
    refunds: channelRefunds,
    channels: () => new Map([['wechatpay', channel('wechatpay')] as const, ['alipay', channel('alipay')] as const]),
  }

  let payments = 0
  /** A top-up that arrived; its money is in the customer's balance. */
  async function paid(person: TestPerson, amountFen: number, key: PayChannelKey = 'alipay') {
    payments += 1
    const now = app.clock.now()
    const paymentNo = `P260302${String(person.id).padStart(6, '0')}X${String(payments).padStart(5, '0')}`
    const row = await insertPayment(app.db, {
      paymentNo,
      customerId: person.id,
      channel: key,
      scene: 'qr',
      phone: false,
      kind: 'prestore',
      payableNo: '',
      about: '预存充值',
      amountFen,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1_800_000),
    })
    const facts = { channel: key, tradeNo: paymentNo, providerNo: `prov-${paymentNo}`, amountFen, paidAt: now }
    await settlePayment(app.system, paying, facts)
    return { paymentNo, id: row.id }
  }

  return { sent, answers, paying, paid }
}
