import { z } from 'zod'
import { curveFields } from '../reports/whole-curves/curve-contract.ts'
import { orderNoField } from '../reports/contract.ts'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, timeText } from '../../platform/contract/fields.ts'
import { figureSettings, mostFiles } from './figure/settings-rules.ts'
import { licenceKeys } from './packages/crate-rules.ts'

export const curveFormats = ['jcamp', 'csv', 'animl'] as const

export const reportCurveFile = defineCall({
  name: 'report/curveFile',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '一条曲线的开放格式文件：JCAMP-DX、CSV 或 AnIML',
  input: z.strictObject({ ...curveFields, format: z.enum(curveFormats, { error: '请选择文件格式' }) }),
  output: z.object({
    name: z.string(),
    mime: z.string(),
    content: z.string(),
    /** What is not in the file, or reduced. */
    notes: z.array(z.string()),
  }),
})

export const reportFigure = defineCall({
  name: 'report/figure',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '若干数据文件的曲线及其样品与项目，用于论文插图',
  input: z.strictObject({
    fileIds: z
      .array(idField, { error: '请选择数据文件' })
      .min(1, '请选择数据文件')
      .max(mostFiles, `最多选择 ${mostFiles} 个数据文件`),
  }),
  output: z.object({
    files: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        orderNo: z.string(),
        sampleNo: z.string(),
        sampleName: z.string(),
        projectNames: z.array(z.string()),
        xLabel: z.string(),
        yLabel: z.string(),
        curves: z.array(z.object({ label: z.string(), x: z.array(z.number()), y: z.array(z.number()) })),
        /** Why the file has no curves, or what its reader must know. */
        notes: z.array(z.string()),
      }),
    ),
  }),
})

export const reportFigurePdf = defineCall({
  name: 'report/figurePdf',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '论文插图的 PDF（矢量，限时链接，仅本人可用）',
  input: z.strictObject({ settings: figureSettings, browserKey: browserKeyField }),
  output: linkOutput,
})

const paperText = z.object({
  methods: z.string(),
  acknowledgement: z.string(),
  /** What the record does not hold. */
  missing: z.array(z.string()),
})

export const reportPaper = defineCall({
  name: 'report/paper',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '按检测记录写成的方法段落、致谢与结果表（中文、英文、LaTeX）',
  input: z.strictObject({ orderNo: orderNoField }),
  output: z.object({
    zh: paperText,
    en: paperText,
    tables: z.array(
      z.object({ title: z.string(), html: z.string(), text: z.string(), csv: z.string(), latex: z.string() }),
    ),
  }),
})

const dataPackage = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  licence: z.enum(licenceKeys),
  ready: z.boolean(),
  /** Data files whose curves are written, of all. */
  done: z.number().int(),
  total: z.number().int(),
  createdAt: timeText,
  /** It is removed then, and can be made again. */
  expiresAt: timeText,
})

export const dataPackageStart = defineCall({
  name: 'dataPackage/start',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '生成订单的数据包（原始文件、开放格式曲线、RO-Crate 说明与校验值）',
  input: z.strictObject({ orderNo: orderNoField, licence: z.enum(licenceKeys, { error: '请选择许可' }) }),
  output: dataPackage,
})

export const dataPackageList = defineCall({
  name: 'dataPackage/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单最近一天的数据包及其进度',
  input: z.strictObject({ orderNo: orderNoField }),
  output: z.object({ packages: z.array(dataPackage) }),
})

export const dataPackageLink = defineCall({
  name: 'dataPackage/link',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '获取数据包的限时下载链接，仅本人可用',
  input: z.strictObject({ id: idField, browserKey: browserKeyField }),
  output: linkOutput,
})
