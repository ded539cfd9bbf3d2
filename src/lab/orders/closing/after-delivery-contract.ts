import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { fenField, requiredText, versionField } from '../../../platform/contract/fields.ts'
import { movedOutput, orderNoField } from '../contract.ts'

const byNumber = { orderNo: orderNoField }
const version = versionField('版本').optional()

export const orderRetest = defineCall({
  name: 'order/retest',
  area: 'auth',
  summary: '申请复测',
  input: z.strictObject({ ...byNumber, reason: requiredText('复测原因', 500), version }),
  output: movedOutput,
  idempotent: true,
})
export const orderAgreeRetest = defineCall({
  name: 'order/agreeRetest',
  area: 'auth',
  forGroup: 'manager',
  summary: '同意付费复测的费用',
  input: z.strictObject({
    ...byNumber,
    /** The fee that the person saw; a different one is refused. */
    feeFen: fenField.min(1, '复测费用不正确'),
    version,
  }),
  output: movedOutput,
  idempotent: true,
})
export const orderRefuseRetest = defineCall({
  name: 'order/refuseRetest',
  area: 'auth',
  forGroup: 'manager',
  summary: '放弃付费复测',
  input: z.strictObject({ ...byNumber, version }),
  output: movedOutput,
  idempotent: true,
})
export const orderDispute = defineCall({
  name: 'order/dispute',
  area: 'auth',
  summary: '对检测结果提出异议',
  input: z.strictObject({ ...byNumber, reason: requiredText('异议内容', 500), version }),
  output: movedOutput,
  idempotent: true,
})
