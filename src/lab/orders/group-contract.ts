import { defineCall } from '../../platform/contract/call.ts'
import { requiredText, versionField } from '../../platform/contract/fields.ts'
import { z } from 'zod'
import { movedOutput, orderNoField } from './contract.ts'

// Orders that wait for the owner or a manager of the group that pays; both act in its name.

const version = versionField('版本').optional()

export const orderGroupApprove = defineCall({
  name: 'order/groupApprove',
  area: 'auth',
  forGroup: 'manager',
  summary: '课题组同意下单',
  input: z.strictObject({ orderNo: orderNoField, version }),
  output: movedOutput,
  idempotent: true,
})

export const orderGroupDecline = defineCall({
  name: 'order/groupDecline',
  area: 'auth',
  forGroup: 'manager',
  summary: '课题组不同意下单',
  input: z.strictObject({ orderNo: orderNoField, reason: requiredText('原因', 200), version }),
  output: movedOutput,
  idempotent: true,
})
