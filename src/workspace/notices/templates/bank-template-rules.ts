import { transferMatched } from '../../../money/prestore/events.ts'
import { transferLifecycle } from '../../../money/prestore/rules.ts'
import { refundedToBalance } from '../../../money/refunds/events.ts'
import { refundLifecycle } from '../../../money/refunds/rules.ts'
import { payoutChanged } from '../../../money/withdrawals/events.ts'
import { withdrawalLifecycle } from '../../../money/withdrawals/rules.ts'
import { EVERYWHERE, order, plain, type TemplatesFor } from '../notice-rules.ts'
import { arrivedTransfer, sum } from '../wordings/wording-rules.ts'

// Messages about bank transfers, withdrawals and refunds: money that came and money that leaves.

export const bankEvents = [
  refundedToBalance,
  refundLifecycle.events.finish,
  refundLifecycle.events.fail,
  transferMatched,
  transferLifecycle.events.reject,
  payoutChanged,
  withdrawalLifecycle.events.reject,
  withdrawalLifecycle.events.pay,
] as const

export const bankTemplates: TemplatesFor<(typeof bankEvents)[number]> = {
  'transfer.matched': {
    ...plain('转账已到账', EVERYWHERE, '/member/prestore', (payload) => arrivedTransfer(payload), {
      amount: 'amountFen',
    }),
    // The payment of exactly what was owed is announced by settlement.confirmTransfer and order.prepaid.
    when: ({ use }) => use !== 'paid',
  },
  'transfer.reject': {
    ...plain(
      '转账申请未通过',
      EVERYWHERE,
      '/member/prestore',
      ({ amountFen, payableNo }) =>
        `您的转账申请（${payableNo ? `${payableNo}，` : ''}${sum(amountFen)}）未通过，请在预存款页面修改后重新提交，或联系客户经理。`,
      { amount: 'amountFen' },
    ),
    // settlement.refuseTransfer announces it.
    when: ({ kind }) => kind !== 'settlement',
  },

  'withdrawal.accountChanged': {
    ...plain(
      '收款账户已修改',
      EVERYWHERE,
      '/member/prestore',
      ({ tail }) => `您的提现收款账户已改为尾号${tail}的账户，如非本人操作，请立即修改密码并联系客服。`,
    ),
    always: true,
  },
  'withdrawal.reject': plain(
    '提现未通过',
    EVERYWHERE,
    '/member/prestore',
    ({ amountFen, withdrawalNo }) => `您的提现${withdrawalNo}${sum(amountFen, '（', '）')}未通过，金额已退回账户。`,
    { amount: 'amountFen' },
  ),
  'withdrawal.pay': plain(
    '提现已打款',
    EVERYWHERE,
    '/member/prestore',
    ({ amountFen, tail }) => `您的提现${sum(amountFen)}已汇出至尾号${tail}的账户，请留意到账。`,
    { amount: 'amountFen' },
  ),

  'refund.toBalance': order(
    '订单费用已退款',
    EVERYWHERE,
    ({ amountFen, balanceFen }) => `的费用${sum(amountFen)}已退至预存余额${sum(balanceFen, '，当前余额')}。`,
    { amount: 'amountFen', link: () => '/member/prestore' },
  ),
  'refund.finish': plain(
    '退款已到账',
    EVERYWHERE,
    '/member/prestore',
    ({ amountFen, subjectNo }) => `您的付款（${subjectNo}）退款${sum(amountFen)}已原路退回，到账时间以支付渠道为准。`,
    { amount: 'amountFen' },
  ),
  'refund.fail': plain(
    '退款未成功',
    EVERYWHERE,
    '/member/prestore',
    ({ amountFen, subjectNo }) => `您的付款（${subjectNo}）退款${sum(amountFen)}未能原路退回，金额已退回预存余额。`,
    { amount: 'amountFen' },
  ),
}
