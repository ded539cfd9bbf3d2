import { describe, expect, it } from 'vitest'
import { axisMeaning, axisMeanings } from '../curves/meaning-rules.ts'
import { checkedParameters } from './inputs/parameter-rules.ts'
import { type AnalysisTool, everyAxis, NotAnalysable } from './tool-rules.ts'
import { runTool, tools, toolsFor } from './tools-rules.ts'

const tool: AnalysisTool = {
  key: 'test.tool',
  title: '试验',
  version: 1,
  summary: '',
  source: '',
  axes: ['2θ'],
  parameters: [
    { kind: 'number', key: 'width', label: '窗口', unit: '°', initial: 2, least: 1, most: 5 },
    {
      kind: 'choice',
      key: 'kind',
      label: '类型',
      initial: 'a',
      choices: [
        { value: 'a', label: '甲' },
        { value: 'b', label: '乙' },
      ],
    },
    { kind: 'lines', key: 'peaks', label: '峰位', initial: '' },
  ],
  run: ({ y }) => ({
    values: [
      {
        name: '和',
        value: y.reduce((sum, value) => sum + Math.sqrt(value), 0),
        unit: '',
        digits: 1,
        uncertainty: Number.NaN,
      },
    ],
    tables: [{ title: '', columns: [{ name: '', unit: '' }], rows: [[Number.NaN], [1]] }],
    marks: [],
    lines: [],
    steps: ['求和'],
    warnings: [],
  }),
}
const curve = { label: '', x: [1, 2, 3], y: [1, 4, 9], xLabel: '2θ (°)', yLabel: '强度' }

describe('all tools', () => {
  it('have different keys, known axes, and initial parameters that they allow', () => {
    expect(new Set(tools.map(({ key }) => key)).size).toBe(tools.length)
    for (const { axes, parameters, key } of tools) {
      for (const axis of axes) expect([...axisMeanings, everyAxis], key).toContain(axis)
      expect(checkedParameters(parameters, {}), key).toEqual(
        checkedParameters(parameters, checkedParameters(parameters, {})),
      )
    }
  })
  it('are offered for their axis, those for every axis last', () => {
    expect(toolsFor('m/z').map(({ key }) => key)).toEqual(['general.area'])
    for (const meaning of axisMeanings) {
      expect(axisMeaning(meaning)).toBe(meaning)
      expect(toolsFor(meaning).at(-1)?.axes).toEqual([everyAxis])
    }
  })
})

describe('running a tool', () => {
  it('refuses parameters outside their ranges, unknown choices and unknown names, in words', () => {
    expect(checkedParameters(tool.parameters, { width: '3' })).toEqual({ width: 3, kind: 'a', peaks: '' })
    expect(() => checkedParameters(tool.parameters, { width: 9 })).toThrow('“窗口”应在 1 到 5 ° 之间')
    expect(() => checkedParameters(tool.parameters, { width: '' })).toThrow('请在“窗口”填写一个数')
    expect(() => checkedParameters(tool.parameters, { width: Number.NaN })).toThrow(NotAnalysable)
    expect(() => checkedParameters(tool.parameters, { kind: 'c' })).toThrow('可选：甲、乙')
    expect(() => checkedParameters(tool.parameters, { other: 1 })).toThrow('没有参数“other”')
    expect(() => checkedParameters(tool.parameters, { peaks: '1'.repeat(20_001) })).toThrow('最多 20000 个字符')
  })

  it('refuses a curve with too few points, other lengths or numbers that are none', () => {
    expect(() => runTool(tool, { ...curve, x: [1, 2], y: [1, 2] }, {})).toThrow('曲线只有 2 个点')
    expect(() => runTool(tool, { ...curve, x: [1, 2] }, {})).toThrow('2 个横坐标和 3 个纵坐标')
    expect(() => runTool(tool, { ...curve, y: [1, Number.NaN, 2] }, {})).toThrow('第 2 个点')
  })

  it('gives no number that is none', () => {
    const result = runTool(tool, curve, {})
    expect(result.values).toEqual([{ name: '和', value: 6, unit: '', digits: 1 }])
    expect(result.tables[0]?.rows).toEqual([['—'], [1]])
    expect(() => runTool(tool, { ...curve, y: [1, -4, 9] }, {})).toThrow('算不出“和”')
  })

  it('takes the meaning of an axis from the person when the file does not name it, and says so', () => {
    const unnamed = { ...curve, xLabel: 'x' }
    expect(() => runTool(tool, unnamed, {})).toThrow('要求横轴是2θ，这条曲线的横轴是“x”')
    expect(runTool(tool, unnamed, {}, '2θ').steps).toEqual(['横轴含义由使用者指定为“2θ”，文件中的名称是“x”。', '求和'])
    expect(runTool(tool, curve, {}, '2θ').steps).toEqual(['求和'])
  })
})
