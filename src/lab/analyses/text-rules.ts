import type { Parameters, ParameterSpec } from '../../core/analysis/tool-rules.ts'
import { cellText, type KeptResult, suggestion, valueText } from './rules.ts'

/** Where a curve comes from. */
export interface CurveSource {
  orderNo: string
  sampleNo: string
  sampleName: string
  fileName: string
  sha256: string
  records: readonly { projectName: string; instrument: string; method: string; conditions: string }[]
}

export interface WrittenAnalysis {
  source: CurveSource
  /** The place of the curve in the file, from 0. */
  series: number
  tool: { key: string; version: number; summary: string; source: string; parameters: readonly ParameterSpec[] }
  axis: string
  parameters: Parameters
  result: KeptResult
  note: string
  /** `YYYY-MM-DD HH:mm:ss`. */
  madeAt: string
}

/** Everything that another person needs to repeat the analysis, as a text file. */
export function analysisText(written: WrittenAnalysis): string {
  const { result, tool } = written
  const sections: [title: string, lines: readonly string[]][] = [
    [`${result.toolTitle}（${suggestion}）`, facts(written)],
    ['参数', parameterLines(tool.parameters, written.parameters, written.axis)],
    ['结果', result.values.map((value) => `${value.name}：${valueText(value)}`)],
    ...result.tables.map((table): [string, string[]] => [
      table.title || '表',
      [
        table.columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)).join('\t'),
        ...table.rows.map((row) => row.map((cell, i) => cellText(cell, table.columns[i]?.digits)).join('\t')),
      ],
    ]),
    ['步骤', result.steps.map((step, i) => `${i + 1}. ${step}`)],
    ['注意', [...result.curve.notes, ...result.warnings].map((text) => `- ${text}`)],
    ['说明', [`${suggestion}。`]],
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `【${title}】\n${lines.join('\n')}\n`)
    .join('\n')
}

function facts({ source, series, tool, result, note, madeAt }: WrittenAnalysis): string[] {
  const { curve } = result
  return [
    `样品：${[source.sampleNo || '整个订单', source.sampleName].filter(Boolean).join('　')}`,
    `订单：${source.orderNo}`,
    `数据文件：${source.fileName}`,
    `文件校验值 SHA-256：${source.sha256}`,
    `曲线：第 ${series + 1} 条“${curve.label}”，横轴“${curve.xLabel}”，纵轴“${curve.yLabel}”，${curve.points} 点${
      curve.total > curve.points ? `（文件中 ${curve.total} 点）` : ''
    }`,
    ...source.records.flatMap(({ projectName, instrument, method, conditions }) => [
      `仪器：${[instrument, projectName].filter(Boolean).join('，')}`,
      ...(method ? [`检测方法：${method}`] : []),
      ...(conditions ? [`测试条件：${oneLine(conditions)}`] : []),
    ]),
    `分析方法：${tool.key} 第 ${tool.version} 版。${tool.summary}`,
    ...(tool.source ? [`方法出处：${tool.source}`] : []),
    `分析时间：${madeAt}（北京时间）`,
    ...(note ? [`备注：${oneLine(note)}`] : []),
  ]
}

function parameterLines(specs: readonly ParameterSpec[], parameters: Parameters, axis: string): string[] {
  return [
    ...(axis ? [`横轴含义：${axis}（由使用者指定）`] : []),
    ...Object.entries(parameters).map(([key, value]) => {
      const spec = specs.find((each) => each.key === key)
      if (!spec) return `${key}：${oneLine(String(value))}`
      return `${spec.label}：${parameterText(spec, value)}`
    }),
  ]
}

function parameterText(spec: ParameterSpec, value: number | string): string {
  if (spec.kind === 'number') return spec.unit ? `${value} ${spec.unit}` : String(value)
  if (spec.kind === 'choice') return spec.choices.find((choice) => choice.value === value)?.label ?? String(value)
  return oneLine(String(value)) || '未填写'
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('；')
}
