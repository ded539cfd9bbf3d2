import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, requiredText, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { settlement } from './contract.ts'
import { paidBy, settlementLifecycle } from './rules.ts'

// Settlements of every customer, for finance and managers.

const staffSettlement = settlement.extend({
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  /** Another customer who pays or is asked; empty when the customer pays. */
  paidByName: z.string(),
  method: z.enum(['prestore', 'transfer']).nullable(),
  remindedAt: timeText.nullable(),
})
export type StaffSettlement = z.output<typeof staffSettlement>

export const settlementIndex = defineIndex<StaffSettlement>()({
  name: 'settlements',
  label: '结算单',
  action: 'settlement.read',
  key: (row) => row.settlementNo,
  search: '结算单号、客户、付款备注、订单号',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '结算单号', kind: 'text', value: (row) => row.settlementNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    payer: { label: '付款备注', kind: 'text', value: (row) => row.payerName },
    paidBy: { label: '代付人', kind: 'text', value: (row) => row.paidByName },
    orders: { label: '订单', kind: 'text', value: (row) => row.rows.map((each) => each.orderNo).join('、') },
    total: { label: '金额', kind: 'fen', value: (row) => row.totalFen, sorts: true, sums: true },
    created: { label: '生成时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
    due: { label: '应付日期', kind: 'time', value: (row) => row.dueAt, sorts: true },
    paid: { label: '付款时间', kind: 'time', value: (row) => row.paidAt, sorts: true, aside: true },
    method: { label: '付款方式', kind: 'choice', options: paidBy, value: (row) => row.method, aside: true },
    reminded: { label: '上次催款', kind: 'time', value: (row) => row.remindedAt, sorts: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: settlementLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    unpaid: { label: '待付款', filters: { stage: ['unpaid'] } },
    proposed: { label: '待付款人同意', filters: { stage: ['proposed'] } },
    confirming: { label: '付款确认中', filters: { stage: ['confirming'] } },
    paid: { label: '已付款', filters: { stage: ['paid'] } },
    cancelled: { label: '已撤销', filters: { stage: ['cancelled'] } },
    all: { label: '全部结算单' },
  },
})

export const staffSettlementList = defineCall({
  name: 'settlement/list',
  area: 'staff',
  action: 'settlement.read',
  reads: true,
  summary: '结算单列表',
  input: indexInput(settlementIndex),
  output: pageOf(settlementIndex, staffSettlement),
})

export const staffSettlementRemind = defineCall({
  name: 'settlement/remind',
  area: 'staff',
  action: 'settlement.remind',
  summary: '提醒客户支付结算单',
  idempotent: true,
  input: z.strictObject({ settlementNo: requiredText('结算单号', 40) }),
  output: done,
})
