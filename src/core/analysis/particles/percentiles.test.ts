import { describe, expect, it } from 'vitest'
import { HATCH_CHOATE, inClasses, limits, MEDIAN, SIGMA, sizes as curve, under } from '../testing/known-sizes.ts'
import { type AnalysisResult, type Curve, NotAnalysable } from '../tool-rules.ts'
import { particlePercentiles } from './percentiles-rules.ts'

const named = (result: AnalysisResult) => Object.fromEntries(result.values.map(({ name, value }) => [name, value]))

describe('percentiles of a lognormal distribution agree with Hatch and Choate (1929)', () => {
  const density = (x: number) =>
    Math.exp(-(Math.log(x / MEDIAN) ** 2) / (2 * SIGMA ** 2)) / (SIGMA * Math.sqrt(2 * Math.PI))
  it.each([
    ['classes by their centres', inClasses('centre'), {}],
    ['classes by their upper limits', inClasses('upper'), { place: 'upper' }],
    ['classes by their lower limits', inClasses('lower'), { place: 'lower' }],
    [
      'undersize in percent',
      curve(
        limits,
        limits.map((x) => 100 * under(x)),
      ),
      {},
    ],
    ['undersize as fractions', curve(limits, limits.map(under)), {}],
    [
      'oversize in percent',
      curve(
        limits,
        limits.map((x) => 100 - 100 * under(x)),
      ),
      {},
    ],
    ['density over the logarithm', curve(limits, limits.map(density)), { kind: 'log-density' }],
    [
      'density over the size',
      curve(
        limits,
        limits.map((x) => density(x) / x),
      ),
      { kind: 'density' },
    ],
  ])('%s', (_, one, parameters) => {
    const ours = named(particlePercentiles.run(one, parameters))
    for (const [name, published] of Object.entries(HATCH_CHOATE)) {
      expect(Math.abs(ours[name]! / published - 1), `${name}: ${ours[name]} and ${published}`).toBeLessThan(0.005)
    }
    expect(ours['跨度 (d90−d10)/d50']).toBeCloseTo((HATCH_CHOATE.d90 - HATCH_CHOATE.d10) / MEDIAN, 1)
  })

  it('counted particles are converted to volume: the mean of the same distribution by number', () => {
    const ours = named(particlePercentiles.run(inClasses('centre'), { basis: 'number' }))
    expect(Math.abs(ours['D[4,3]']! / (MEDIAN * Math.exp(3.5 * SIGMA ** 2)) - 1)).toBeLessThan(0.01)
    expect(ours.d50).toBeCloseTo(MEDIAN, 1)
  })

  it('says what it took the values for', () => {
    const steps = (one: Curve) => particlePercentiles.run(one, {}).steps[0]
    expect(steps(inClasses('centre'))).toBe('纵坐标：各粒级的百分数（区间含量）（各点之和为 100%）。')
    expect(
      steps(
        curve(
          limits,
          limits.map((x) => 100 * under(x)),
        ),
      ),
    ).toContain('累积分布（小于）（数值一直上升到 100）')
    expect(particlePercentiles.run({ ...inClasses('centre'), xLabel: 'Diameter (nm)' }, {}).values[0]!.unit).toBe('nm')
    expect(particlePercentiles.run({ ...inClasses('centre'), xLabel: '粒径' }, {}).warnings.join()).toContain(
      '没有注明单位',
    )
  })
})

describe('what percentiles refuse', () => {
  const good = inClasses('centre')
  const x = [1, 2, 4, 8, 16, 32]
  it.each([
    ['values that may mean several things', curve(x, [0, 3, 9, 7, 2, 0]), {}, /看不出纵坐标是/],
    ['a size of zero', curve([0, ...x.slice(1)], [0, 20, 30, 30, 20, 0]), {}, /粒径要大于 0/],
    ['negative shares', curve(x, [0, -5, 35, 40, 30, 0]), { kind: 'classes' }, /负值/],
    ['a cumulative distribution that falls back', curve(x, [0, 20, 50, 40, 80, 100]), { kind: 'undersize' }, /倒退/],
    ['more than everything', curve(x, [0, 20, 50, 80, 110, 120]), { kind: 'undersize' }, /超过 100%/],
    [
      'a distribution that starts above 10 %',
      curve(x, [30, 40, 50, 70, 90, 100]),
      { kind: 'undersize' },
      /没有覆盖 10%/,
    ],
    ['a distribution that ends below 90 %', curve(x, [0, 20, 30, 40, 50, 60]), { kind: 'undersize' }, /没有覆盖 90%/],
    [
      '[Q-123] a distribution whose area vanishes',
      curve([5e-324, 1e-323, 1.5e-323, 2e-323, 2.5e-323], [0, 0, 0, 0, 5e-324]),
      { kind: 'density' },
      /总量为零/,
    ],
    [
      '[Q-123] sizes whose third power vanishes',
      curve(
        x.map((size) => size * 1e-200),
        [0, 20, 50, 80, 95, 100],
      ),
      { kind: 'undersize', basis: 'volume' },
      /粒径过小或过大/,
    ],
    ['another axis', { ...good, xLabel: '波长 (nm)' }, {}, /要求横轴是粒径/],
    ['too few points', curve([1, 2, 3], [0, 50, 100]), {}, /至少需要 5 个点/],
    ['a choice that does not exist', good, { kind: 'weight' }, /没有这个选项，可选：/],
  ])('%s', (_, one, parameters, message) => {
    expect(() => particlePercentiles.run(one, parameters)).toThrow(NotAnalysable)
    expect(() => particlePercentiles.run(one, parameters)).toThrow(message)
  })
})
