import { z } from 'zod'
import { defineCall, type OutputOf } from '../../../platform/contract/call.ts'
import {
  fenField,
  idField,
  optionalText,
  requiredText,
  timeText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { orderDetailOutput, orderNoField } from '../contract.ts'
import { orderStages, orderVerbs } from '../rules.ts'

const version = versionField('版本').optional()
const target = {
  orderNo: orderNoField,
  /** The version that the person saw. An order that has moved since is refused. */
  version,
}
const moved = z.object({ stage: z.enum(orderStages), stageName: z.string(), version: z.number().int() })

export const staffOrderDetail = defineCall({
  name: 'order/detail',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '订单详情',
  input: z.strictObject({ orderNo: orderNoField }),
  output: orderDetailOutput.extend({
    customer: z.object({
      id: z.number().int(),
      name: z.string(),
      phone: z.string(),
      company: z.string(),
      email: z.string(),
      teacher: z.string(),
    }),
    /** The account that pays, when it is not the customer's own. */
    payer: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    /** What was given back to the balance; the final amount is less by it. */
    refunds: z.array(
      z.object({ refundNo: z.string(), amountFen: z.number().int(), reason: z.string(), doneAt: timeText }),
    ),
    /** Why contact details are masked although the role may see them; otherwise empty. */
    personalNotice: z.string(),
    /** Prepaid and still held for this order. A cancellation fee is taken from it. */
    prepaidFen: z.number().int(),
    /** The highest cancellation fee. */
    feeLimitFen: z.number().int(),
    callDueAt: timeText.nullable(),
    calledAt: timeText.nullable(),
    callNote: z.string(),
    /** Who in the laboratory does the work; null and empty: nobody yet. */
    assignedTo: z.number().int().nullable(),
    assigneeName: z.string(),
    testerId: z.number().int().nullable(),
    testerName: z.string(),
    experimentEndedAt: timeText.nullable(),
    dataDueAt: timeText.nullable(),
    actions: z.array(z.enum(orderVerbs)),
    staffActions: z.array(z.enum(orderVerbs)),
  }),
})

/** An order as staff see it. */
export type StaffOrder = OutputOf<typeof staffOrderDetail>

export const staffOrderApprove = defineCall({
  name: 'order/approve',
  area: 'staff',
  repeat: 'stage',
  action: 'order.approve',
  summary: '订单审核通过',
  input: z.strictObject(target),
  output: moved,
})
export const staffOrderReject = defineCall({
  name: 'order/reject',
  area: 'staff',
  repeat: 'stage',
  action: 'order.reject',
  summary: '驳回订单',
  input: z.strictObject({ ...target, reason: requiredText('驳回原因', 200) }),
  output: moved,
})
const quoteInput = z.strictObject({
  ...target,
  lines: z
    .array(z.strictObject({ lineId: idField, amountFen: fenField }), { error: '请为每个项目填写金额' })
    .min(1, '请为每个项目填写金额')
    .max(50),
  validDays: z
    .number({ error: '有效天数格式不正确' })
    .int('有效天数应为整数')
    .min(1, '有效期至少 1 天')
    .max(365, '有效期最多 365 天')
    .optional(),
  note: optionalText('报价说明', 200),
})
const quoted = moved.extend({
  quoteFen: z.number().int(),
  discountFen: z.number().int(),
  quoteVersion: z.number().int(),
  quoteValidUntil: timeText,
})
export const staffOrderQuote = defineCall({
  name: 'order/quote',
  area: 'staff',
  action: 'order.quote',
  summary: '锁定方案并报价',
  idempotent: true,
  input: quoteInput,
  output: quoted,
})
export const staffOrderReviseQuote = defineCall({
  name: 'order/reviseQuote',
  area: 'staff',
  action: 'order.reviseQuote',
  summary: '更新已发出的报价',
  idempotent: true,
  input: quoteInput,
  output: quoted,
})
export const staffOrderWithdrawQuote = defineCall({
  name: 'order/withdrawQuote',
  area: 'staff',
  repeat: 'stage',
  action: 'order.withdrawQuote',
  summary: '撤回已发出的报价',
  input: z.strictObject({ ...target, reason: requiredText('撤回原因', 200) }),
  output: moved,
})
export const staffOrderLogCall = defineCall({
  name: 'order/logCall',
  area: 'staff',
  action: 'order.logCall',
  summary: '登记已致电客户',
  idempotent: true,
  input: z.strictObject({ orderNo: orderNoField, note: requiredText('通话记录', 500) }),
  output: z.object({ calledAt: timeText }),
})
export const staffOrderCancel = defineCall({
  name: 'order/cancelByStaff',
  area: 'staff',
  action: 'order.cancelByStaff',
  summary: '由员工取消订单，可收取费用',
  idempotent: true,
  input: z.strictObject({ ...target, reason: requiredText('取消原因', 200), feeFen: fenField.default(0) }),
  output: moved,
})
export const staffOrderCheckIn = defineCall({
  name: 'order/checkIn',
  area: 'staff',
  repeat: 'stage',
  action: 'order.checkIn',
  summary: '登记客户到场或收到待分析数据',
  input: z.strictObject(target),
  output: moved,
})
export const staffOrderStartTesting = defineCall({
  name: 'order/startTesting',
  area: 'staff',
  repeat: 'stage',
  action: 'order.startTesting',
  summary: '开始检测',
  input: z.strictObject(target),
  output: moved,
})
export const staffOrderHold = defineCall({
  name: 'order/hold',
  area: 'staff',
  repeat: 'stage',
  action: 'order.hold',
  summary: '上报检测异常，等待客户答复',
  input: z.strictObject({ ...target, reason: requiredText('异常说明', 500) }),
  output: moved,
})
export const staffOrderHandIn = defineCall({
  name: 'order/handIn',
  area: 'staff',
  repeat: 'stage',
  action: 'order.handIn',
  summary: '提交检测结果供审核',
  input: z.strictObject(target),
  output: moved,
})
export const staffOrderVerify = defineCall({
  name: 'order/verify',
  area: 'staff',
  repeat: 'stage',
  action: 'order.verify',
  summary: '检测结果审核通过并交付',
  input: z.strictObject({
    ...target,
    /** The items of the check-list that were ticked, in their words; each item of the list must be among them. */
    checks: z.array(requiredText('核对项', 100), { error: '核对项格式不正确' }).max(40, '核对项过多').default([]),
  }),
  output: moved,
})
export const staffOrderReturnToTesting = defineCall({
  name: 'order/returnToTesting',
  area: 'staff',
  repeat: 'stage',
  action: 'order.returnToTesting',
  summary: '检测结果审核不通过，退回检测',
  input: z.strictObject({ ...target, reason: requiredText('退回原因', 500) }),
  output: moved,
})
/** The lines to measure again; absent: all lines. */
const retestLineIds = z
  .array(idField, { error: '请选择要复测的项目' })
  .min(1, '请选择要复测的项目')
  .max(50, '项目过多')
  .optional()
const retestFee = fenField.min(1, '请填写复测费用')

export const staffOrderAcceptRetest = defineCall({
  name: 'order/acceptRetest',
  area: 'staff',
  repeat: 'stage',
  action: 'order.acceptRetest',
  summary: '同意免费复测',
  input: z.strictObject({ ...target, lineIds: retestLineIds }),
  output: moved,
})
export const staffOrderOfferRetest = defineCall({
  name: 'order/offerRetest',
  area: 'staff',
  repeat: 'stage',
  action: 'order.offerRetest',
  summary: '同意付费复测，客户同意费用后开始',
  input: z.strictObject({
    ...target,
    lineIds: retestLineIds,
    feeFen: retestFee,
    reason: requiredText('收费原因', 500),
  }),
  output: moved,
})
export const staffOrderDeclineRetest = defineCall({
  name: 'order/declineRetest',
  area: 'staff',
  repeat: 'stage',
  action: 'order.declineRetest',
  summary: '不同意复测',
  input: z.strictObject({ ...target, reason: requiredText('原因', 500) }),
  output: moved,
})
export const staffOrderStartCorrection = defineCall({
  name: 'order/startCorrection',
  area: 'staff',
  repeat: 'stage',
  action: 'order.startCorrection',
  summary: '更正报告：退回实验室更正后重新交付',
  input: z.strictObject({ ...target, reason: requiredText('更正原因', 500) }),
  output: moved,
})

const settled = { ...target, reason: requiredText('处理说明', 500) }

/** The input of each outcome of a dispute. Every outcome has a reason, which the customer reads. */
export const disputeOutcomes = {
  /** With a fee above 0 the customer must agree before work starts. */
  retest: z.strictObject({
    outcome: z.literal('retest'),
    ...settled,
    lineIds: retestLineIds,
    feeFen: fenField.default(0),
  }),
  correction: z.strictObject({ outcome: z.literal('correction'), ...settled }),
  reduction: z.strictObject({
    outcome: z.literal('reduction'),
    ...settled,
    amountFen: fenField.min(1, '请填写减免金额'),
  }),
  dismissal: z.strictObject({ outcome: z.literal('dismissal'), ...settled }),
}

export const staffOrderSettleDispute = defineCall({
  name: 'order/settleDispute',
  area: 'staff',
  action: 'order.settleDispute',
  summary: '处理异议：复测、更正报告、减免费用或驳回',
  input: z.discriminatedUnion(
    'outcome',
    [disputeOutcomes.retest, disputeOutcomes.correction, disputeOutcomes.reduction, disputeOutcomes.dismissal],
    { error: '请选择处理结果' },
  ),
  idempotent: true,
  output: moved.extend({ reducedFen: z.number().int(), refundedFen: z.number().int() }),
})
