import type { ContractStage } from '../../lab/contracts/rules.ts'
import type { OrderStage } from '../../lab/orders/rules.ts'
import type { PickupStage } from '../../lab/pickups/rules.ts'
import type { ServiceType } from '../../lab/samples/service-rules.ts'

/** The next step of an order and its deadline, in the same words on every page. */
export interface NextStep {
  what: string
  /** Who must act. */
  who: 'customer' | 'staff'
  dueAt?: Date
}

export interface PromiseFacts {
  stage: OrderStage
  /** The group that pays: its owner and managers sign and pay, not the member who ordered. */
  groupId: number | null
  serviceType: ServiceType
  quoteValidUntil: Date | null
  callDueAt: Date | null
  calledAt: Date | null
  promisedAt: Date | null
  dataDueAt: Date | null
  confirmDueAt: Date | null
  reportWithdrawnAt: Date | null
  finalFen: number | null
  paidAt: Date | null
  returnDueAt: Date | null
  /** Present when samples are to be sent back. */
  returnAddress: unknown
  holdAnswer: { wish: 'continue' | 'cancel' } | null
}

/** Facts of other slices; absent when they do not matter for the order. */
export interface NextFacts {
  /** The state of its contract; absent while there is none. */
  contract?: { stage: ContractStage; signBy: Date } | undefined
  /** Why the visit cannot take place. */
  booking?: 'missing' | 'over' | 'offered' | undefined
  /** When the next visit begins; nobody is checked in before quote, contract and prepayment are settled. */
  visitAt?: Date | undefined
  /** A sample waits to be sent back. */
  returns?: boolean
  /** All samples that are still to come are on their way. */
  sent?: boolean
  /** Until then the offered fee of a retest can be agreed to. */
  retestBy?: Date | undefined
  /** The pickup of its samples that goes on. */
  pickup?: { stage: PickupStage; when: string } | undefined
}

/** The step of an order that waits for nothing but its prepayment. */
export const prepaySteps = { own: '请完成预付', ofGroup: '由课题组完成预付' } as const

/** The stages in which the next step can be the customer's. Finished orders wait for payment only, which is told apart. */
export const waitingStages: ReadonlySet<OrderStage> = new Set([
  ...(['group_review', 'review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample'] as const),
  ...(['on_hold', 'delivered', 'retest_offered'] as const),
])

/** What is wrong with a visit, and what its visitors can do about it. */
export const visitSteps = {
  offered: '请答复改期提议',
  missing: '预约已取消，请重新预约',
  over: '预约时段已过，请重新预约',
} as const

const groupReviewStep = '课题组负责人审批'

/** All words that tell of a visit, to the member and to the group. */
export function tellsOfVisit(what: string): boolean {
  return Object.values(visitSteps).some((each) => what === each || what === ofMember(each))
}

export function nextStepOf(order: PromiseFacts, facts: NextFacts = {}): NextStep | undefined {
  const ofPayer = (own: string, ofGroup: string) => (order.groupId === null ? own : ofGroup)
  if (facts.booking === 'offered') return { what: visitSteps.offered, who: 'customer' }
  if (facts.booking && (order.stage === 'review' || order.stage === 'awaiting_sample'))
    return { what: visitSteps[facts.booking], who: 'customer' }
  const step = stepOfStage(order, facts, ofPayer)
  return step && settledFirst.has(order.stage) ? beforeVisit(step, facts.visitAt) : step
}

/** The stages of an order that must be over before its visitors are checked in, as far as they are the customer's. */
const settledFirst: ReadonlySet<OrderStage> = new Set(['quoted', 'contract', 'prepay'])

/** What the customer has to do before a visit is due when it begins, if not before. */
function beforeVisit(step: NextStep, visitAt: Date | undefined): NextStep {
  if (step.who !== 'customer' || !visitAt || (step.dueAt && step.dueAt <= visitAt)) return step
  return { ...step, dueAt: visitAt }
}

type ByPayer = (own: string, ofGroup: string) => string
const due = (at: Date | null) => (at ? { dueAt: at } : {})

function stepOfStage(order: PromiseFacts, facts: NextFacts, ofPayer: ByPayer): NextStep | undefined {
  switch (order.stage) {
    case 'group_review':
      return { what: groupReviewStep, who: 'customer' }
    case 'review':
      return { what: '客户经理审核订单', who: 'staff' }
    case 'quoting':
      return { what: '客户经理核定方案并报价', who: 'staff' }
    case 'quoted':
      return { what: '请确认报价', who: 'customer', ...due(order.quoteValidUntil) }
    case 'contract':
      return contractStep(facts.contract, ofPayer)
    case 'prepay':
      return { what: ofPayer(prepaySteps.own, prepaySteps.ofGroup), who: 'customer' }
    case 'awaiting_sample':
      if (facts.pickup) return pickupStep(facts.pickup)
      if (facts.sent) return { what: '样品已寄出，等待收样', who: 'staff' }
      return { what: { 1: '请寄送样品', 2: '请按预约时间到场', 3: '请上传数据' }[order.serviceType], who: 'customer' }
    case 'received':
      return order.calledAt
        ? { what: '安排检测，约定日期前出数据', who: 'staff', ...due(order.promisedAt) }
        : { what: '客户经理致电确认', who: 'staff', ...due(order.callDueAt) }
    case 'testing':
      return order.dataDueAt
        ? { what: '实验完成后 2 工作小时内交付数据', who: 'staff', dueAt: order.dataDueAt }
        : { what: '检测中，约定日期前出数据', who: 'staff', ...due(order.promisedAt) }
    case 'on_hold':
      return order.holdAnswer?.wish === 'cancel'
        ? { what: '客户经理处理取消申请', who: 'staff' }
        : { what: '请答复异常情况', who: 'customer' }
    case 'verifying':
      return { what: '审核并交付数据', who: 'staff', ...due(order.dataDueAt) }
    case 'delivered':
      // A withdrawn report cannot be confirmed.
      if (order.reportWithdrawnAt) return { what: '更正报告并重新交付', who: 'staff' }
      return { what: '请查看数据并确认，到期自动完成', who: 'customer', ...due(order.confirmDueAt) }
    case 'retest_offered':
      return { what: '请确认复测费用', who: 'customer', ...due(facts.retestBy ?? null) }
    case 'retest':
    case 'disputed':
      return { what: '客户经理处理中', who: 'staff' }
    case 'done':
      if (order.paidAt && order.returnAddress && facts.returns)
        return { what: '寄回样品', who: 'staff', ...due(order.returnDueAt) }
      if (order.paidAt) return { what: '样品留存，到期后处理', who: 'staff' }
      return order.finalFen === null
        ? { what: '核定结算金额', who: 'staff' }
        : { what: ofPayer('请结算付款', '由课题组结算付款'), who: 'customer' }
    default:
      return undefined
  }
}

/**
 * The next step as its customer reads it. The deadlines of the laboratory's own steps are its clock, not the customer's: one that passed is
 * replaced by the time that is still promised, and where none is left, by who will tell a new one.
 */
export function customerStepOf(step: NextStep, { promisedAt }: Pick<PromiseFacts, 'promisedAt'>, now: Date): NextStep {
  const { what, who, dueAt } = step
  if (who === 'customer' || dueAt === undefined || dueAt >= now) return step
  if (promisedAt && promisedAt >= now) return { what: '检测安排中，约定日期前出数据', who, dueAt: promisedAt }
  return what === '寄回样品'
    ? { what: '样品寄回稍有延迟，寄出后会通知您', who }
    : { what: '比约定时间稍晚，客户经理会联系您告知新的时间', who }
}

/** What the group that pays decides itself; the other steps of customers are those of the member who ordered. */
const groupDecides: readonly string[] = [groupReviewStep, '请确认报价', '请确认复测费用']

/** The next step as the owner and managers of the group that pays read it. */
export function groupStepOf(step: NextStep): NextStep {
  const { what, who } = step
  if (who !== 'customer') return step
  if (what === groupReviewStep) return { ...step, what: '请审批' }
  if (what.includes('由课题组')) return { ...step, what: what.replace('由课题组', '请') }
  return groupDecides.includes(what) ? step : { ...step, what: ofMember(what) }
}

/** 请寄送样品 becomes 请下单成员寄送样品. */
function ofMember(what: string): string {
  return what.replace('请', '请下单成员')
}

function pickupStep({ stage, when }: NonNullable<NextFacts['pickup']>): NextStep {
  if (stage === 'requested') return { what: `安排上门取样：${when}`, who: 'staff' }
  if (stage === 'collected') return { what: '样品已取走，送往实验室', who: 'staff' }
  return { what: `等待上门取样：${when}`, who: 'staff' }
}

function contractStep(contract: NextFacts['contract'], ofPayer: ByPayer): NextStep {
  switch (contract?.stage) {
    case 'to_sign':
      return { what: ofPayer('请签署合同', '由课题组签署合同'), who: 'customer', dueAt: contract.signBy }
    case 'sent_back':
      return {
        what: ofPayer('合同已退回，请重新签署', '合同已退回，由课题组重新签署'),
        who: 'customer',
        dueAt: contract.signBy,
      }
    case 'to_seal':
      return { what: '等待我们盖章', who: 'staff' }
    case 'expired':
      return { what: '合同已过期，客户经理将重新发出', who: 'staff' }
    default:
      return { what: '客户经理拟定合同', who: 'staff' }
  }
}
