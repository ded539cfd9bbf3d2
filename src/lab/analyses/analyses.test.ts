import { describe, expect, it } from 'vitest'
import type { ParameterSpec } from '../../core/analysis/tool-rules.ts'
import { takesRanges, withRange } from './pages/picked-range.ts'
import { cellText, numberText, valueText } from './rules.ts'
import { analysisText } from './text-rules.ts'

describe('numbers of a result', () => {
  it('have the digits of their tool, and a power of ten when they are very large or small', () => {
    expect(numberText(12.3456, 2)).toBe('12.35')
    expect(numberText(0, 3)).toBe('0.000')
    expect(numberText(1.5e-9, 3)).toBe('1.5×10^-9')
    expect(numberText(-2e12, 0)).toBe('-2×10^12')
    expect(valueText({ name: '', value: 5.123, uncertainty: 0.0419, digits: 2, unit: 'nm' })).toBe('5.12 ± 0.04 nm')
    expect([cellText('—', 2), cellText(1 / 3, undefined), cellText(1 / 3, 2)]).toEqual(['—', '0.333333', '0.33'])
  })
})

describe('a range chosen in the figure', () => {
  const lines: ParameterSpec[] = [{ kind: 'lines', key: 'ranges', label: '', initial: '' }]
  const ends = ['from', 'to'].map((key): ParameterSpec => {
    return { kind: 'number', key, label: '', unit: '', initial: 0, least: 0, most: 9 }
  })
  it('is a further line, or start and end of a tool with one range', () => {
    expect(withRange(lines, withRange(lines, {}, [1.23456789, 2]), [3, 4])).toEqual({ ranges: '1.23457 2\n3 4' })
    expect(withRange(ends, { from: 1, other: 'x' }, [3, 4])).toEqual({ from: 3, to: 4, other: 'x' })
    expect([takesRanges(lines), takesRanges(ends), takesRanges(ends.slice(1))]).toEqual([true, true, false])
  })
})

describe('the text of an analysis', () => {
  it('names parameters by their labels, keeps those it does not know, and leaves out empty sections', () => {
    const text = analysisText({
      source: { orderNo: 'MX1', sampleNo: '', sampleName: '', fileName: 'a.xy', sha256: 'ab', records: [] },
      series: 1,
      tool: {
        key: 'x.y',
        version: 2,
        summary: '求值。',
        source: '',
        parameters: [{ kind: 'number', key: 'width', label: '窗口', unit: '°', initial: 1, least: 0, most: 9 }],
      },
      axis: '2θ',
      parameters: { width: 3, gone: 'a\nb' },
      result: {
        toolTitle: '试验',
        values: [],
        tables: [{ title: '峰', columns: [{ name: '位置', unit: '°', digits: 2 }], rows: [[1.005], ['—']] }],
        steps: ['一'],
        warnings: [],
        curve: { label: 'c', points: 10, total: 99, xLabel: 'x', yLabel: 'y', notes: ['曲线有缺口'] },
      },
      note: '',
      madeAt: '2026-03-02 09:00:00',
    })
    for (const part of [
      '样品：整个订单\n',
      '曲线：第 2 条“c”',
      '10 点（文件中 99 点）',
      '横轴含义：2θ（由使用者指定）',
    ])
      expect(text).toContain(part)
    for (const part of ['窗口：3 °\n', 'gone：a；b\n', '【峰】\n位置 (°)\n1.00\n—\n', '- 曲线有缺口', '1. 一'])
      expect(text).toContain(part)
    expect(text).not.toContain('【结果】')
  })
})
