import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { done, halfWidth, idField, optionalText, requiredText, timeText } from '../../platform/contract/fields.ts'
import { previews, reportStages, type ReportState, reportStates } from './rules.ts'

export const orderNoField = z
  .string({ error: '缺少订单号' })
  .trim()
  .regex(/^MX\d{11,20}$/, '订单号格式不正确')

export const measuredValue = z.strictObject({
  sampleNo: z.string({ error: '样品编号格式不正确' }).max(30, '样品编号格式不正确').default(''),
  name: requiredText('结果项', 60).transform(halfWidth),
  value: requiredText('结果', 60).transform(halfWidth),
  unit: optionalText('单位', 20).transform(halfWidth),
  uncertainty: optionalText('不确定度', 40).transform(halfWidth),
  remark: optionalText('备注', 100),
})

const testRecord = z.object({
  id: z.number().int(),
  instrumentId: z.number().int().nullable(),
  lineId: z.number().int(),
  projectName: z.string(),
  instrument: z.string(),
  method: z.string(),
  conditions: z.string(),
  environment: z.string(),
  sampleNos: z.array(z.string()),
  measured: z.array(measuredValue),
  operatorName: z.string(),
  startedAt: timeText,
  endedAt: timeText.nullable(),
  remark: z.string(),
  /** For staff: why it was recorded although a control chart of the instrument was out of control. */
  controlReason: z.string(),
  /** 1 for the first measurement; each retest starts the next. */
  round: z.number().int(),
  /** A later record has replaced it. */
  replaced: z.boolean(),
})

const resultFile = z.object({
  /** The id of the file, for file/link and report/series. */
  id: z.number().int(),
  name: z.string(),
  sampleNo: z.string(),
  sampleName: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  mime: z.string(),
  version: z.number().int(),
  note: z.string(),
  preview: z.enum(previews),
  replaced: z.boolean(),
  round: z.number().int(),
  /** For staff: why a file whose name contains another order's number was accepted. */
  foreignReason: z.string(),
  /** For staff: which result of another sample had the same bytes when the file was uploaded. */
  sameAs: z.string(),
  createdAt: timeText,
})

export const addedResult = z.object({
  id: z.number().int(),
  name: z.string(),
  sampleNo: z.string(),
  version: z.number().int(),
  /** Which result of another sample has the same bytes; the reviewer sees it, too. */
  sameAs: z.string(),
})

const reportState = z.enum(Object.keys(reportStates) as ReportState[])

const report = z.object({
  code: z.string(),
  edition: z.number().int(),
  stage: z.enum(reportStages),
  /** valid, replaced or withdrawn, or why a valid report is in doubt at the moment. */
  state: reportState,
  stageName: z.string(),
  withdrawnReason: z.string(),
  publishedAt: timeText,
  pdfFileId: z.number().int().nullable(),
  /** What is different from the edition before; empty for the first. */
  changeNote: z.string(),
})

const delivery = z.object({
  records: z.array(testRecord),
  files: z.array(resultFile),
  reports: z.array(report),
  /** Samples without data, and why. */
  withoutData: z.array(z.object({ sampleNo: z.string(), reason: z.string() })),
})

export const orderTestRecord = defineCall({
  name: 'order/testRecord',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单的检测记录',
  input: z.strictObject({ orderNo: orderNoField }),
  output: z.object({ records: z.array(testRecord) }),
})

export const reportList = defineCall({
  name: 'report/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '已交付的数据文件和报告',
  input: z.strictObject({ orderNo: orderNoField }),
  output: delivery,
})

const series = z.object({
  series: z.array(
    z.object({
      label: z.string(),
      x: z.array(z.number()),
      y: z.array(z.number()),
      /** The number of points in the file, when fewer are sent. */
      total: z.number().int().optional(),
    }),
  ),
  xLabel: z.string(),
  yLabel: z.string(),
  /** What differs from the file's header, or is not drawn. */
  notes: z.array(z.string()),
})
const seriesInput = z.strictObject({ fileId: idField })

export const reportSeries = defineCall({
  name: 'report/series',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '数据文件中的曲线（最多 4000 点）',
  input: seriesInput,
  output: series,
})

export const staffReportSeries = defineCall({
  name: 'report/series',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '数据文件中的曲线（最多 4000 点）',
  input: seriesInput,
  output: series,
})

export const staffReportReread = defineCall({
  name: 'report/reread',
  area: 'staff',
  repeat: 'sets-state',
  action: 'report.upload',
  summary: '重新读取数据文件中的曲线',
  input: seriesInput,
  output: done,
})

export const reportVerify = defineCall({
  name: 'report/verify',
  area: 'open',
  method: 'GET',
  summary: '验证报告真伪',
  input: z.strictObject({ code: z.string({ error: '请输入验证码' }).max(60, '验证码格式不正确') }),
  output: z.object({
    state: z.union([reportState, z.literal('unknown')]),
    stateName: z.string(),
    code: z.string(),
    orderNo: z.string(),
    title: z.string(),
    edition: z.number().int(),
    publishedAt: timeText.nullable(),
    changeNote: z.string(),
    /** The newest edition, when this one is replaced. */
    current: z.object({ edition: z.number().int(), publishedAt: timeText }).nullable(),
    /** SHA-256 of every file of the report. */
    checksums: z.array(z.string()),
  }),
})

export const staffReportDetail = defineCall({
  name: 'report/list',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '订单的检测记录、数据文件和报告',
  input: z.strictObject({ orderNo: orderNoField }),
  output: delivery.extend({
    missing: z.array(z.string()),
    /** Samples with data of their own; they cannot be declared to be without. */
    withData: z.array(z.string()),
    /** What the report of a line will print, for the form of its record. */
    templates: z.array(z.object({ lineId: z.number().int(), standard: z.string(), values: z.array(z.string()) })),
    /** What the second person must tick before the delivery, while the order is verified. */
    checks: z.array(z.string()),
    /** What was ticked at the latest verification. */
    checked: z.array(z.object({ text: z.string(), by: z.string(), at: timeText })),
    /** Why the order is being tested again: the reason of a retest, a return or a correction. */
    round: z
      .object({
        reason: z.string(),
        by: z.enum(['customer', 'staff']),
        kind: z.enum(['retest', 'return', 'correction']),
        at: timeText,
      })
      .nullable(),
  }),
})

export const staffReportPreview = defineCall({
  name: 'report/preview',
  area: 'staff',
  action: 'report.read',
  repeat: 'bounded',
  summary: '检测或审核中订单的报告预览（PDF）的限时下载链接',
  input: z.strictObject({ orderNo: orderNoField, browserKey: browserKeyField }),
  output: linkOutput,
})

export const staffInstrumentUsage = defineCall({
  name: 'report/instrumentUsage',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '一台仪器的检测次数、机时与待检测',
  input: z.strictObject({ instrumentId: idField }),
  output: z.object({
    tests: z.number().int(),
    minutes: z.number().int(),
    /** In the last 30 days. */
    recentTests: z.number().int(),
    recentMinutes: z.number().int(),
    /** Received and not yet handed in, of all projects that it serves. */
    orders: z.number().int(),
    samples: z.number().int(),
  }),
})

export const staffReportRemove = defineCall({
  name: 'report/remove',
  area: 'staff',
  repeat: 'sets-state',
  action: 'report.upload',
  summary: '移除误传的、尚未交付的数据文件',
  input: z.strictObject({ orderNo: orderNoField, fileId: idField }),
  output: done,
})

export const staffReportWithdraw = defineCall({
  name: 'report/withdraw',
  area: 'staff',
  repeat: 'stage',
  action: 'report.withdraw',
  summary: '撤回报告',
  input: z.strictObject({ orderNo: orderNoField, reason: requiredText('撤回原因', 500) }),
  output: z.object({ stage: z.enum(reportStages), stageName: z.string() }),
})

export const staffReportMove = defineCall({
  name: 'report/moveFile',
  area: 'staff',
  repeat: 'sets-state',
  action: 'report.upload',
  summary: '把数据文件归到另一个样品',
  /** Empty for the whole order. */
  input: z.strictObject({ orderNo: orderNoField, fileId: idField, sampleNo: optionalText('样品编号', 40) }),
  output: done,
})

export const staffReportWithoutData = defineCall({
  name: 'report/withoutData',
  area: 'staff',
  repeat: 'sets-state',
  action: 'report.upload',
  summary: '注明样品无数据的原因；原因留空即撤销',
  input: z.strictObject({
    orderNo: orderNoField,
    sampleNos: z.array(requiredText('样品编号', 40), { error: '请选择样品' }).min(1, '请选择样品').max(99),
    reason: optionalText('原因', 200),
  }),
  output: done,
})
