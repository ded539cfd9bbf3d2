import {
  type ReportTemplate,
  type ReportTerms,
  templateFor,
  valueParts,
} from '../../../core/settings/report-template-rules.ts'
import type { MeasuredValue } from '../rules.ts'

/** What an edition prints, kept with it. */
export interface PrintedTerms {
  labName: string
  signatory: string
  /** By the id of the line. */
  templates: Record<string, ReportTemplate>
}

export function printedTerms(
  { labName, signatory, templates }: ReportTerms,
  lines: readonly { id: number; projectName: string }[],
): PrintedTerms {
  return {
    labName,
    signatory,
    templates: Object.fromEntries(lines.map((line) => [line.id, templateFor(templates, line.projectName)])),
  }
}

/** A row per sample and value of the template, for the tester to fill in. */
export function emptyValues(values: readonly string[], sampleNos: readonly string[]): MeasuredValue[] {
  return sampleNos.flatMap((sampleNo) =>
    values.map((written) => ({ sampleNo, ...valueParts(written), value: '', uncertainty: '', remark: '' })),
  )
}

interface Edition {
  values: readonly MeasuredValue[]
  files: readonly { name: string; sampleNo: string; sha256: string }[]
}

/** What a new edition changes, found by comparing both: values, and files by name and content. Nothing for the first edition. */
export function changesBetween(before: Edition, after: Edition): string[] {
  const key = ({ sampleNo, name }: { sampleNo: string; name: string }) => `${sampleNo} ${name}`
  const shown = ({ value, unit, uncertainty }: MeasuredValue) => [value, unit, uncertainty].filter(Boolean).join(' ')
  const label = ({ sampleNo, name }: { sampleNo: string; name: string }) => [sampleNo, name].filter(Boolean).join(' ')
  const former = new Map(before.values.map((value) => [key(value), value]))
  const current = new Map(after.values.map((value) => [key(value), value]))
  const values = [
    ...after.values.flatMap((value) => {
      const old = former.get(key(value))
      if (!old) return [`新增 ${label(value)}`]
      return shown(old) === shown(value) ? [] : [`${label(value)} 由 ${shown(old)} 改为 ${shown(value)}`]
    }),
    ...before.values.filter((value) => !current.has(key(value))).map((value) => `删除 ${label(value)}`),
  ]
  const sums = (edition: Edition) => new Set(edition.files.map(({ sha256 }) => sha256))
  const [old, fresh] = [sums(before), sums(after)]
  const added = after.files.filter(({ sha256 }) => !old.has(sha256)).map(({ name }) => name)
  const removed = before.files.filter(({ sha256 }) => !fresh.has(sha256)).map(({ name }) => name)
  return [
    ...summed(values, '数值'),
    ...(added.length > 0 ? [`新的数据文件：${added.slice(0, mostNamed).join('、')}${more(added.length)}`] : []),
    ...(removed.length > 0
      ? [`不再使用的数据文件：${removed.slice(0, mostNamed).join('、')}${more(removed.length)}`]
      : []),
  ]
}

const mostNamed = 5

function summed(changes: readonly string[], what: string): string[] {
  return changes.length === 0 ? [] : [`${what}：${changes.slice(0, mostNamed).join('；')}${more(changes.length)}`]
}

function more(count: number): string {
  return count > mostNamed ? ` 等 ${count} 项` : ''
}
