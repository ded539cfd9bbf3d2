import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { requiredText, versionField } from '../../../platform/contract/fields.ts'
import { holdChoiceKeys } from '../../samples/rules.ts'
import { movedOutput, orderNoField } from '../contract.ts'

export const orderAnswer = defineCall({
  name: 'order/answer',
  area: 'auth',
  summary: '答复检测异常',
  input: z.strictObject({
    orderNo: orderNoField,
    answer: requiredText('答复内容', 500),
    /** Continue or cancel. Cancelling takes effect at once before testing began; later staff decide. */
    wish: z.enum(['continue', 'cancel'], { error: '请选择继续检测或取消订单' }).default('continue'),
    /** Decisions for single samples; the others continue unchanged. */
    samples: z
      .array(
        z.strictObject({
          sampleNo: requiredText('样品编号', 40),
          choice: z.enum(holdChoiceKeys, { error: '请选择样品的处理方式' }),
        }),
        { error: '样品选择格式不正确' },
      )
      .max(99)
      .default([]),
    version: versionField('版本').optional(),
  }),
  output: movedOutput,
  idempotent: true,
})
