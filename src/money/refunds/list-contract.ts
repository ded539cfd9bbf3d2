import { confirmableField } from '../../core/lists/confirmable-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { channelLabels } from '../payments/rules.ts'
import { type StaffRefund, staffRefund } from './contract.ts'
import { refundLifecycle, type RefundStage, refundWays } from './rules.ts'

const { stages } = refundLifecycle
const tab = (stage: RefundStage, sort?: string) => ({
  label: stages[stage],
  filters: { stage: [stage] },
  ...(sort ? { sort } : {}),
})

export const refundIndex = defineIndex<StaffRefund>()({
  name: 'refunds',
  label: '退款',
  action: 'refund.read',
  key: (row) => row.refundNo,
  search: '退款单号、付款单、订单、客户',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '退款单号', kind: 'text', value: (row) => row.refundNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    way: { label: '方式', kind: 'choice', options: refundWays, value: (row) => row.way },
    channel: { label: '渠道', kind: 'choice', options: channelLabels, value: (row) => row.channel, aside: true },
    subject: { label: '付款单或订单', kind: 'text', value: (row) => row.subjectNo },
    reason: { label: '原因', kind: 'text', value: (row) => row.reason },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    created: { label: '提交时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    done: { label: '完成时间', kind: 'time', value: (row) => row.doneAt, sorts: true, aside: true },
    proposedBy: { label: '提交人', kind: 'text', value: (row) => row.proposedByName, noFilter: true, aside: true },
    confirmedBy: { label: '复核人', kind: 'text', value: (row) => row.confirmedByName, noFilter: true, aside: true },
    declinedBy: { label: '未通过人', kind: 'text', value: (row) => row.declinedByName, noFilter: true, aside: true },
    provider: { label: '渠道单号', kind: 'text', value: (row) => row.providerNo, aside: true },
    ended: { label: '未退款的原因', kind: 'text', value: (row) => row.endReason, aside: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
  },
  tabs: {
    // Oldest first where somebody has to act.
    checking: tab('checking', 'created'),
    processing: tab('processing', 'created'),
    done: tab('done'),
    failed: tab('failed'),
    declined: tab('declined'),
    all: { label: '全部退款' },
  },
})

export const staffRefundList = defineCall({
  name: 'refund/list',
  area: 'staff',
  action: 'refund.read',
  reads: true,
  summary: '退款列表',
  input: indexInput(refundIndex),
  output: pageOf(refundIndex, staffRefund),
})
