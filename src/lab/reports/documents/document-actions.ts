import { buffer } from 'node:stream/consumers'
import { customerOf } from '../../../people/customers/actions.ts'
import { type FileRow, filesOf } from '../../../core/files/actions.ts'
import { orderForLab } from '../../orders/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import type { PdfBlock, PdfDocument, PdfPlot } from '../../../platform/pdf/document.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { readSettings } from '../../../core/settings/actions.ts'
import { accreditationNote } from '../../../core/settings/accreditation-rules.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { axisLabels, runsReversed } from '../../../core/curves/axis-rules.ts'
import { downsample, type ParsedData } from '../../../core/curves/curve-rules.ts'
import { mayHoldSeries } from '../../../core/curves/file-rules.ts'
import { plainTemplate, type ReportTemplate } from '../../../core/settings/report-template-rules.ts'
import { type PrintedTerms, printedTerms } from './template-rules.ts'
import { type MeasuredValue, recordsOfReport, reportLifecycle, spacedCode } from '../rules.ts'
import { curvesOf } from '../../../core/curves/series-actions.ts'
import { allRecords, type RecordRow, type ReportRow, type ResultRow, resultsOf } from '../store.ts'

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

/** At most this many curves are drawn; the report refers to the data files for the others. */
const mostPlots = 12
const printedPoints = 1200

interface Measured {
  row: ResultRow
  file: FileRow
  curves: ParsedData | undefined
}

/** What is printed. Without a code it is a preview: nothing is published, and there is nothing to verify. */
export type PrintedReport = Omit<ReportRow, 'id' | 'pdfFileId' | 'code'> & { code?: string }

/**
 * The printed report: what was tested, how and by whom, the results, the checksum of every file, and the verification code. It always
 * shows the results of this edition. When the edition is replaced or withdrawn, or is a preview, a stamp says so.
 */
export async function reportDocument(ctx: Ctx, report: PrintedReport): Promise<PdfDocument> {
  const order = await orderForLab(ctx, report.orderId)
  const records = recordsOfReport(await allRecords(ctx.db, report.orderId), report.orderVersion)
  const measured = await measuredFiles(ctx, report)
  const reviewerId = report.reviewerId ?? order.reviewerId
  const names = await namesOfStaff(ctx, [
    ...records.map((record) => record.operatorId),
    ...(reviewerId === null ? [] : [reviewerId]),
  ])
  const { siteName, localInfo, accreditedProjects, reportTerms } = await readSettings(ctx, [
    'siteName',
    'localInfo',
    'accreditedProjects',
    'reportTerms',
  ])
  const printed = report.printed ?? printedTerms(reportTerms, order.lines)
  const photos = await samplePhotos(ctx, order, report.publishedAt)
  const note = accreditationNote(
    order.lines.map((line) => line.rid),
    accreditedProjects,
  )
  const verification = verificationOf(ctx, report.code)
  return {
    title: `检测报告 ${report.orderNo}`,
    mark: verification?.mark ?? '预览，未发布',
    owner: `${siteName}　${localInfo.phone}`,
    stamp: stampOf(report),
    blocks: [
      {
        kind: 'letterhead',
        name: printed.labName || siteName,
        lines: [[localInfo.address, localInfo.phone, localInfo.email].filter(Boolean).join('　')].filter(Boolean),
      },
      {
        kind: 'title',
        text: '检测报告',
        sub: `订单号 ${report.orderNo}　第 ${report.edition} 版　${shanghaiTime(report.publishedAt)}`,
        code: verification?.code,
      },
      ...(await overview(ctx, report, order)),
      { kind: 'heading', text: '样品' },
      sampleTable(order),
      ...(photos.length > 0 ? [{ kind: 'pictures', items: photos } as const] : []),
      ...order.lines.flatMap((line) => lineBlocks(order, line, records, measured, printed)),
      { kind: 'heading', text: '数据文件' },
      fileTable(measured),
      {
        kind: 'paragraph',
        text: `检测结果仅对收到的样品负责。数据文件以 SHA-256 校验值为准。${verification?.how ?? ''}`,
      },
      ...(note === '' ? [] : [{ kind: 'paragraph', text: note } as const]),
      {
        kind: 'signatures',
        people: [
          { role: '检测人', name: testersOf(records, names) },
          { role: '审核人', name: reviewerId === null ? '' : (names.get(reviewerId) ?? '') },
          ...(printed.signatory === '' ? [] : [{ role: '授权签字人', name: printed.signatory }]),
        ],
      },
    ],
  }
}

function stampOf({ code, stage }: PrintedReport): string | undefined {
  if (code === undefined) return '预览'
  return stage === 'valid' ? undefined : reportLifecycle.stages[stage]
}

/** How a reader finds out whether the report is genuine and valid. */
function verificationOf(ctx: Ctx, code: string | undefined) {
  if (code === undefined) return undefined
  const site = `${ctx.config.siteUrl}/verify`
  return {
    mark: `报告验证码 ${spacedCode(code)}`,
    code: { text: `${site}/${code}`, caption: `扫码验证真伪\n${spacedCode(code)}` },
    how: `报告更正后由新版本替换，请扫码或在 ${site} 输入验证码 ${spacedCode(code)} 核对报告是否有效。`,
  }
}

function testersOf(records: readonly RecordRow[], names: Map<number, string>): string {
  return [...new Set(records.map((record) => names.get(record.operatorId) ?? ''))].filter(Boolean).join('、')
}

async function overview(ctx: Ctx, report: PrintedReport, order: LabOrder): Promise<PdfBlock[]> {
  const customer = await customerOf(ctx, report.customerId)
  return [
    {
      kind: 'facts',
      items: [
        { term: '委托方', value: [customer.company, customer.name].filter(Boolean).join('　') },
        { term: '检测项目', value: order.title },
        { term: '样品数量', value: `${order.samples.length}` },
        ...(report.changeNote === '' ? [] : [{ term: '与上一版的变化', value: report.changeNote }]),
        ...(report.withdrawnReason === '' ? [] : [{ term: '撤回原因', value: report.withdrawnReason }]),
      ],
    },
  ]
}

/** The files of this edition, with their curves. */
async function measuredFiles(ctx: Ctx, report: PrintedReport): Promise<Measured[]> {
  const stored = await resultsOf(ctx.db, report.orderId)
  const results = report.code === undefined ? stored : stored.filter((row) => row.releasedAt !== null)
  const files = await filesOf(
    ctx,
    results.map((row) => row.fileId),
  )
  const measured: Measured[] = []
  for (const row of results) {
    const file = files.get(row.fileId)
    if (!file || !report.checksums.includes(file.sha256)) continue
    measured.push({ row, file, curves: mayHoldSeries(row.name) ? await curvesOf(ctx, file) : undefined })
  }
  return measured
}

function sampleTable(order: LabOrder): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { header: '样品编号', share: 3 },
      { header: '自编号', share: 2 },
      { header: '名称', share: 3 },
      { header: '收样时间', share: 3 },
    ],
    rows: order.samples.map((sample) => [
      sample.sampleNo,
      sample.ownNo,
      sample.name,
      sample.receivedAt ? shanghaiTime(sample.receivedAt) : '—',
    ]),
  }
}

/** Photos of more samples are left out, so that the report stays small. */
const mostPhotos = 12

/** One photo of each sample, as far as it existed when this edition was published, so that the edition is drawn again as it was. */
async function samplePhotos(
  ctx: Ctx,
  order: LabOrder,
  publishedAt: Date,
): Promise<{ bytes: Uint8Array; caption: string }[]> {
  const pictured = order.samples.filter((sample) => sample.photoFileId !== null).slice(0, mostPhotos)
  const files = await filesOf(
    ctx,
    pictured.map((sample) => sample.photoFileId as number),
  )
  const photos: { bytes: Uint8Array; caption: string }[] = []
  for (const sample of pictured) {
    const file = files.get(sample.photoFileId as number)
    // The PDF can hold these two kinds of pictures.
    if (!file || file.createdAt > publishedAt || !/^image\/(?:jpeg|png)$/.test(file.mime)) continue
    const bytes = await buffer(await ctx.files.open(file.storageKey))
    photos.push({ bytes, caption: [sample.sampleNo, sample.ownNo].filter(Boolean).join('　') })
  }
  return photos
}

/** Method and results of one project, in the parts that its template asks for. */
function lineBlocks(
  order: LabOrder,
  line: LabOrder['lines'][number],
  records: RecordRow[],
  measured: Measured[],
  printed: PrintedTerms,
): PdfBlock[] {
  const template = printed.templates[line.id] ?? plainTemplate
  const record = records.find((candidate) => candidate.lineId === line.id)
  const own = order.samples.filter((sample) => sample.lineId === line.id).map((sample) => sample.sampleNo)
  // A file of the whole order belongs to its project only when there is one project.
  const ofLine = measured.filter(({ row }) =>
    row.sampleNo === '' ? order.lines.length === 1 : own.includes(row.sampleNo),
  )
  const withCurves = template.figure === 'none' ? [] : ofLine.filter(({ curves }) => curves !== undefined)
  const values = record?.measured ?? []
  return [
    { kind: 'heading', text: line.projectName },
    ...(record ? [recordFacts(line, record, template)] : []),
    ...(values.length > 0 ? [valueTable(order, values, template)] : []),
    ...(template.note === '' ? [] : [{ kind: 'paragraph', text: template.note } as const]),
    ...(withCurves.length > 0 ? [resultTable(withCurves, line.projectName)] : []),
    ...withCurves.slice(0, mostPlots).map((entry) => plotOf(entry, line.projectName)),
    ...(withCurves.length > mostPlots
      ? [{ kind: 'paragraph', text: `其余 ${withCurves.length - mostPlots} 个文件的曲线见数据文件。` } as const]
      : []),
    ...(withCurves.length === 0 && values.length === 0
      ? [{ kind: 'paragraph', text: '本项目的结果见所附数据文件，文件清单与校验值见后。' } as const]
      : []),
  ]
}

/** The values of the record as the tester entered and a second person verified them. */
function valueTable(order: LabOrder, values: readonly MeasuredValue[], template: ReportTemplate): PdfBlock {
  const ownNo = (sampleNo: string) => order.samples.find((sample) => sample.sampleNo === sampleNo)?.ownNo ?? ''
  const { uncertainty } = template
  const remarks = values.some(({ remark }) => remark !== '')
  return {
    kind: 'table',
    columns: [
      { header: '样品', share: 4 },
      { header: '检测项', share: 4 },
      { header: '结果', share: 3, align: 'right' },
      { header: '单位', share: 2 },
      ...(uncertainty ? [{ header: '不确定度', share: 3, align: 'right' } as const] : []),
      ...(remarks ? [{ header: '备注', share: 3 }] : []),
    ],
    rows: values.map((value) => [
      value.sampleNo === '' ? '全部样品' : [value.sampleNo, ownNo(value.sampleNo)].filter(Boolean).join('\n'),
      value.name,
      value.value,
      value.unit || '—',
      ...(uncertainty ? [value.uncertainty || '未评定'] : []),
      ...(remarks ? [value.remark] : []),
    ]),
  }
}

function recordFacts(line: LabOrder['lines'][number], record: RecordRow, template: ReportTemplate): PdfBlock {
  const ordered = line.described.map(({ label, text }) => `${label}：${text}`).join('；')
  const optional = (term: string, value: string) => (value === '' ? [] : [{ term, value }])
  return {
    kind: 'facts',
    items: [
      ...optional('检测方法', record.method || template.standard),
      { term: '仪器', value: record.instrument },
      ...(template.conditions
        ? [
            { term: '测试条件', value: record.conditions },
            ...optional('环境条件', record.environment),
            ...optional('委托参数', ordered),
          ]
        : []),
      {
        term: '实验时间',
        value: `${shanghaiTime(record.startedAt)} 至 ${record.endedAt ? shanghaiTime(record.endedAt) : '—'}`,
      },
      { term: '样品', value: record.sampleNos.join('、') },
      ...optional('备注', record.remark),
    ],
  }
}

/** Results as they are in the files, without interpretation. */
function resultTable(measured: Measured[], projectName: string): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { header: '样品', share: 3 },
      { header: '曲线', share: 3 },
      { header: '横轴范围', share: 3 },
      { header: '最大值', share: 2, align: 'right' },
      { header: '最大值位置', share: 3, align: 'right' },
    ],
    rows: measured.flatMap(({ row, curves }) => {
      const axes = axisLabels(curves as ParsedData, [projectName])
      return (curves as ParsedData).series.map(({ label, x, y }) => {
        const peak = y.indexOf(Math.max(...y))
        const from = Math.min(...x)
        const to = Math.max(...x)
        return [
          row.sampleNo || '整个订单',
          `${row.name}${label === '数据' ? '' : `（${label}）`}`,
          `${digits(from)}–${digits(to)}`,
          digits(y[peak] ?? 0),
          `${digits(x[peak] ?? 0)}　${axes.x === 'x' ? '' : axes.x}`.trim(),
        ]
      })
    }),
  }
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)))
}

function plotOf({ row, curves }: Measured, projectName: string): PdfPlot {
  const data = curves as ParsedData
  const axes = axisLabels(data, [projectName])
  return {
    kind: 'plot',
    title: [row.sampleNo, row.name].filter(Boolean).join('　'),
    xLabel: axes.x,
    yLabel: axes.y,
    reverseX: runsReversed(axes.x, [projectName]),
    series: data.series.map(({ label, x, y }) => ({ label, ...downsample(x, y, printedPoints) })),
  }
}

function fileTable(measured: Measured[]): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { header: '文件', share: 4 },
      { header: '版本', share: 1 },
      { header: 'SHA-256', share: 6 },
    ],
    rows: measured.map(({ row, file }) => [row.name, String(row.version), file.sha256]),
  }
}
