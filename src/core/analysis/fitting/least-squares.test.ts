import { describe, expect, it } from 'vitest'
import { eckerle, misra, peak, saturation } from '../testing/nist-data.ts'
import { fitCurve } from './least-squares-rules.ts'
import { fitColumns, fitPolynomial, inverse, solve } from './linear-rules.ts'
import { straightLine } from './straight-line-rules.ts'

describe('nonlinear least squares', () => {
  it.each([
    ['the first start of NIST, far from the peak', [1, 10, 500]],
    ['the second start of NIST', [1.5, 5, 450]],
  ])('gives the certified values of Eckerle4 from %s', (_, initial) => {
    const fit = fitCurve({ ...eckerle, model: peak, initial })
    expect(fit.converged).toBe(true)
    const certified = [1.5543827178, 4.0888321754, 451.54121844]
    const deviations = [0.015408051163, 0.046803020753, 0.046800518816]
    for (const [i, value] of certified.entries()) expect(fit.parameters[i]! / value).toBeCloseTo(1, 8)
    for (const [i, value] of deviations.entries()) expect(fit.errors[i]! / value).toBeCloseTo(1, 5)
    expect(fit.sumOfSquares / 1.4635887487e-3).toBeCloseTo(1, 9)
  })

  it.each([
    [500, 0.0001],
    [250, 0.0005],
  ])('gives the certified values of Misra1a from the start %f, %f of NIST', (b1, b2) => {
    const fit = fitCurve({ ...misra, model: saturation, initial: [b1, b2], least: [0, 0], most: [1e6, 1] })
    expect(fit.converged).toBe(true)
    expect(Math.abs(fit.parameters[0]! / 238.94212918 - 1)).toBeLessThan(1e-6)
    expect(Math.abs(fit.parameters[1]! / 5.5015643181e-4 - 1)).toBeLessThan(1e-6)
    expect(fit.sumOfSquares).toBeCloseTo(0.12455138894, 8)
  })

  it('says when it was stopped before it arrived', () => {
    expect(fitCurve({ ...misra, model: saturation, initial: [500, 0.0001], mostSteps: 2 }).converged).toBe(false)
  })

  it('finds a minimum outside the limits at the limit', () => {
    const fit = fitCurve({ x: [0, 1], y: [5, 7], model: ([a = 0]) => [a, a], initial: [1], least: [0], most: [3] })
    expect(fit.parameters).toEqual([3])
    expect(fit.converged).toBe(true)
  })

  it('a parameter without any effect does not stop the others', () => {
    const fit = fitCurve({ x: [0, 1, 2], y: [5, 7, 2], model: ([a = 0]) => [a, a, 0], initial: [1, 1] })
    expect(fit.parameters[0]).toBeCloseTo(6, 6)
    expect(fit.converged).toBe(true)
    expect(fit.determined).toBe(false)
  })

  it('a start without a finite value leads nowhere', () => {
    expect(fitCurve({ x: [0], y: [1], model: () => [NaN], initial: [0.5] }).converged).toBe(false)
  })

  it('says which parameter rests at its limit', () => {
    const fit = fitCurve({ ...eckerle, model: peak, initial: [1.5, 5, 450], least: [0, 4.5, 400], most: [5, 9, 500] })
    expect(fit.converged).toBe(true)
    expect(fit.parameters[1]).toBe(4.5)
    expect(fit.atLimit).toEqual([false, true, false])
    expect(fit.errors[1]).toBeNaN()
  })

  it('says when the data do not determine a parameter', () => {
    const doubled = ([a, b]: readonly number[]) => eckerle.x.map((x) => ((a as number) + (b as number)) * x)
    const fit = fitCurve({ ...eckerle, model: doubled, initial: [1, 2] })
    expect(fit.determined).toBe(false)
    expect(fit.errors.every(Number.isNaN)).toBe(true)
  })
})

describe('linear least squares', () => {
  // NIST StRD, linear regression: Longley, level of difficulty "higher". https://www.itl.nist.gov/div898/strd/lls/data/Longley.shtml
  const longley = [
    [60323, 83, 234289, 2356, 1590, 107608, 1947],
    [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
    [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
    [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
    [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
    [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
    [64989, 99, 365385, 1870, 3547, 115094, 1953],
    [63761, 100, 363112, 3578, 3350, 116219, 1954],
    [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
    [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
    [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
    [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
    [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
    [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
    [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
    [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
  ]

  it('gives the certified coefficients of Longley to five digits', () => {
    const columns = [longley.map(() => 1), ...[1, 2, 3, 4, 5, 6].map((i) => longley.map((row) => row[i]!))]
    const fit = fitColumns(
      columns,
      longley.map((row) => row[0]!),
    )!
    const certified = [
      -3482258.63459582, 15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359,
      -0.0511041056535807, 1829.15146461355,
    ]
    for (const [i, value] of certified.entries()) expect(fit.coefficients[i]! / value).toBeCloseTo(1, 5)
    expect(fit.errors[6]! / 455.478499142212).toBeCloseTo(1, 4)
  })

  it('gives the line and R² of Anscombe’s first set (Anscombe 1973: y = 3.00 + 0.500 x, R² = 0.67)', () => {
    const line = straightLine({
      x: [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
      y: [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
    })
    expect(line.slope).toBeCloseTo(0.5, 3)
    expect(line.intercept).toBeCloseTo(3, 2)
    expect(line.determination).toBeCloseTo(0.67, 2)
    expect(line.slopeError).toBeCloseTo(0.1179, 4)
  })

  it('a polynomial passes through its own points', () => {
    const x = Array.from({ length: 60 }, (_, i) => 1000 + i * 50)
    const curve = fitPolynomial(
      x,
      x.map((value) => 2 - 3e-3 * value + 1e-9 * value ** 3),
      5,
    )!
    expect(curve(2345)).toBeCloseTo(2 - 3e-3 * 2345 + 1e-9 * 2345 ** 3, 8)
  })
})

it('a singular system has no solution', () => {
  expect(
    solve(
      [
        [2, 1],
        [1, 3],
      ],
      [3, 5],
    )?.map((v) => Math.round(v * 1e9) / 1e9),
  ).toEqual([0.8, 1.4])
  expect(
    solve(
      [
        [1, 2],
        [2, 4],
      ],
      [1, 2],
    ),
  ).toBeUndefined()
  expect(
    inverse([
      [4, 7],
      [2, 6],
    ])
      ?.flat()
      .map((v) => Math.round(v * 10) / 10),
  ).toEqual([0.6, -0.7, -0.2, 0.4])
})
