import { z } from 'zod'
import { mostSeries } from '../../../core/curves/curve-rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField } from '../../../platform/contract/fields.ts'

/** Which curve of a data file: the id of the file, and the place of the curve in it from 0. */
export const curveFields = {
  fileId: idField,
  series: z
    .number({ error: '请选择曲线' })
    .int('曲线序号不正确')
    .min(0, '曲线序号不正确')
    .max(mostSeries - 1, `一个文件最多绘出 ${mostSeries} 条曲线`)
    .default(0),
}

const curve = z.object({
  fileName: z.string(),
  orderNo: z.string(),
  sampleNo: z.string(),
  sampleName: z.string(),
  projectNames: z.array(z.string()),
  label: z.string(),
  x: z.array(z.number()),
  y: z.array(z.number()),
  xLabel: z.string(),
  yLabel: z.string(),
  /** What is not read, and what is reduced. */
  notes: z.array(z.string()),
  /** The number of points in the file. */
  total: z.number().int(),
  /** All curves of the file. */
  labels: z.array(z.string()),
})

export const reportCurve = defineCall({
  name: 'report/curve',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '数据文件中一条曲线的全部数据点（超过 10 万点时按区段取最大和最小值）',
  input: z.strictObject(curveFields),
  output: curve,
})

export const staffReportCurve = defineCall({
  name: 'report/curve',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '数据文件中一条曲线的全部数据点（超过 10 万点时按区段取最大和最小值）',
  input: z.strictObject(curveFields),
  output: curve,
})
