import { describe, expect, it } from 'vitest'
import { runTool } from '../tools-rules.ts'
import { area } from './area-rules.ts'

const grid = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Number((from + i * step).toFixed(6)))
const curveOf = (x: readonly number[], value: (x: number) => number, xLabel = '2θ (°)', yLabel = '强度 (counts)') => ({
  label: '数据',
  x,
  y: x.map(value),
  xLabel,
  yLabel,
})
const valuesOf = (result: ReturnType<typeof runTool>) =>
  Object.fromEntries(result.values.map(({ name, value }) => [name, value]))

describe('area of a range', () => {
  const gauss = (centre: number, sigma: number, height: number) => (x: number) =>
    height * Math.exp(-((x - centre) ** 2) / (2 * sigma ** 2))
  const peak = gauss(30, 0.2, 1000)
  const sloped = curveOf(grid(25, 35, 0.01), (x) => 50 + 4 * x + peak(x))

  it('gives the area, centroid, top and width of a Gaussian on a sloping background', () => {
    const values = valuesOf(runTool(area, sloped, {}))
    expect(values['面积']).toBeCloseTo(1000 * 0.2 * Math.sqrt(2 * Math.PI), 2)
    expect(values['重心']).toBeCloseTo(30, 6)
    expect(values['最高点位置']).toBe(30)
    expect(values['最高点净值']).toBeCloseTo(1000, 6)
    expect(values['半高宽']).toBeCloseTo(0.2 * 2 * Math.sqrt(2 * Math.LN2), 3)
    expect(values['未扣基线的面积']).toBeCloseTo((values['面积'] as number) + 10 * (50 + 4 * 30), 6)
  })

  it('is the same for a curve measured from right to left', () => {
    const back = { ...sloped, x: sloped.x.toReversed(), y: sloped.y.toReversed() }
    expect(runTool(area, back, {})).toEqual(runTool(area, sloped, {}))
  })

  it('a triangle has the area, centroid and half width of a triangle; ends between points are interpolated', () => {
    const triangle = curveOf([0, 1, 2, 3, 4], (x) => (x <= 2 ? x : 4 - x), 'x', 'y')
    expect(valuesOf(runTool(area, triangle, { baseline: 'zero' }))).toMatchObject({ 面积: 4, 重心: 2, 半高宽: 2 })
    const cut = valuesOf(runTool(area, triangle, { baseline: 'zero', ranges: '0.5 2' }))
    expect(cut['面积']).toBeCloseTo(2 - 0.125, 12)
    expect(cut['重心']).toBeCloseTo((2 * (4 / 3) - 0.125 * (1 / 3)) / 1.875, 12)
  })

  it('several ranges come in a table with their shares, a dip is measured downwards', () => {
    const two = curveOf(grid(0, 20, 0.01), (x) => 100 - 3 * gauss(5, 0.3, 10)(x) - gauss(15, 0.3, 10)(x), '波数 (cm⁻¹)')
    const result = runTool(area, two, { ranges: '7 3\n13，17', direction: 'down' })
    const rows = result.tables[0]?.rows ?? []
    expect(rows.map((row) => row[3])).toEqual([75, 25])
    expect(rows.map((row) => row[5])).toEqual([5, 15])
    expect(result.marks.map(({ x }) => x)).toEqual([5, 15])
    expect(result.lines).toMatchObject([{ x: [3, 7] }, { x: [13, 17] }])
    expect(result.warnings).toEqual([])
    expect(runTool(area, two, { ranges: '3 7' }).warnings.join()).toContain('净面积不大于 0')
  })

  it('says when the range cuts the peak, and leaves out what it cannot give', () => {
    const cut = runTool(area, sloped, { ranges: '30 35', baseline: 'zero' })
    expect(cut.warnings.join()).toContain('最高点在区间的边上')
    expect(valuesOf(cut)['半高宽']).toBeUndefined()
    expect(runTool(area, sloped, { ranges: '29.98 30.01' }).warnings.join()).toContain('只有 4 个测量点')
  })

  it('the mean of several points holds the baseline against a spike at the end', () => {
    const spiked = { ...sloped, y: sloped.y.map((value, i) => (i === 0 ? value + 300 : value)) }
    const one = valuesOf(runTool(area, spiked, {}))['面积'] as number
    const many = valuesOf(runTool(area, spiked, { averaged: 50 }))['面积'] as number
    const ideal = 1000 * 0.2 * Math.sqrt(2 * Math.PI)
    expect(Math.abs(many - ideal)).toBeLessThan(0.1 * Math.abs(one - ideal))
  })

  it.each([
    [{ ranges: '1' }, '应是起点和终点两个数'],
    [{ ranges: '40 50' }, '不在曲线的范围 25 至 35 之内'],
    [{ ranges: '26 a' }, '应是起点和终点两个数'],
    [{ ranges: Array.from({ length: 51 }, () => '26 27').join('\n') }, '最多 50 个'],
    [{ averaged: 0 }, '应在 1 到 200 点 之间'],
  ])('refuses wrong parameters in words (%#)', (parameters, text) => {
    expect(() => runTool(area, sloped, parameters)).toThrow(text)
  })

  it('refuses a curve that runs to and fro', () => {
    expect(() =>
      runTool(
        area,
        curveOf([0, 1, 2, 1, 0], (x) => x),
        {},
      ),
    ).toThrow('横坐标没有一直增大或一直减小（2 之后是 1）')
    expect(() =>
      runTool(
        area,
        curveOf([0, 1, 2, 1.5, 3], (x) => x),
        {},
      ),
    ).toThrow('横坐标没有一直增大或一直减小（2 之后是 1.5）')
  })

  it('a hundred thousand points take no time that a person notices', () => {
    const long = curveOf(grid(0, 1000, 0.01), (x) => 5 + gauss(500, 20, 100)(x))
    const from = performance.now()
    expect(valuesOf(runTool(area, long, {}))['面积']).toBeCloseTo(100 * 20 * Math.sqrt(2 * Math.PI), 1)
    expect(performance.now() - from).toBeLessThan(2000)
  })
})
