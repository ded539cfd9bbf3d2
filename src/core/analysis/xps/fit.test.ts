import { describe, expect, it } from 'vitest'
import { shirleyBackground } from '../baselines/shirley-rules.ts'
import { productArea, productShape, sumArea, sumShape } from '../fitting/shape-rules.ts'
import { cumulative } from '../inputs/point-rules.ts'
import { positions } from '../testing/known-curves.ts'
import { spectrum } from '../testing/known-spectra.ts'
import { type AnalysisResult, NotAnalysable } from '../tool-rules.ts'
import { xpsFit } from './fit-rules.ts'
import { readPeakLines } from './peak-lines-rules.ts'

const cells = (result: AnalysisResult, name: string, column: number) =>
  Number(result.tables[0]!.rows.find(([peak]) => peak === name)![column])

describe('shapes', () => {
  it('have height 1, half of it at half of the width, and the area of the textbook', () => {
    for (const share of [0, 0.3, 1]) {
      expect(sumShape(0.6, 1.2, share)).toBeCloseTo(0.5, 12)
      expect(productShape(0.6, 1.2, share)).toBeCloseTo(0.5, 12)
    }
    expect(sumArea(2, 0)).toBeCloseTo(2 * 1.0644670194, 9)
    expect(sumArea(2, 1)).toBeCloseTo(Math.PI, 12)
    expect(productArea(2, 0)).toBeCloseTo(2 * 1.0644670194, 8)
    expect(productArea(2, 1)).toBeCloseTo(Math.PI, 8)
  })
})

describe('XPS fit', () => {
  it('Au 4f: splitting 3.67 eV (Moulder 1992) and ratio 3:4 come back from a free fit; the position is ISO 15472’s 83.96 eV', () => {
    const gold = spectrum(
      [
        { at: 83.96, area: 40000, width: 0.9 },
        { at: 87.63, area: 30000, width: 0.9 },
      ],
      78,
      95,
    )
    const result = xpsFit.run(gold, { peaks: 'Au4f7/2 位置=84.0±0.5 半高宽=1±0.5\nAu4f5/2 位置=87.7±0.5 半高宽=1±0.5' })
    expect(cells(result, 'Au4f7/2', 1)).toBeCloseTo(83.96, 2)
    expect(cells(result, 'Au4f5/2', 1) - cells(result, 'Au4f7/2', 1)).toBeCloseTo(3.67, 2)
    expect(cells(result, 'Au4f5/2', 5) / cells(result, 'Au4f7/2', 5)).toBeCloseTo(0.75, 2)
    expect(cells(result, 'Au4f7/2', 5) / 40000).toBeCloseTo(1, 2)
    expect(cells(result, 'Au4f7/2', 3)).toBeCloseTo(0.9, 2)
    expect(result.warnings).toEqual([])
  })

  it('constraints hold exactly: splitting, equal widths, ratio of areas', () => {
    const titania = spectrum(
      [
        { at: 458.6, area: 20000, width: 1.1 },
        { at: 464.3, area: 10000, width: 1.1 },
      ],
      452,
      472,
    )
    const result = xpsFit.run(titania, { peaks: 'A 位置=458.5±0.5\nB 位置=A+5.7 半高宽=A 面积=A*0.5' })
    expect(cells(result, 'B', 1) - cells(result, 'A', 1)).toBeCloseTo(5.7, 10)
    expect(cells(result, 'B', 3)).toBe(cells(result, 'A', 3))
    expect(cells(result, 'B', 5) / cells(result, 'A', 5)).toBeCloseTo(0.5, 12)
    expect(cells(result, 'A', 1)).toBeCloseTo(458.6, 1)
    expect(result.steps.join('\n')).toContain('B：位置 = A + 5.7，半高宽 = A，面积 = A × 0.5')
  })

  it('three overlapping components of C 1s come back within three of their own uncertainties', () => {
    const known = [
      { at: 284.8, area: 20000, width: 1.2 },
      { at: 286.3, area: 7000, width: 1.2 },
      { at: 288.7, area: 3000, width: 1.2 },
    ]
    const peaks =
      'C-C 位置=284.8±0.4 半高宽=1.3±0.5\nC-O 位置=286.4±0.4 半高宽=C-C\nO-C=O 位置=288.8±0.4 半高宽=C-C'.replace(
        'O-C=O',
        'COO',
      )
    const result = xpsFit.run(spectrum(known, 279, 295), { peaks })
    for (const [i, name] of ['C-C', 'C-O', 'COO'].entries()) {
      expect(Math.abs(cells(result, name, 1) - known[i]!.at)).toBeLessThan(3 * cells(result, name, 2) + 0.01)
      expect(Math.abs(cells(result, name, 5) / known[i]!.area - 1)).toBeLessThan(0.05)
    }
  })

  it('the charge reference moves all energies, and the drawn lines stay on the curve', () => {
    const charged = spectrum([{ at: 286.3, area: 20000, width: 1.2 }], 281, 292)
    const result = xpsFit.run(charged, { measured: 286.3, peaks: 'C1s 位置=284.8±0.5' })
    expect(cells(result, 'C1s', 1)).toBeCloseTo(284.8, 1)
    expect(result.marks[0]!.x).toBeCloseTo(286.3, 1)
    expect(result.steps[0]).toContain('加 -1.50 eV（参考值 284.8 − 测得 286.3）')
  })

  it('contents are given only with a sensitivity of every peak', () => {
    const two = spectrum(
      [
        { at: 84, area: 20000, width: 1 },
        { at: 88, area: 20000, width: 1 },
      ],
      79,
      94,
    )
    expect(xpsFit.run(two, { peaks: 'A 位置=84 灵敏度=1\nB 位置=88' }).tables).toHaveLength(1)
    const result = xpsFit.run(two, { peaks: 'A 位置=84 灵敏度=1\nB 位置=88 灵敏度=3' })
    expect(Number(result.tables[1]!.rows[0]![2])).toBeCloseTo(75, 0)
  })

  it('a missing peak is noticed in the residual', () => {
    const two = spectrum(
      [
        { at: 84, area: 20000, width: 1 },
        { at: 85.5, area: 8000, width: 1 },
      ],
      79,
      92,
    )
    const result = xpsFit.run(two, { peaks: 'A 位置=84±1' })
    expect(result.warnings.join()).toContain('残差有规律')
    expect(xpsFit.run(two, {}).warnings.join()).toContain('还没有写峰')
  })
})

describe('the Shirley background', () => {
  it('gives back the background that a known peak makes', () => {
    const x = positions(80, 90, 0.05)
    const net = x.map((at) => 1000 * productShape(at - 85, 1, 0))
    const below = cumulative(x, net)
    const y = net.map((value, i) => value + 200 + 0.1 * below[i]!)
    const { y: ours, converged } = shirleyBackground({ x, y }, 5)
    expect(converged).toBe(true)
    for (const [i, value] of ours.entries()) expect(value).toBeCloseTo(200 + 0.1 * below[i]!, 2)
  })

  it('says when there is no peak above its ends', () => {
    const x = positions(0, 10, 0.1)
    expect(shirleyBackground({ x, y: x.map((at) => 100 - Math.exp(-((at - 5) ** 2)) * 50) }, 3).converged).toBe(false)
  })
})

describe('what the XPS fit refuses', () => {
  const one = spectrum([{ at: 84, area: 20000, width: 1 }], 79, 89)
  it.each([
    ['an axis of another meaning', { ...one, xLabel: '波数 (cm⁻¹)' }, {}, /要求横轴是结合能/],
    ['two peaks that stand for one', one, { peaks: 'A 位置=84 半高宽=1!\nB 位置=A 半高宽=1!' }, /不给出结果/],
    ['a range without points', one, { from: 10, to: 20 }, /只有 0 个点/],
    ['a range turned round', one, { from: 88, to: 80 }, /要小于/],
    ['a position outside of the curve', one, { peaks: 'A 位置=300' }, /不在曲线的范围/],
    ['a word that is no key', one, { peaks: 'A 位置=84 高度=3' }, /“高度=3”看不懂/],
    ['a peak without a position', one, { peaks: 'A 半高宽=1' }, /位置没有写/],
    ['a value that is no number', one, { peaks: 'A 位置=八十四' }, /“八十四”看不懂/],
    ['two peaks of one name', one, { peaks: 'A 位置=84\nA 位置=85' }, /都叫“A”/],
    ['a tie to itself', one, { peaks: 'A 位置=A+1' }, /指向了自己/],
    ['ties in a circle', one, { peaks: 'A 位置=B+1\nB 位置=A-1' }, /绕回了自己/],
    ['a share outside of 0 to 100', one, { peaks: 'A 位置=84 混合=130' }, /混合要在 0 到 100 之间/],
    [
      'more parameters than points',
      { ...one, x: one.x.slice(0, 12), y: one.y.slice(0, 12) },
      { ends: 1, background: 'linear', peaks: 'A 位置=88.5\nB 位置=88.6\nC 位置=88.7\nD 位置=88.8' },
      /而待定参数有 12 个/,
    ],
    [
      'a Shirley background under a dip',
      { ...one, y: one.y.map((y) => 20000 - y) },
      {},
      /Shirley 本底经过 \d+ 次迭代没有收敛/,
    ],
  ])('%s', (_, curve, parameters, message) => {
    expect(() => xpsFit.run(curve, parameters)).toThrow(NotAnalysable)
    expect(() => xpsFit.run(curve, parameters)).toThrow(message)
  })
})

it('lines of peaks are read in the ways people write them', () => {
  const [a, b, c] = readPeakLines(
    ['C-C/C-H： 位置 = 284.8 ± 0.3，半高宽=1.2!', 'C-C 位置=C-C/C-H+1.5', 'X 位置=290 面积=C-C/C-H×0.2'],
    1,
  )
  expect(a).toMatchObject({
    name: 'C-C/C-H',
    position: { kind: 'free', initial: 284.8, least: 284.5, most: 285.1 },
    width: { kind: 'held', value: 1.2 },
  })
  expect(b!.position).toEqual({ kind: 'tied', to: 0, times: 1, plus: 1.5 })
  expect(c!.area).toEqual({ kind: 'tied', to: 0, times: 0.2, plus: 0 })
  expect(c!.position).toEqual({ kind: 'free', initial: 290, least: 289, most: 291 })
})
