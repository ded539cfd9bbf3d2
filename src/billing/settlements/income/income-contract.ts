import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { keyOf, timeText } from '../../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../../platform/contract/index-list.ts'
import { ageLabels, debtKinds, incomeGroups, incomeKinds } from './income-rules.ts'

// What the laboratory earned and what is owed to it, order by order.

const incomeRow = z.object({
  id: z.number().int(),
  at: timeText,
  /** Negative for refunds and reductions. */
  amountFen: z.number().int(),
  kind: keyOf(incomeKinds),
  /** Empty where the ledger names no order. */
  orderNo: z.string(),
  title: z.string(),
  customerName: z.string(),
  group: keyOf(incomeGroups),
  /** The project of the largest line. */
  projectName: z.string(),
  rid: z.number().int(),
})
export type IncomeItem = z.output<typeof incomeRow>

export const incomeIndex = defineIndex<IncomeItem>()({
  name: 'income',
  label: '收入明细',
  action: 'settlement.read',
  key: (row) => String(row.id),
  sort: '-at',
  fields: {
    at: { label: '入账时间', kind: 'time', value: (row) => row.at, sorts: true },
    no: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    title: { label: '订单项目', kind: 'text', value: (row) => row.title, aside: true },
    project: { label: '主要项目', kind: 'text', value: (row) => row.projectName },
    rid: { label: '项目编号', kind: 'count', value: (row) => row.rid, aside: true },
    group: { label: '客户类型', kind: 'choice', options: incomeGroups, value: (row) => row.group },
    kind: { label: '来源', kind: 'choice', options: incomeKinds, value: (row) => row.kind },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
  },
  tabs: { all: { label: '全部收入' } },
})

export const incomeList = defineCall({
  name: 'income/list',
  area: 'staff',
  action: 'settlement.read',
  reads: true,
  summary: '收入明细：账上每笔检测收入对应的订单，退款与减免为负',
  input: indexInput(incomeIndex),
  output: pageOf(incomeIndex, incomeRow),
})

const receivableRow = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  title: z.string(),
  /** Who owes it. */
  customerName: z.string(),
  kind: keyOf(debtKinds),
  fixedAt: timeText,
  dueAt: timeText,
  age: keyOf(ageLabels),
  /** Empty while it is in no settlement. */
  settlementNo: z.string(),
  amountFen: z.number().int(),
})
export type ReceivableItem = z.output<typeof receivableRow>

export const receivableIndex = defineIndex<ReceivableItem>()({
  name: 'receivables',
  label: '应收明细',
  action: 'settlement.read',
  key: (row) => String(row.id),
  sort: 'fixed',
  fields: {
    no: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    customer: { label: '欠款客户', kind: 'text', value: (row) => row.customerName },
    kind: { label: '类型', kind: 'choice', options: debtKinds, value: (row) => row.kind },
    fixed: { label: '核定时间', kind: 'time', value: (row) => row.fixedAt, sorts: true },
    due: { label: '应付日期', kind: 'time', value: (row) => row.dueAt, sorts: true },
    age: { label: '账龄', kind: 'choice', options: ageLabels, value: (row) => row.age },
    settlement: { label: '结算单', kind: 'text', value: (row) => row.settlementNo },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
  },
  tabs: { all: { label: '全部应收' } },
})

export const receivableList = defineCall({
  name: 'receivable/list',
  area: 'staff',
  action: 'settlement.read',
  reads: true,
  summary: '应收明细：已核定未付的订单金额',
  input: indexInput(receivableIndex),
  output: pageOf(receivableIndex, receivableRow),
})
