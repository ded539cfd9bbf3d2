import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { isSettled, type SampleStage } from '../samples/rules.ts'

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
    retest_offered: '复测费用待确认',
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
    reviseQuote: { label: '更新报价', from: ['quoted'], to: 'quoted', by: ['staff'] },
    withdrawQuote: { label: '撤回报价', from: ['quoted'], to: 'quoting', by: ['staff'], reason: 'required' },
    refuseQuote: { label: '退回报价', from: ['quoted'], to: 'quoting', by: ['customer'], reason: 'required' },
    expireQuote: { label: '报价过期', from: ['quoted'], to: 'cancelled', by: ['system'] },
    acceptToContract: { label: '接受报价', from: ['quoted'], to: 'contract', by: ['customer'] },
    acceptToPrepay: { label: '接受报价', from: ['quoted'], to: 'prepay', by: ['customer'] },
    acceptOnCredit: { label: '接受报价', from: ['quoted'], to: 'awaiting_sample', by: ['customer'] },
    acceptFree: { label: '接受报价', from: ['quoted'], to: 'awaiting_sample', by: ['customer'] },
    contractSigned: { label: '合同生效', from: ['contract'], to: 'prepay', by: ['system'] },
    prepaid: { label: '预付完成', from: ['prepay'], to: 'awaiting_sample', by: ['system'] },
    receive: { label: '样品收齐', from: ['awaiting_sample'], to: 'received', by: ['system'] },
    checkIn: { label: '登记到场或收到数据', from: ['awaiting_sample'], to: 'received', by: ['staff'] },
    startTesting: { label: '开始检测', from: ['received'], to: 'testing', by: ['staff'] },
    hold: { label: '上报异常', from: ['received', 'testing'], to: 'on_hold', by: ['staff'], reason: 'required' },
    answer: { label: '答复异常', from: ['on_hold'], to: 'testing', by: ['customer'], reason: 'required' },
    /** Reported before testing began, the exception leads back to where it was reported. */
    answerBeforeTesting: {
      label: '答复异常',
      from: ['on_hold'],
      to: 'received',
      by: ['customer'],
      reason: 'required',
    },
    /** The same, with another sample on its way. */
    answerWithResend: {
      label: '答复异常，重新寄样',
      from: ['on_hold'],
      to: 'awaiting_sample',
      by: ['customer'],
      reason: 'required',
    },
    /** Only while testing has not begun; afterwards staff cancel, and may keep a fee. */
    cancelHeld: { label: '取消订单', from: ['on_hold'], to: 'cancelled', by: ['customer'], reason: 'required' },
    handIn: { label: '提交审核', from: ['testing'], to: 'verifying', by: ['staff'] },
    verify: { label: '审核通过并交付', from: ['verifying'], to: 'delivered', by: ['staff'] },
    returnToTesting: { label: '退回检测', from: ['verifying'], to: 'testing', by: ['staff'], reason: 'required' },
    confirm: { label: '确认完成', from: ['delivered'], to: 'done', by: ['customer'] },
    autoConfirm: { label: '到期自动完成', from: ['delivered'], to: 'done', by: ['system'] },
    requestRetest: { label: '申请复测', from: ['delivered'], to: 'retest', by: ['customer'], reason: 'required' },
    // Free of charge. A charged retest is offered first, and nothing is measured before the customer agrees to the fee.
    acceptRetest: { label: '同意免费复测', from: ['retest', 'disputed'], to: 'testing', by: ['staff'] },
    offerRetest: {
      label: '同意付费复测，等待客户确认费用',
      from: ['retest', 'disputed'],
      to: 'retest_offered',
      by: ['staff'],
      reason: 'required',
    },
    agreeRetest: { label: '确认复测费用', from: ['retest_offered'], to: 'testing', by: ['customer'] },
    refuseRetest: { label: '放弃付费复测', from: ['retest_offered'], to: 'delivered', by: ['customer'] },
    expireRetest: { label: '复测费用逾期未确认', from: ['retest_offered'], to: 'delivered', by: ['system'] },
    declineRetest: { label: '不予复测', from: ['retest'], to: 'delivered', by: ['staff'], reason: 'required' },
    // A dispute ends in one of: retest (acceptRetest, offerRetest), correction, reduction, dismissal.
    dispute: { label: '提出异议', from: ['delivered'], to: 'disputed', by: ['customer'], reason: 'required' },
    reduceDisputed: {
      label: '异议处理：减免费用',
      from: ['disputed'],
      to: 'delivered',
      by: ['staff'],
      reason: 'required',
    },
    dismissDispute: { label: '异议处理：驳回', from: ['disputed'], to: 'delivered', by: ['staff'], reason: 'required' },
    startCorrection: {
      label: '更正报告',
      from: ['delivered', 'disputed', 'done'],
      to: 'testing',
      by: ['staff'],
      reason: 'required',
    },
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
        'retest_offered',
        'disputed',
      ],
      to: 'cancelled',
      by: ['staff'],
      reason: 'required',
    },
  },
})

/** Moves that histories still hold and the lifecycle no longer has. */
const formerLabels: Record<string, string> = { settleDispute: '异议处理完毕' }

/** What a row of an order's history is called. */
export function actionLabel(action: string, serviceType: ServiceType = 1): string {
  if (action === 'create') return '提交订单'
  if (action === 'checkIn' && serviceType === 2) return '登记到场'
  if (action === 'checkIn' && serviceType === 3) return '登记收到数据'
  if (action === 'checkIn') return '样品收齐'
  return orderLifecycle.transitions[action as OrderAction]?.label ?? formerLabels[action] ?? action
}

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

/**
 * What becomes of a sample that arrives at this stage: taken in, parked until the order is approved, or (undefined) not taken.
 * Samples that are sent again come during a test.
 */
export function intakeOf(stage: OrderStage): 'receive' | 'park' | undefined {
  if (['awaiting_sample', 'received', 'testing', 'on_hold', 'retest'].includes(stage)) return 'receive'
  return ['review', 'quoting', 'quoted', 'contract', 'prepay'].includes(stage) ? 'park' : undefined
}

/** Closed is what is done, paid, and of whose samples nothing more is to come. For every kind of customer the same. */
export function mayClose(
  order: { stage: OrderStage; paidAt: Date | null },
  samples: readonly { stage: SampleStage; form: string }[],
): boolean {
  return order.stage === 'done' && order.paidAt !== null && samples.every(isSettled)
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

/** The work is delivered, so the final amount can be fixed. */
export const finalAmountStages = ['delivered', 'disputed', 'done'] as const satisfies readonly OrderStage[]

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
  /** After a retest was declined or a dispute settled, at least this much of the confirmation window is left. */
  leastConfirmHours: 24,
  /** An offered retest fee that nobody answers lapses after this. */
  retestOfferDays: 7,
  /** Until then a finished order's report may still be corrected. */
  correctionDays: 180,
  quoteValidDays: 15,
  mostSamples: 99,
  mostDataFiles: 50,
  /** Where the form of the instrument does not ask how many come. */
  mostVisitors: 4,
} as const

/** The customer is reminded this long before a delivery counts as confirmed. */
export const confirmReminderDays = 1

/** `2026-03-17 10:00`, as deadlines stand in messages. */
export function minuteText(at: Date): string {
  return shanghaiTime(at).slice(0, 16)
}

/** Tabs of the order list: what waits for the customer first, then by progress. */
export const orderTabs = {
  all: { label: '全部', stages: orderStages },
  confirming: { label: '待审核/报价', stages: ['review', 'quoting', 'quoted', 'contract'] },
  prepay: { label: '待预付', stages: ['prepay'] },
  sending: { label: '待送样', stages: ['awaiting_sample'] },
  testing: { label: '检测中', stages: ['received', 'testing', 'on_hold', 'verifying', 'retest', 'retest_offered'] },
  delivered: { label: '已交付', stages: ['delivered', 'disputed'] },
  finished: { label: '已完成', stages: ['done', 'closed'] },
  ended: { label: '已取消', stages: ['cancelled', 'rejected'] },
} as const satisfies Record<string, { label: string; stages: readonly OrderStage[] }>
export type OrderTab = keyof typeof orderTabs
export const orderTabKeys = Object.keys(orderTabs) as OrderTab[]

/** Orders per tab, from the counts per stage. */
export function tabCounts(byStage: Partial<Record<OrderStage, number>>): Record<OrderTab, number> {
  const countOf = (stages: readonly OrderStage[]) => stages.reduce((sum, stage) => sum + (byStage[stage] ?? 0), 0)
  return Object.fromEntries(orderTabKeys.map((tab) => [tab, countOf(orderTabs[tab].stages)])) as Record<
    OrderTab,
    number
  >
}

/** The customer's verbs at a stage, in the order the buttons stand. Without a valid report there is nothing to confirm. */
export function customerActions(stage: OrderStage, reportWithdrawn = false): CustomerAction[] {
  return (Object.keys(customerActionStages) as CustomerAction[]).filter(
    (action) =>
      (customerActionStages[action] as readonly OrderStage[]).includes(stage) &&
      !(action === 'confirm' && reportWithdrawn),
  )
}

/**
 * When the confirmation window ends after the customer's question was answered without a new report: what was left of it when
 * the customer spoke up, and at least a day. Asking again never buys a new window.
 */
export function resumedConfirmDue(
  { confirmDueAt, confirmPausedAt }: { confirmDueAt: Date | null; confirmPausedAt: Date | null },
  now: Date,
): Date {
  const leftMs = confirmDueAt && confirmPausedAt ? confirmDueAt.getTime() - confirmPausedAt.getTime() : 0
  return new Date(now.getTime() + Math.max(leftMs, orderLimits.leastConfirmHours * 3_600_000))
}

const { transitions } = orderLifecycle
const customerActionStages = {
  acceptQuote: transitions.acceptToContract.from,
  refuseQuote: transitions.refuseQuote.from,
  answer: transitions.answer.from,
  confirm: transitions.confirm.from,
  requestRetest: transitions.requestRetest.from,
  agreeRetest: transitions.agreeRetest.from,
  refuseRetest: transitions.refuseRetest.from,
  dispute: transitions.dispute.from,
  cancel: transitions.cancel.from,
} as const
export type CustomerAction = keyof typeof customerActionStages

/** Every verb that an answer may offer: the moves of the lifecycle, the customer's 接受报价, which is three of them, and 登记致电, which moves nothing. */
export type OrderVerb = OrderAction | CustomerAction | 'logCall'
export const orderVerbs = [
  ...new Set<OrderVerb>([
    ...(Object.keys(orderLifecycle.transitions) as OrderAction[]),
    ...(Object.keys(customerActionStages) as CustomerAction[]),
    'logCall',
  ]),
]
