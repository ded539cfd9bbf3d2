import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { nothing } from '../../../platform/contract/fields.ts'

const count = z.number().int()
const record = z.object({
  /** What was due in the month. */
  due: count,
  /** Of these, what was done in time. What is due later is in neither, even when it is done already. */
  kept: count,
})

/** The promises of the laboratory, in the words that customers read. */
export const clockNames = {
  call: '收样后 2 工作小时内致电',
  data: '实验结束后 2 工作小时内出数据',
  promisedDay: '按约定日期出数据',
  returned: '付清后 48 小时内寄回样品',
} as const
export type ClockName = keyof typeof clockNames

export const staffPromiseRecord = defineCall({
  name: 'order/promises',
  area: 'staff',
  action: 'promise.read',
  reads: true,
  summary: '近 12 个月各项承诺的兑现率',
  input: nothing,
  output: z.object({
    months: z.array(
      z.object({
        /** `YYYY-MM`, of the day on which it was due. */
        month: z.string(),
        call: record,
        data: record,
        promisedDay: record,
        returned: record,
      }),
    ),
  }),
})
