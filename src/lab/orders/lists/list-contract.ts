import { z } from 'zod'
import { groupNames } from '../../../people/customers/rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { keyOf, timeText } from '../../../platform/contract/fields.ts'
import { defineIndex, type IndexTab, indexInput, pageOf } from '../../../platform/contract/index-list.ts'
import { serviceTypeLabels, serviceTypes } from '../../samples/service-rules.ts'
import { dueQueueLabels, dueQueues, orderQueueKeys, orderQueues } from './queue-rules.ts'
import { keptLabels, tookLabels } from '../figures/figure-rules.ts'
import { orderLifecycle, orderStages, type OrderTab, orderTabKeys, orderTabs } from '../rules.ts'

// Orders of every customer, for staff.

/** The next step of an order, as staff see it. */
export const nextStep = z
  .object({
    what: z.string(),
    who: z.enum(['customer', 'staff']),
    dueAt: timeText.nullable(),
    overdue: z.boolean(),
  })
  .nullable()

const staffOrder = z.object({
  orderNo: z.string(),
  title: z.string(),
  customerName: z.string(),
  company: z.string(),
  /** Another customer who pays; empty when the customer pays. */
  payerName: z.string(),
  group: keyOf(groupNames),
  groupName: z.string(),
  serviceType: z.literal(serviceTypes),
  stage: z.enum(orderStages),
  stageName: z.string(),
  version: z.number().int(),
  urgent: z.boolean(),
  sampleCount: z.number().int(),
  /** The final amount, or what is agreed so far; null while there is no price. */
  amountFen: z.number().int().nullable(),
  agreedFen: z.number().int().nullable(),
  finalFen: z.number().int().nullable(),
  /** Who in the laboratory does the work; null and empty: nobody yet. */
  assignedTo: z.number().int().nullable(),
  assigneeName: z.string(),
  /** The numbers of the lines, each once. */
  fundingNo: z.string(),
  /** The queues of work that the order stands in now. */
  queues: z.array(z.enum(orderQueueKeys)),
  createdAt: timeText,
  quoteValidUntil: timeText.nullable(),
  callDueAt: timeText.nullable(),
  dataDueAt: timeText.nullable(),
  deliveredAt: timeText.nullable(),
  confirmDueAt: timeText.nullable(),
  paidAt: timeText.nullable(),
  returnDueAt: timeText.nullable(),
  receivedAt: timeText.nullable(),
  promisedAt: timeText.nullable(),
  callBy: timeText.nullable(),
  /** How long the work took, once it is delivered. */
  took: keyOf(tookLabels).nullable(),
  retested: z.boolean(),
  callKept: keyOf(keptLabels).nullable(),
  dataKept: keyOf(keptLabels).nullable(),
  dayKept: keyOf(keptLabels).nullable(),
  returnKept: keyOf(keptLabels).nullable(),
  /** The queues where its deadline has passed. */
  lateQueues: z.array(z.enum(dueQueues)),
  /** The numbers of the instruments that serve its projects. */
  instruments: z.array(z.string()),
  next: nextStep,
})
export type ListedOrder = z.output<typeof staffOrder>

const labelsOf = <K extends string>(of: Record<K, { label: string }>) =>
  Object.fromEntries(Object.entries<{ label: string }>(of).map(([key, { label }]) => [key, label]))

const tabs = Object.fromEntries(
  orderTabKeys.map((tab) => {
    const { label, stages } = orderTabs[tab]
    return [tab, tab === 'all' ? { label } : { label, filters: { stage: [...stages] } }]
  }),
) as Record<OrderTab, IndexTab>

const time = (label: string, value: (row: ListedOrder) => string | null) =>
  ({ label, kind: 'time', value, sorts: true, aside: true }) as const

const choice = (label: string, options: Readonly<Record<string, string>>, value: (row: ListedOrder) => string | null) =>
  ({ label, kind: 'choice', options, value, aside: true }) as const

export const orderIndex = defineIndex<ListedOrder>()({
  name: 'orders',
  label: '订单',
  action: 'order.read',
  key: (row) => row.orderNo,
  search: '订单、样品、合同、报告编号，客户，项目，拼音',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '订单号', kind: 'text', value: (row) => row.orderNo, sorts: true },
    created: { label: '下单时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    title: { label: '项目', kind: 'text', value: (row) => row.title },
    samples: { label: '样品数', kind: 'count', value: (row) => row.sampleCount, aside: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    company: { label: '单位', kind: 'text', value: (row) => row.company, noFilter: true, aside: true },
    group: { label: '客户类型', kind: 'choice', options: groupNames, value: (row) => row.group, aside: true },
    payer: { label: '付款人', kind: 'text', value: (row) => row.payerName, aside: true },
    assignee: { label: '负责人', kind: 'text', value: (row) => row.assigneeName, aside: true },
    service: {
      label: '服务方式',
      kind: 'choice',
      options: Object.fromEntries(serviceTypes.map((type) => [String(type), serviceTypeLabels[type]])),
      value: (row) => String(row.serviceType),
      aside: true,
    },
    urgent: {
      label: '加急',
      kind: 'choice',
      options: { yes: '加急', no: '不加急' },
      value: (row) => (row.urgent ? 'yes' : 'no'),
      aside: true,
    },
    stage: { label: '阶段', kind: 'choice', options: orderLifecycle.stages, value: (row) => row.stage },
    queue: {
      label: '待办',
      kind: 'choice',
      options: labelsOf(orderQueues),
      // Several at once, so they are shown as one text.
      value: (row) => row.queues.map((queue) => orderQueues[queue].label).join('、'),
      aside: true,
    },
    next: { label: '下一步', kind: 'text', value: (row) => row.next?.what ?? '', noFilter: true },
    due: { label: '下一步时限', kind: 'time', value: (row) => row.next?.dueAt ?? null, noFilter: true, aside: true },
    funding: { label: '课题号', kind: 'text', value: (row) => row.fundingNo, aside: true },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true },
    agreed: { label: '约定金额', kind: 'fen', value: (row) => row.agreedFen, aside: true },
    final: { label: '核定金额', kind: 'fen', value: (row) => row.finalFen, aside: true },
    quoteUntil: time('报价有效期', (row) => row.quoteValidUntil),
    callDue: time('致电时限', (row) => row.callDueAt),
    dataDue: time('数据时限', (row) => row.dataDueAt),
    delivered: time('交付时间', (row) => row.deliveredAt),
    confirmDue: time('确认截止', (row) => row.confirmDueAt),
    paid: time('付款时间', (row) => row.paidAt),
    returnDue: time('寄回时限', (row) => row.returnDueAt),
    received: time('收样时间', (row) => row.receivedAt),
    promised: time('约定日期', (row) => row.promisedAt),
    took: choice('检测用时', tookLabels, (row) => row.took),
    retest: choice('复测', { yes: '有复测', no: '无复测' }, (row) => (row.retested ? 'yes' : 'no')),
    callBy: time('致电承诺时限', (row) => row.callBy),
    callKept: choice('致电承诺', keptLabels, (row) => row.callKept),
    dataKept: choice('数据承诺', keptLabels, (row) => row.dataKept),
    returnKept: choice('寄回承诺', keptLabels, (row) => row.returnKept),
    late: choice('逾期待办', dueQueueLabels, (row) => row.lateQueues.map((queue) => dueQueueLabels[queue]).join('、')),
    instrument: { label: '可用仪器', kind: 'text', value: (row) => row.instruments.join('、'), aside: true },
    dayKept: choice('约定日期承诺', keptLabels, (row) => row.dayKept),
  },
  tabs,
})

export const staffOrderList = defineCall({
  name: 'order/list',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '订单列表',
  input: indexInput(orderIndex),
  output: pageOf(orderIndex, staffOrder),
})

/** Orders that wait for verification, by the deadline of their data. */
export const verifyIndex = defineIndex<ListedOrder>()({
  name: 'verify',
  label: '待审核数据',
  action: 'order.verify',
  key: (row) => row.orderNo,
  search: '订单、样品、合同、报告编号，客户，项目，拼音',
  sort: 'dataDue',
  fields: {
    no: orderIndex.fields.no,
    created: { ...orderIndex.fields.created, aside: true },
    title: orderIndex.fields.title,
    samples: { ...orderIndex.fields.samples, aside: false },
    customer: { ...orderIndex.fields.customer, aside: true },
    assignee: orderIndex.fields.assignee,
    service: orderIndex.fields.service,
    urgent: { ...orderIndex.fields.urgent, aside: false },
    dataDue: { ...orderIndex.fields.dataDue, label: '交付时限', aside: false },
  },
  tabs: { waiting: { label: '待审核' } },
})

export const staffVerifyList = defineCall({
  name: 'order/verifyList',
  area: 'staff',
  action: 'order.verify',
  reads: true,
  summary: '待审核数据的订单列表',
  input: indexInput(verifyIndex),
  output: pageOf(verifyIndex, staffOrder),
})
