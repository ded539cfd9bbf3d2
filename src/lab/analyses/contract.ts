import { z } from 'zod'
import { axisMeanings } from '../../core/curves/meaning-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, listOf, optionalText, pageFields, timeText } from '../../platform/contract/fields.ts'
import { curveFields } from '../reports/whole-curves/curve-contract.ts'
import { analysisLimits } from './rules.ts'

const value = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  uncertainty: z.number().optional(),
  digits: z.number().int(),
})

const parameters = z.record(z.string(), z.union([z.number(), z.string()]))

const analysis = z.object({
  id: z.number().int(),
  fileId: z.number().int(),
  series: z.number().int(),
  orderNo: z.string(),
  sampleNo: z.string(),
  fileName: z.string(),
  curveLabel: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  toolVersion: z.number().int(),
  /** The version with which the same analysis would be made today; null: this analysis is no longer offered. */
  currentVersion: z.number().int().nullable(),
  axis: z.string(),
  parameters,
  note: z.string(),
  /** False: the file can no longer be read, and values and parameters are left out. */
  readable: z.boolean(),
  values: z.array(value),
  warnings: z.array(z.string()),
  createdAt: timeText,
})

export const analysisAdd = defineCall({
  name: 'analysis/add',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '保存一次曲线分析；结果由服务器按文件重新计算，相同的分析只保存一份',
  input: z.strictObject({
    ...curveFields,
    tool: z.string({ error: '请选择分析' }).min(1, '请选择分析').max(60, '分析名称过长'),
    axis: z.enum(['', ...axisMeanings], { error: '横轴含义不正确' }).default(''),
    parameters: z
      .record(z.string().max(60, '参数名称过长'), z.union([z.number(), z.string().max(20_000, '参数过长')]), {
        error: '参数格式不正确',
      })
      .default({}),
    note: optionalText('备注', analysisLimits.note),
  }),
  output: analysis,
})

export const analysisList = defineCall({
  name: 'analysis/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '保存的曲线分析；可只列一个文件或其中一条曲线的',
  input: z.strictObject({
    fileId: idField.optional(),
    series: curveFields.series.unwrap().optional(),
    ...pageFields,
  }),
  output: listOf(analysis),
})

export const analysisEdit = defineCall({
  name: 'analysis/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '修改曲线分析的备注',
  input: z.strictObject({ id: idField, note: optionalText('备注', analysisLimits.note) }),
  output: done,
})

export const analysisRemove = defineCall({
  name: 'analysis/remove',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: `移除曲线分析，${analysisLimits.removedDays} 天内可以恢复`,
  /** False takes a removed one back. */
  input: z.strictObject({ id: idField, removed: z.boolean({ error: '请说明移除或恢复' }).default(true) }),
  output: done,
})

export const analysisText = defineCall({
  name: 'analysis/text',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '曲线分析的文字：样品、文件、参数、步骤、结果',
  input: z.strictObject({ id: idField }),
  output: z.object({ name: z.string(), text: z.string() }),
})
