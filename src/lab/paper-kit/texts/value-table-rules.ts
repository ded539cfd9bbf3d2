import { csvCell } from '../../../core/curves/formats/csv-write-rules.ts'
import { xmlText } from '../../../core/curves/formats/animl-write-rules.ts'
import type { MeasuredValue } from '../../reports/rules.ts'

export interface ValueTable {
  title: string
  head: string[]
  rows: string[][]
}

/** The measured values of one test as the tester wrote them. Columns without any value are left out. */
export function valueTable(title: string, values: readonly MeasuredValue[]): ValueTable {
  const has = (key: 'unit' | 'uncertainty' | 'remark') => values.some((value) => value[key] !== '')
  return {
    title,
    head: [
      '样品',
      '结果项',
      '结果',
      ...(has('unit') ? ['单位'] : []),
      ...(has('uncertainty') ? ['不确定度'] : []),
      ...(has('remark') ? ['备注'] : []),
    ],
    rows: values.map((value) => [
      value.sampleNo || '全部样品',
      value.name,
      value.value,
      ...(has('unit') ? [value.unit] : []),
      ...(has('uncertainty') ? [value.uncertainty] : []),
      ...(has('remark') ? [value.remark] : []),
    ]),
  }
}

/** A table that word processors take from the clipboard. */
export function tableHtml({ title, head, rows }: ValueTable): string {
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${xmlText(text)}</${tag}>`).join('')}</tr>`
  return `<table border="1"><caption>${xmlText(title)}</caption><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

/** Tab-separated text, for the clipboard of programs without rich text. */
export function tableText({ head, rows }: ValueTable): string {
  return [head, ...rows].map((row) => row.map((text) => text.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

export function tableCsv({ head, rows }: ValueTable): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** A table for LaTeX with the package booktabs. */
export function tableLatex({ title, head, rows }: ValueTable): string {
  const line = (texts: readonly string[]) => `    ${texts.map(latexText).join(' & ')} \\\\`
  const alignment = head.map((name) => (name === '结果' ? 'r' : 'l')).join('')
  return [
    '% \\usepackage{booktabs}; Chinese text needs XeLaTeX or LuaLaTeX with ctex',
    '\\begin{table}[htbp]',
    '  \\centering',
    `  \\caption{${latexText(title)}}`,
    `  \\begin{tabular}{${alignment}}`,
    '    \\toprule',
    line(head),
    '    \\midrule',
    ...rows.map(line),
    '    \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '°': '\\textdegree{}',
  '℃': '\\textdegree{}C',
  '±': '$\\pm$',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '−': '$-$',
  Å: '\\AA{}',
  µ: '$\\mu$',
  μ: '$\\mu$',
  θ: '$\\theta$',
  λ: '$\\lambda$',
  α: '$\\alpha$',
  β: '$\\beta$',
  γ: '$\\gamma$',
  Ω: '$\\Omega$',
}
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺'
const lowered = '₀₁₂₃₄₅₆₇₈₉'

/** A text that LaTeX prints as it is. */
export function latexText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').replace(/[\u0000-\u001f\u007f]/g, '')
  return plain
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+|[₀₁₂₃₄₅₆₇₈₉]+|[^]/gu, (part) => {
      if (raised.includes(part[0] as string))
        return `$^{${[...part].map((digit) => '0123456789-+'[raised.indexOf(digit)]).join('')}}$`
      if (lowered.includes(part[0] as string))
        return `$_{${[...part].map((digit) => lowered.indexOf(digit)).join('')}}$`
      return commands[part] ?? part
    })
    .trim()
}
