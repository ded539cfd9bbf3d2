import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { channelLabels, outcomeLabels, paymentLifecycle, type PaymentStage } from './rules.ts'
import { type PaymentRow, paymentRow } from './staff-contract.ts'

const { stages } = paymentLifecycle
const tab = (stage: PaymentStage) => ({ label: stages[stage], filters: { stage: [stage] } })

export const paymentIndex = defineIndex<PaymentRow>()({
  name: 'payments',
  label: '付款流水',
  action: 'payment.read',
  key: (row) => row.paymentNo,
  search: '付款单号、渠道单号、结算单、订单、客户',
  sort: '-at',
  countsTabs: true,
  fields: {
    no: { label: '付款单号', kind: 'text', value: (row) => row.paymentNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    channel: { label: '渠道', kind: 'choice', options: channelLabels, value: (row) => row.channel },
    about: { label: '付款内容', kind: 'text', value: (row) => row.about },
    payable: { label: '结算单或订单', kind: 'text', value: (row) => row.payableNo, aside: true },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    received: {
      label: '已收',
      kind: 'fen',
      value: (row) => (row.stage === 'paid' ? row.amountFen : null),
      sums: true,
      aside: true,
    },
    refunded: { label: '已退', kind: 'fen', value: (row) => row.refundedFen, sorts: true, sums: true, aside: true },
    kept: {
      label: '留在余额',
      kind: 'fen',
      value: (row) => (row.outcome === 'kept' ? row.amountFen : null),
      sums: true,
      aside: true,
    },
    outcome: { label: '去向', kind: 'choice', options: outcomeLabels, value: (row) => row.outcome, aside: true },
    why: { label: '留在余额的原因', kind: 'text', value: (row) => row.keptBecause, aside: true },
    provider: { label: '渠道单号', kind: 'text', value: (row) => row.providerNo, aside: true },
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
    // Of the payment, or of its beginning while it is not paid.
    at: { label: '时间', kind: 'time', value: (row) => row.paidAt ?? row.createdAt, sorts: true },
    created: { label: '发起时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
  },
  tabs: {
    all: { label: '全部付款' },
    paid: tab('paid'),
    kept: { label: outcomeLabels.kept, filters: { outcome: ['kept'] } },
    open: tab('open'),
    closed: tab('closed'),
    failed: tab('failed'),
  },
})

export const staffPaymentList = defineCall({
  name: 'payment/list',
  area: 'staff',
  action: 'payment.read',
  reads: true,
  summary: '付款流水',
  input: indexInput(paymentIndex),
  output: pageOf(paymentIndex, paymentRow),
})
