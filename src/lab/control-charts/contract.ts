import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  momentText,
  numberFault,
  optionalText,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { chartStates, dueStates, largestValue, leastBase, limitWays, measurementStates, mostBase } from './rules.ts'
import { type WestgardRule, westgardRules } from './westgard-rules.ts'

function valueField(label: string) {
  return z
    .number({ error: numberFault(`请填写${label}`) })
    .min(-largestValue, `${label}超出范围`)
    .max(largestValue, `${label}超出范围`)
}

const rule = z.enum(Object.keys(westgardRules) as [WestgardRule, ...WestgardRule[]])
const limits = z.object({ target: z.number(), deviation: z.number() })

export const chartItem = z.object({
  id: z.number().int(),
  /** `QC-12` */
  chartNo: z.string(),
  instrumentId: z.number().int(),
  instrumentNo: z.string(),
  instrument: z.string(),
  quantity: z.string(),
  unit: z.string(),
  material: z.string(),
  certificateNo: z.string(),
  intervalDays: z.number().int(),
  version: z.number().int(),
  state: keyOf(chartStates),
  broken: z.array(rule),
  limits: limits.nullable(),
  measuredAt: timeText.nullable(),
  dueAt: timeText,
  due: keyOf(dueStates),
  stopReason: z.string(),
})
export type ChartItem = z.output<typeof chartItem>

export const measurementItem = z.object({
  id: z.number().int(),
  chartId: z.number().int(),
  value: z.number(),
  measuredAt: timeText,
  note: z.string(),
  fileId: z.number().int().nullable(),
  staffName: z.string(),
  state: keyOf(measurementStates),
  broken: z.array(rule),
  /** Null before the first limits. */
  limits: limits.nullable(),
  takenBack: z.object({ by: z.string(), at: timeText, reason: z.string() }).nullable(),
})
export type MeasurementItem = z.output<typeof measurementItem>

const fields = {
  quantity: requiredText('参考量', 40),
  unit: optionalText('单位', 20),
  material: requiredText('标准物质', 80),
  certificateNo: optionalText('证书编号', 60),
  intervalDays: z
    .number({ error: numberFault('请填写测量间隔') })
    .int('测量间隔应为整数天')
    .min(1, '测量间隔至少 1 天')
    .max(366, '测量间隔最多 366 天'),
}
export type ChartForm = z.output<z.ZodObject<typeof fields>>

export const controlChartDetail = defineCall({
  name: 'controlChart/detail',
  area: 'staff',
  action: 'controlChart.read',
  reads: true,
  summary: '质控图详情',
  input: z.strictObject({ id: idField }),
  output: chartItem.extend({
    /** The latest measurements that were not taken back, the oldest first. */
    points: z.array(measurementItem.pick({ id: true, value: true, measuredAt: true, state: true, broken: true })),
    /** Measurements that are compared with the limits that hold. */
    counted: z.number().int(),
    /** Of all that were not taken back: how many could set new limits. */
    base: z.number().int(),
    settings: z.array(
      limits.extend({
        baseCount: z.number().int().nullable(),
        note: z.string(),
        staffName: z.string(),
        holdsFrom: timeText,
      }),
    ),
    uncertainty: z.object({ deviation: z.number(), count: z.number().int(), expanded: z.number() }).nullable(),
  }),
})
export const controlChartAdd = defineCall({
  name: 'controlChart/add',
  area: 'staff',
  action: 'controlChart.edit',
  idempotent: true,
  summary: '建立质控图',
  input: z.strictObject({ instrumentId: idField, ...fields }),
  output: z.object({ id: z.number().int() }),
})
export const controlChartEdit = defineCall({
  name: 'controlChart/edit',
  area: 'staff',
  action: 'controlChart.edit',
  repeat: 'stage',
  summary: '修改质控图的标准物质与测量间隔',
  input: z.strictObject({
    id: idField,
    version: versionField(),
    material: fields.material,
    certificateNo: fields.certificateNo,
    intervalDays: fields.intervalDays,
  }),
  output: z.object({ version: z.number().int() }),
})
export const controlChartStop = defineCall({
  name: 'controlChart/stop',
  area: 'staff',
  action: 'controlChart.edit',
  repeat: 'stage',
  summary: '停用质控图；以前的测量保留',
  input: z.strictObject({ id: idField, version: versionField(), reason: requiredText('停用原因', 200) }),
  output: done,
})
export const controlChartSetLimits = defineCall({
  name: 'controlChart/setLimits',
  area: 'staff',
  action: 'controlChart.edit',
  repeat: 'stage',
  summary: '设定质控图的目标值与标准差，或由以前的测量确定',
  input: z
    .strictObject({
      id: idField,
      version: versionField(),
      limitWay: keyOf(limitWays, '请选择界限的来源'),
      target: valueField('目标值').optional(),
      deviation: valueField('标准差').positive('标准差必须大于零').optional(),
      /** The latest so many measurements. */
      count: z
        .number({ error: numberFault('请填写测量次数') })
        .int('测量次数应为整数')
        .min(leastBase, `至少需要 ${leastBase} 次测量`)
        .max(mostBase, `最多 ${mostBase} 次测量`)
        .optional(),
      note: optionalText('说明', 200),
    })
    .refine(({ limitWay, target }) => limitWay !== 'stated' || target !== undefined, {
      path: ['target'],
      message: '请填写目标值',
    })
    .refine(({ limitWay, deviation }) => limitWay !== 'stated' || deviation !== undefined, {
      path: ['deviation'],
      message: '请填写标准差',
    })
    .refine(({ limitWay, count }) => limitWay !== 'measured' || count !== undefined, {
      path: ['count'],
      message: '请填写测量次数',
    }),
  output: limits,
})
export const controlChartMeasurements = defineCall({
  name: 'controlChart/measurements',
  area: 'staff',
  action: 'controlChart.read',
  reads: true,
  summary: '一张质控图的测量，包括已撤销的',
  input: z.strictObject({ id: idField, ...pageFields }),
  output: listOf(measurementItem),
})
export const controlChartMeasure = defineCall({
  name: 'controlChart/measure',
  area: 'staff',
  action: 'controlChart.measure',
  idempotent: true,
  summary: '登记一次质控测量',
  input: z.strictObject({
    id: idField,
    value: valueField('测量值'),
    /** As the chart has it, so that a program with another unit is refused. */
    unit: optionalText('单位', 20),
    measuredAt: momentText('测量时间'),
    note: optionalText('备注', 200),
    fileId: idField.nullable().default(null),
  }),
  output: z.object({ id: z.number().int(), state: keyOf(measurementStates), broken: z.array(rule) }),
})
export const controlChartTakeBack = defineCall({
  name: 'controlChart/takeBack',
  area: 'staff',
  action: 'controlChart.measure',
  repeat: 'stage',
  summary: '撤销误登的质控测量；记录保留，不再计入',
  input: z.strictObject({ measurementId: idField, reason: requiredText('撤销原因', 200) }),
  output: done,
})
