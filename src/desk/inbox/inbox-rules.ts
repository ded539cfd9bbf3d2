import type { StaffAction } from '../../ground/staff/rules.ts'
import type { OrderStage } from '../../lab/orders/rules.ts'

/** What the house owes, queue by queue. Who may do what a queue asks for sees it. */
export const inboxQueues = {
  call: { label: '待致电客户', promise: '收样后 2 工作小时内', action: 'order.logCall' },
  lateData: { label: '数据交付超时', promise: '实验结束后 2 工作小时内', action: 'order.logCall' },
  review: { label: '待审核订单', promise: '', action: 'order.approve' },
  quote: { label: '待报价', promise: '', action: 'order.quote' },
  contract: { label: '合同待拟定或签署', promise: '', action: 'contract.issue' },
  retest: { label: '复测申请待处理', promise: '', action: 'order.acceptRetest' },
  dispute: { label: '异议待处理', promise: '', action: 'order.settleDispute' },
  correction: { label: '报告已撤回，待更正', promise: '', action: 'order.startCorrection' },
  fixAmount: { label: '待核定结算金额', promise: '', action: 'settlement.fixAmount' },
  checkIn: { label: '待登记到场或数据', promise: '', action: 'order.checkIn' },
  startTesting: { label: '待开始检测', promise: '', action: 'order.startTesting' },
  data: { label: '待交付数据', promise: '实验结束后 2 工作小时内', action: 'order.handIn' },
  verify: { label: '待审核数据', promise: '实验结束后 2 工作小时内', action: 'order.verify' },
  receive: { label: '待收样', promise: '', action: 'sample.receive' },
  return: { label: '待寄回样品', promise: '付清后 48 小时内', action: 'sample.return' },
  destroy: { label: '留样到期待处理', promise: '', action: 'sample.return' },
} as const satisfies Record<string, { label: string; promise: string; action: StaffAction }>

export type InboxQueue = keyof typeof inboxQueues
export const inboxQueueKeys = Object.keys(inboxQueues) as InboxQueue[]

/** Queues whose entries are orders, which the order list can be asked for; what goes back is a list of parcels. */
export type OrderQueue = Exclude<InboxQueue, 'return'>
export const orderQueueKeys = inboxQueueKeys.filter((key): key is OrderQueue => key !== 'return')

/** Of each queue the inbox shows this many, the most urgent first; the rest stands in the order list. */
export const inboxShown = 10

/** While an order is here the manager's call makes sense; once the data is out it is too late for it. */
export const callStages = ['received', 'testing', 'on_hold', 'verifying'] as const satisfies readonly OrderStage[]

/** Orders of which the house may still owe something. */
export const inboxStages = [
  'review',
  'quoting',
  'contract',
  'awaiting_sample',
  'received',
  'testing',
  'on_hold',
  'verifying',
  'delivered',
  'retest',
  'retest_offered',
  'disputed',
  'done',
] as const satisfies readonly OrderStage[]
