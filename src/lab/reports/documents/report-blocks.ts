import type { FileRow } from '../../../core/files/actions.ts'
import { axisLabels, runsReversed } from '../../../core/curves/axis-rules.ts'
import { downsample, type ParsedData } from '../../../core/curves/curve-rules.ts'
import { plainTemplate, type ReportTemplate } from '../../../core/settings/report-template-rules.ts'
import type { PdfBlock, PdfPlot } from '../../../platform/pdf/document.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import type { MeasuredValue } from '../rules.ts'
import type { RecordRow, ResultRow } from '../store.ts'

// The parts of a printed report, drawn from what they are given: a report of an order, or a specimen of a template.

/** At most this many curves are drawn; the report refers to the data files for the others. */
const mostPlots = 12
const printedPoints = 1200

export interface Measured {
  row: ResultRow
  file: FileRow
  curves: ParsedData | undefined
}

interface ReportedLine {
  id: number
  projectName: string
  described: readonly { label: string; text: string }[]
}

export interface ReportedOrder {
  lines: readonly ReportedLine[]
  samples: readonly { lineId: number; sampleNo: string; ownNo: string; name: string; receivedAt: Date | null }[]
}

export type ReportedRecord = Pick<
  RecordRow,
  'lineId' | 'method' | 'instrument' | 'conditions' | 'environment' | 'endedAt' | 'sampleNos' | 'remark' | 'measured'
> & {
  /** Null in a specimen: nothing was tested. */
  startedAt: Date | null
}

export function letterhead(
  name: string,
  { address, phone, email }: Record<'address' | 'phone' | 'email', string>,
): PdfBlock {
  return { kind: 'letterhead', name, lines: [[address, phone, email].filter(Boolean).join('　')].filter(Boolean) }
}

export function signatures(names: { tester: string; reviewer: string; signatory: string }): PdfBlock {
  return {
    kind: 'signatures',
    people: [
      { role: '检测人', name: names.tester },
      { role: '审核人', name: names.reviewer },
      ...(names.signatory === '' ? [] : [{ role: '授权签字人', name: names.signatory }]),
    ],
  }
}

export function sampleTable(order: ReportedOrder): PdfBlock {
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

/** Method and results of one project, in the parts that its template asks for. */
export function lineBlocks(
  order: ReportedOrder,
  line: ReportedLine,
  records: readonly ReportedRecord[],
  measured: Measured[],
  template: ReportTemplate = plainTemplate,
): PdfBlock[] {
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
function valueTable(order: ReportedOrder, values: readonly MeasuredValue[], template: ReportTemplate): PdfBlock {
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

function recordFacts(line: ReportedLine, record: ReportedRecord, template: ReportTemplate): PdfBlock {
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
        value: [record.startedAt, record.endedAt].map((at) => (at ? shanghaiTime(at) : '—')).join(' 至 '),
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

export function fileTable(measured: Measured[]): PdfBlock {
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
