import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField, momentText, optionalText, requiredText, timeText } from '../../../platform/contract/fields.ts'
import { measuredValue, orderNoField } from '../contract.ts'
import { mostValues } from '../rules.ts'
import { isBrokenNumber } from './value-rules.ts'

/** A value as it is typed. What was stored before stays readable, so the answer of a call does not ask for this. */
const typedValue = measuredValue.extend({
  value: measuredValue.shape.value.refine((text) => !isBrokenNumber(text), {
    error: ({ input }) => `“${String(input)}”不是数字，请核对小数点`,
  }),
})

export const staffReportRecord = defineCall({
  name: 'report/record',
  area: 'staff',
  action: 'report.record',
  summary: '填写检测记录',
  idempotent: true,
  input: z.strictObject({
    orderNo: orderNoField,
    lineId: idField,
    /** The record that the person saw before, null when there was none: refused when a colleague has saved one since. Absent: not asked. */
    replacesId: idField.nullable().optional(),
    /** A registered instrument of the project; its name then replaces the text. */
    instrumentId: idField.nullable().default(null),
    instrument: requiredText('仪器', 100),
    method: optionalText('检测方法', 200),
    conditions: requiredText('测试条件', 1000),
    environment: optionalText('环境条件', 200),
    sampleNos: z
      .array(z.string().max(30, '样品编号格式不正确'), { error: '样品编号格式不正确' })
      .max(99, '样品过多')
      .default([]),
    startedAt: momentText('实验开始时间'),
    endedAt: momentText('实验结束时间').optional(),
    remark: optionalText('备注', 500),
    /** Required when a control chart of the instrument was out of control that day. */
    controlReason: optionalText('失控仍检测的原因', 300),
    measured: z.array(typedValue, { error: '结果格式不正确' }).max(mostValues, `结果最多${mostValues}行`).default([]),
  }),
  output: z.object({ id: z.number().int(), dataDueAt: timeText.nullable() }),
})

export const staffReportInstruments = defineCall({
  name: 'report/instruments',
  area: 'staff',
  action: 'report.record',
  reads: true,
  summary: '订单各项目可选的仪器及其最近一次测试条件',
  input: z.strictObject({ orderNo: orderNoField }),
  output: z.object({
    lines: z.array(
      z.object({
        lineId: z.number().int(),
        /** The record of the earlier order whose instrument and conditions the customer asks for. */
        same: z
          .object({
            orderNo: z.string(),
            instrumentId: z.number().int().nullable(),
            instrument: z.string(),
            method: z.string(),
            conditions: z.string(),
            environment: z.string(),
          })
          .nullable(),
        instruments: z.array(
          z.object({
            id: z.number().int(),
            label: z.string(),
            method: z.string(),
            conditions: z.string(),
            environment: z.string(),
            /** Its control charts that are out of control today, in words. */
            outOfControl: z.array(z.string()),
            /** Uncertainties that its control charts give, for values of this name and unit. */
            uncertainties: z.array(z.object({ quantity: z.string(), unit: z.string(), text: z.string() })),
          }),
        ),
      }),
    ),
  }),
})
