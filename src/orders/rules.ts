import { defineLifecycle } from '../platform/lifecycle/lifecycle.ts'

/** An order's way from submission to closing. Money state is derived from the ledger, never from a stage. */
export const orderLifecycle = defineLifecycle({
  entity: 'order',
  table: 'orders',
  stages: {
    review: '待审核',
    quoting: '待报价',
    quoted: '待确认报价',
    contract: '待签合同',
    prepay: '待预付',
    awaiting_sample: '待送样',
    received: '已收样',
    testing: '检测中',
    on_hold: '异常待确认',
    verifying: '数据审核',
    delivered: '已交付',
    retest: '复测中',
    disputed: '异议中',
    done: '已完成',
    closed: '已关闭',
    cancelled: '已取消',
    rejected: '已驳回',
  },
  transitions: {
    approve: { label: '审核通过', from: ['review'], to: 'awaiting_sample', by: ['staff'] },
    reject: { label: '驳回', from: ['review', 'quoting'], to: 'rejected', by: ['staff'], reason: 'required' },
    quote: { label: '发送报价', from: ['quoting'], to: 'quoted', by: ['staff'] },
    refuseQuote: { label: '退回报价', from: ['quoted'], to: 'quoting', by: ['customer'], reason: 'required' },
    expireQuote: { label: '报价过期', from: ['quoted'], to: 'cancelled', by: ['system'] },
    acceptToContract: { label: '接受报价', from: ['quoted'], to: 'contract', by: ['customer'] },
    acceptToPrepay: { label: '接受报价', from: ['quoted'], to: 'prepay', by: ['customer'] },
    acceptOnCredit: { label: '接受报价', from: ['quoted'], to: 'awaiting_sample', by: ['customer'] },
    contractSigned: { label: '合同生效', from: ['contract'], to: 'prepay', by: ['system'] },
    prepaid: { label: '预付完成', from: ['prepay'], to: 'awaiting_sample', by: ['system'] },
    receive: { label: '样品收齐', from: ['awaiting_sample'], to: 'received', by: ['system'] },
    checkIn: { label: '登记到场或收到数据', from: ['awaiting_sample'], to: 'received', by: ['staff'] },
    startTesting: { label: '开始检测', from: ['received'], to: 'testing', by: ['staff'] },
    hold: { label: '上报异常', from: ['received', 'testing'], to: 'on_hold', by: ['staff'], reason: 'required' },
    answer: { label: '答复异常', from: ['on_hold'], to: 'testing', by: ['customer'], reason: 'required' },
    handIn: { label: '提交审核', from: ['testing'], to: 'verifying', by: ['staff'] },
    verify: { label: '审核通过并交付', from: ['verifying'], to: 'delivered', by: ['staff'] },
    returnToTesting: { label: '退回检测', from: ['verifying'], to: 'testing', by: ['staff'], reason: 'required' },
    confirm: { label: '确认完成', from: ['delivered'], to: 'done', by: ['customer'] },
    autoConfirm: { label: '到期自动完成', from: ['delivered'], to: 'done', by: ['system'] },
    requestRetest: { label: '申请复测', from: ['delivered'], to: 'retest', by: ['customer'], reason: 'required' },
    acceptRetest: { label: '同意复测', from: ['retest'], to: 'testing', by: ['staff'] },
    declineRetest: { label: '不予复测', from: ['retest'], to: 'delivered', by: ['staff'], reason: 'required' },
    dispute: { label: '提出异议', from: ['delivered'], to: 'disputed', by: ['customer'], reason: 'required' },
    settleDispute: { label: '异议处理完毕', from: ['disputed'], to: 'delivered', by: ['staff'], reason: 'required' },
    close: { label: '关闭', from: ['done'], to: 'closed', by: ['system'] },
    cancel: {
      label: '取消订单',
      from: ['review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample', 'received'],
      to: 'cancelled',
      by: ['customer'],
      reason: 'required',
    },
    cancelByStaff: {
      label: '取消订单',
      from: [
        'review',
        'quoting',
        'quoted',
        'contract',
        'prepay',
        'awaiting_sample',
        'received',
        'testing',
        'on_hold',
        'verifying',
        'delivered',
        'retest',
        'disputed',
      ],
      to: 'cancelled',
      by: ['staff'],
      reason: 'required',
    },
  },
})

export type OrderStage = keyof typeof orderLifecycle.stages
export type OrderAction = keyof typeof orderLifecycle.transitions
export const orderStages = Object.keys(orderLifecycle.stages) as OrderStage[]

/** 1 sample testing, 2 on-site appointment, 3 data analysis. */
export type ServiceType = 1 | 2 | 3
export const serviceTypeLabels: Record<ServiceType, string> = { 1: '送样检测', 2: '现场预约', 3: '数据分析' }

/** What the stage is called; what is awaited depends on the kind of service. */
export function stageLabel(stage: OrderStage, serviceType: ServiceType): string {
  if (stage === 'awaiting_sample' && serviceType === 2) return '待到场'
  if (stage === 'awaiting_sample' && serviceType === 3) return '待传数据'
  if (stage === 'received' && serviceType === 2) return '已到场'
  if (stage === 'received' && serviceType === 3) return '已收数据'
  return orderLifecycle.stages[stage]
}

/** What a step is called; checking in differs by what comes in. */
export function actionLabel(action: OrderAction, serviceType: ServiceType): string {
  if (action === 'checkIn' && serviceType === 2) return '登记到场'
  if (action === 'checkIn' && serviceType === 3) return '登记收到数据'
  if (action === 'receive' || action === 'checkIn') return '样品收齐'
  return orderLifecycle.transitions[action].label
}

/** The party, or the data, is still to come: slots can be booked anew, files taken back. */
export function visitPending(stage: OrderStage): boolean {
  return ['review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample'].includes(stage)
}

/** How many come, as the forms of the instruments ask; undefined when none does. Whoever joins by video does not come. */
export function visitorsIn(parameters: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  if (parameters.length > 0 && parameters.every(({ place }) => place === 'remote')) return 0
  const asked = parameters.flatMap(({ people }) => (typeof people === 'number' ? [people] : []))
  return asked.length > 0 ? Math.max(...asked) : undefined
}

/** Heads the samples of an order: how many of them are here. */
export function samplesTitle(order: { serviceType: number; received: number; samples: readonly unknown[] }): string {
  const share = `${order.received}/${order.samples.length}`
  if (order.serviceType === 2) return `样品（到场 ${share}）`
  return order.serviceType === 3 ? `数据（已收 ${share}）` : `样品（已收 ${share}）`
}

/** Nothing is sent for an order that has ended. */
export function hasEnded(stage: string): boolean {
  return stage === 'cancelled' || stage === 'rejected' || stage === 'closed'
}

/** Where an order starts: quotes first, credit of institutes is reviewed, individuals pay before. */
export function startStage(group: 'institute' | 'individual' | 'enterprise', needsQuote: boolean): OrderStage {
  if (needsQuote || group === 'enterprise') return 'quoting'
  return group === 'institute' ? 'review' : 'prepay'
}

/** Deadlines and limits the product promises. */
export const orderLimits = {
  managerCallHours: 2,
  dataHours: 2,
  returnHours: 48,
  confirmDays: 7,
  quoteValidDays: 15,
  mostSamples: 99,
  mostDataFiles: 50,
  /** Where the form of the instrument does not ask how many come. */
  mostVisitors: 4,
} as const

/** Tabs of the order list: what waits for the customer first, then by progress. */
export const orderTabs = {
  all: { label: '全部', stages: orderStages },
  confirming: { label: '待审核/报价', stages: ['review', 'quoting', 'quoted', 'contract'] },
  prepay: { label: '待预付', stages: ['prepay'] },
  sending: { label: '待送样', stages: ['awaiting_sample'] },
  testing: { label: '检测中', stages: ['received', 'testing', 'on_hold', 'verifying', 'retest'] },
  delivered: { label: '已交付', stages: ['delivered', 'disputed'] },
  finished: { label: '已完成', stages: ['done', 'closed'] },
  ended: { label: '已取消', stages: ['cancelled', 'rejected'] },
} as const satisfies Record<string, { label: string; stages: readonly OrderStage[] }>
export type OrderTab = keyof typeof orderTabs
export const orderTabKeys = Object.keys(orderTabs) as OrderTab[]

/** The customer's verbs at a stage, in the order the buttons stand. */
export function customerActions(stage: OrderStage): CustomerAction[] {
  return (Object.keys(customerActionStages) as CustomerAction[]).filter((action) =>
    (customerActionStages[action] as readonly OrderStage[]).includes(stage),
  )
}

const { transitions } = orderLifecycle
const customerActionStages = {
  acceptQuote: transitions.acceptToContract.from,
  refuseQuote: transitions.refuseQuote.from,
  answer: transitions.answer.from,
  confirm: transitions.confirm.from,
  requestRetest: transitions.requestRetest.from,
  dispute: transitions.dispute.from,
  cancel: transitions.cancel.from,
} as const
export type CustomerAction = keyof typeof customerActionStages
