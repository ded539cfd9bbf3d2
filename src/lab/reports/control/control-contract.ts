import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { keyOf, timeText } from '../../../platform/contract/fields.ts'
import { measurementStates } from '../../control-charts/rules.ts'
import { type WestgardRule, westgardRules } from '../../control-charts/westgard-rules.ts'
import { orderNoField } from '../contract.ts'

const rule = z.enum(Object.keys(westgardRules) as [WestgardRule, ...WestgardRule[]])
const state = keyOf(measurementStates)

const input = z.strictObject({ orderNo: orderNoField })
const output = z.object({
  records: z.array(
    z.object({
      recordId: z.number().int(),
      projectName: z.string(),
      instrument: z.string(),
      /** The control charts of the instrument as they stood on the day of the test; only those with a measurement under limits by then. */
      charts: z.array(
        z.object({
          chartId: z.number().int(),
          quantity: z.string(),
          unit: z.string(),
          material: z.string(),
          state,
          broken: z.array(rule),
          value: z.number(),
          limits: z.object({ target: z.number(), deviation: z.number() }),
          measuredAt: timeText,
          /** Measured on the day of the test; otherwise the latest before it. */
          sameDay: z.boolean(),
          /** Older than its interval at the time of the test. */
          late: z.boolean(),
          points: z.array(
            z.object({
              id: z.number().int(),
              value: z.number(),
              measuredAt: timeText,
              state,
              broken: z.array(rule),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const reportControl = defineCall({
  name: 'report/control',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '已交付结果所用仪器在测量当日的质控状态',
  input,
  output,
})

export const staffReportControl = defineCall({
  name: 'report/control',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '订单检测记录所用仪器在测量当日的质控状态',
  input,
  output,
})
