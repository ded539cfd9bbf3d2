import type { StaffAction } from '../../../core/staff/rules.ts'
import type { OrderStage } from '../rules.ts'

/** Work that staff owe on orders, one queue per kind of work. Roles that may do `action` see the queue. */
export const orderQueues = {
  call: { label: '待致电客户', promise: '收样后 2 工作小时内', action: 'order.logCall' },
  lateData: { label: '数据交付超时', promise: '实验结束后 2 工作小时内', action: 'order.logCall' },
  review: { label: '待审核订单', promise: '', action: 'order.approve' },
  quote: { label: '待报价', promise: '', action: 'order.quote' },
  contract: { label: '合同待拟定或签署', promise: '', action: 'contract.issue' },
  retest: { label: '复测申请待处理', promise: '', action: 'order.acceptRetest' },
  dispute: { label: '异议待处理', promise: '', action: 'order.settleDispute' },
  correction: { label: '报告已撤回，待更正', promise: '', action: 'order.startCorrection' },
  fixAmount: { label: '待核定结算金额', promise: '', action: 'settlement.fixAmount' },
  checkIn: { label: '等待到场或数据', promise: '', action: 'order.checkIn' },
  startTesting: { label: '待开始检测', promise: '', action: 'order.startTesting' },
  data: { label: '待交付数据', promise: '实验结束后 2 工作小时内', action: 'order.handIn' },
  verify: { label: '待审核数据', promise: '实验结束后 2 工作小时内', action: 'order.verify' },
  receive: { label: '待收样', promise: '', action: 'sample.receive' },
} as const satisfies Record<string, { label: string; promise: string; action: StaffAction }>

export type OrderQueue = keyof typeof orderQueues
export const orderQueueKeys = Object.keys(orderQueues) as OrderQueue[]

/** The manager's call to the customer makes sense in these stages; once the data is delivered it is too late. */
export const callStages = ['received', 'testing', 'on_hold', 'verifying'] as const satisfies readonly OrderStage[]

/** Queues whose work has a deadline, each deadline in one queue; their orders are in `callStages`. */
export const dueQueues = ['call', 'startTesting', 'data', 'verify'] as const satisfies readonly OrderQueue[]
export type DueQueue = (typeof dueQueues)[number]
export const dueQueueLabels = {
  call: '致电客户',
  startTesting: '开始检测',
  data: '交付数据',
  verify: '审核数据',
} as const satisfies Record<DueQueue, string>
