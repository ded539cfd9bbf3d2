import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'

const part = z.object({
  /** What the list of orders is narrowed by to see these orders: member, project (rid), month or funding number. */
  key: z.string(),
  name: z.string(),
  amountFen: z.number().int(),
})

/** The spending of the person, or in the name of a group that of the group. */
export const orderSpending = defineCall({
  name: 'order/spending',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '按成员、项目、月份、课题号统计支出',
  input: z.strictObject({
    year: z
      .number({ error: '年份不正确' })
      .int('年份不正确')
      .min(2020, '年份不正确')
      .max(2100, '年份不正确')
      .optional(),
  }),
  output: z.object({
    year: z.number().int(),
    /** The one in which the account was opened. */
    firstYear: z.number().int(),
    totalFen: z.number().int(),
    orders: z.number().int(),
    /** Orders that wait for the owner or a manager of the group. */
    waiting: z.number().int(),
    /** The largest first, the rest as one; empty for a person. */
    members: z.array(part),
    projects: z.array(part),
    /** All months with spending, in order. */
    months: z.array(part),
    funding: z.array(part),
  }),
})
