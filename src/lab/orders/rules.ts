import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { isSettled, type SampleStage } from '../samples/rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'

/** Facts in the events of an order, beside the transition itself. */
export interface OrderFacts {
  orderNo: string
  customerId: number
  /** Who pays, when that is not the customer alone: a group. */
  payerId?: number
  title: string
  serviceType?: number
  reason?: string
  /** The address to send samples to, or when and where to come. */
  sendTo?: string
  /** A pickup fetches the samples. */
  fetched?: boolean
  place?: string
  visits?: { when: string; remote: boolean }[]
  /** Number of received samples, and of all samples. */
  received?: number
  total?: number
  amountFen?: number | null
  quoteFen?: number
  feeFen?: number
  refundFen?: number
  onCredit?: boolean
  /** Shanghai time to the minute. */
  until?: string
}

/** The lifecycle of an order. What is paid is read from the ledger, never from a stage. */
export const orderLifecycle = defineLifecycle({
  entity: 'order',
  table: 'orders',
  facts: factsOf<OrderFacts>(),
  stages: {
    group_review: '待课题组审批',
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
    // By the owner or a manager, in the name of the group that pays.
    groupApprove: { label: '课题组同意下单', from: ['group_review'], to: 'review', by: ['customer'] },
    /** The same for an order that is to be quoted. */
    groupApproveToQuote: { label: '课题组同意下单', from: ['group_review'], to: 'quoting', by: ['customer'] },
    groupDecline: {
      label: '课题组不同意下单',
      from: ['group_review'],
      to: 'cancelled',
      by: ['customer'],
      reason: 'required',
    },
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
    /** For an exception reported before testing began. */
    answerBeforeTesting: {
      label: '答复异常',
      from: ['on_hold'],
      to: 'received',
      by: ['customer'],
      reason: 'required',
    },
    /** The same, while the customer sends a sample again. */
    answerWithResend: {
      label: '答复异常，重新寄样',
      from: ['on_hold'],
      to: 'awaiting_sample',
      by: ['customer'],
      reason: 'required',
    },
    /** Only before testing began. Later staff cancel and may charge a fee. */
    cancelHeld: { label: '取消订单', from: ['on_hold'], to: 'cancelled', by: ['customer'], reason: 'required' },
    handIn: { label: '提交审核', from: ['testing'], to: 'verifying', by: ['staff'] },
    verify: { label: '审核通过并交付', from: ['verifying'], to: 'delivered', by: ['staff'] },
    returnToTesting: { label: '退回检测', from: ['verifying'], to: 'testing', by: ['staff'], reason: 'required' },
    confirm: { label: '确认完成', from: ['delivered'], to: 'done', by: ['customer'] },
    autoConfirm: { label: '到期自动完成', from: ['delivered'], to: 'done', by: ['system'] },
    requestRetest: { label: '申请复测', from: ['delivered'], to: 'retest', by: ['customer'], reason: 'required' },
    // A free retest. A retest for a fee is offered first, and starts when the customer agrees to the fee.
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
    // The outcomes of a dispute: retest (acceptRetest, offerRetest), correction, reduction or dismissal.
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
      from: ['group_review', 'review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample', 'received'],
      to: 'cancelled',
      by: ['customer'],
      reason: 'required',
    },
    cancelByStaff: {
      label: '取消订单',
      from: [
        'group_review',
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

/** Former transitions that histories still contain. */
const formerLabels: Record<string, string> = { settleDispute: '异议处理完毕' }

/** Whether the arrival of visitors or data is entered for the whole order; samples in parcels are scanned one by one. */
export function checksIn(serviceType: ServiceType): boolean {
  return serviceType !== 1
}

/** The label of a row of the history. */
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

/** The label of a stage; some labels depend on the kind of service. */
export function stageLabel(stage: OrderStage, serviceType: ServiceType): string {
  if (stage === 'awaiting_sample' && serviceType === 2) return '待到场'
  if (stage === 'awaiting_sample' && serviceType === 3) return '待传数据'
  if (stage === 'received' && serviceType === 2) return '已到场'
  if (stage === 'received' && serviceType === 3) return '已收数据'
  return orderLifecycle.stages[stage]
}

/**
 * What happens to a sample that arrives at this stage of its order: received, parked until the order is approved, or (undefined)
 * not accepted. Samples that are sent again arrive while testing runs.
 */
export function intakeOf(stage: OrderStage): 'receive' | 'park' | undefined {
  if (['awaiting_sample', 'received', 'testing', 'on_hold', 'retest'].includes(stage)) return 'receive'
  return ['group_review', 'review', 'quoting', 'quoted', 'contract', 'prepay'].includes(stage) ? 'park' : undefined
}

/** An order closes when it is done and paid and none of its samples is open, for every customer group. */
export function mayClose(
  order: { stage: OrderStage; paidAt: Date | null },
  samples: readonly { stage: SampleStage; form: string }[],
): boolean {
  return order.stage === 'done' && order.paidAt !== null && samples.every(isSettled)
}

/** The visitors or the data have not arrived yet: slots can be changed and files removed. */
export function visitPending(stage: OrderStage): boolean {
  return ['group_review', 'review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample'].includes(stage)
}

/** The number of visitors, from the parameter forms; undefined when no form asks. 0 when all take part by video. */
export function visitorsIn(parameters: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  if (parameters.length > 0 && parameters.every(({ place }) => place === 'remote')) return 0
  const asked = parameters.flatMap(({ people }) => (typeof people === 'number' ? [people] : []))
  return asked.length > 0 ? Math.max(...asked) : undefined
}

/** Heading of the list of samples, with the number received. */
export function samplesTitle(order: {
  serviceType: ServiceType
  received: number
  samples: readonly unknown[]
}): string {
  const share = `${order.received}/${order.samples.length}`
  if (order.serviceType === 2) return `样品（到场 ${share}）`
  return order.serviceType === 3 ? `数据（已收 ${share}）` : `样品（已收 ${share}）`
}

/** The work is delivered, so the final amount can be fixed. */
export const finalAmountStages = ['delivered', 'disputed', 'done'] as const satisfies readonly OrderStage[]

/** An order that has ended: no labels are printed and no data is uploaded for it. */
export function hasEnded(stage: string): boolean {
  return stage === 'cancelled' || stage === 'rejected' || stage === 'closed'
}

/**
 * The first stage: orders to be quoted wait for a quote, institutes on credit for a review, individuals prepay. What coupons cover entirely
 * leaves nothing to prepay, so samples are awaited at once. `netFen` is null while there is no price.
 */
export function startStage(group: 'institute' | 'individual' | 'enterprise', netFen: number | null): OrderStage {
  if (netFen === null || group === 'enterprise') return 'quoting'
  if (group === 'institute') return 'review'
  return netFen === 0 ? 'awaiting_sample' : 'prepay'
}

/** What an order shows of its contract while it waits for one; `none` while no contract is drawn up. */
export const orderContractStates = ['none', 'to_sign', 'sent_back', 'to_seal', 'effective', 'expired', 'void'] as const

/** Deadlines and limits the product promises. */
export const orderLimits = {
  managerCallHours: 2,
  dataHours: 2,
  returnHours: 48,
  confirmDays: 7,
  /** The least time left in the confirmation window after a retest was declined or a dispute settled. */
  leastConfirmHours: 24,
  /** An offered retest expires after this. */
  retestOfferDays: 7,
  /** The report of a finished order can be corrected for this long. */
  correctionDays: 180,
  quoteValidDays: 15,
  mostSamples: 99,
  mostDataFiles: 50,
  mostDataBytes: 20 * 1024 ** 3,
  /** When the parameter forms do not ask for the number of visitors. */
  mostVisitors: 4,
} as const

/** The reminder is sent this long before a delivery counts as confirmed. */
export const confirmReminderDays = 1

/** `2026-03-17 10:00`, the form of deadlines in messages. */
export function minuteText(at: Date): string {
  return shanghaiTime(at).slice(0, 16)
}

/** Tabs of the order list: first the stages that wait for the customer, then by progress. */
export const orderTabs = {
  all: { label: '全部', stages: orderStages },
  confirming: { label: '待审核/报价', stages: ['group_review', 'review', 'quoting', 'quoted', 'contract'] },
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

/** Who looks at an order: who ordered it, or the group that pays it, in whose name its owner and managers act. */
export type OrderParty = 'customer' | 'group'

/** What the group decides about its money; the work stays with the member. */
const ofGroup = [
  'groupApprove',
  'groupDecline',
  'acceptQuote',
  'refuseQuote',
  'agreeRetest',
  'refuseRetest',
  'cancel',
] as const satisfies readonly CustomerAction[]

/** What a party can do at a stage, in the order of the buttons. A withdrawn report cannot be confirmed. */
export function customerActions(
  stage: OrderStage,
  reportWithdrawn = false,
  party: OrderParty = 'customer',
): CustomerAction[] {
  return customerActionKeys.filter(
    (action) =>
      (customerActionStages[action] as readonly OrderStage[]).includes(stage) &&
      !(action === 'confirm' && reportWithdrawn) &&
      (party === 'group' ? (ofGroup as readonly CustomerAction[]).includes(action) : !action.startsWith('group')),
  )
}

/**
 * The end of the confirmation window after staff answered a retest request or dispute without a new report: the time that was left
 * when the customer asked, at least a day. Asking again never starts a new window.
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
  groupApprove: transitions.groupApprove.from,
  groupDecline: transitions.groupDecline.from,
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
export const customerActionKeys = Object.keys(customerActionStages) as CustomerAction[]

/** Every action that a call can offer: the transitions, `acceptQuote` (which stands for several transitions) and `logCall` (which is none). */
export type OrderVerb = OrderAction | CustomerAction | 'logCall'
export const orderVerbs = [
  ...new Set<OrderVerb>([
    ...(Object.keys(orderLifecycle.transitions) as OrderAction[]),
    ...customerActionKeys,
    'logCall',
  ]),
]
