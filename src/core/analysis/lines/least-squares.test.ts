import { describe, expect, test } from 'vitest'
import { minimum } from './least-squares-rules.ts'

/** Misra1a, NIST Statistical Reference Datasets (non-linear regression): y = b₁(1 − exp(−b₂x)). */
const x = [77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0]
const y = [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78]
const problem = {
  residuals: ([b1 = NaN, b2 = NaN]: readonly number[]) =>
    x.map((position, i) => b1 * (1 - Math.exp(-b2 * position)) - (y[i] ?? NaN)),
  least: [0, 0],
  most: [1e6, 1],
}

describe('Misra1a of NIST StRD', () => {
  test.each([
    [500, 0.0001],
    [250, 0.0005],
  ])('from the start %f, %f to the certified values', (b1, b2) => {
    const found = minimum(problem, [b1, b2], 200)
    expect(found?.converged).toBe(true)
    expect(Math.abs((found?.parameters[0] ?? 0) / 238.94212918 - 1)).toBeLessThan(1e-6)
    expect(Math.abs((found?.parameters[1] ?? 0) / 5.5015643181e-4 - 1)).toBeLessThan(1e-6)
    expect(found?.sum).toBeCloseTo(0.12455138894, 8)
  })

  test('stopped before it arrives, it says so', () => {
    expect(minimum(problem, [500, 0.0001], 2)?.converged).toBe(false)
  })
})

test('a minimum outside the limits is found at the limit', () => {
  const found = minimum({ residuals: ([a = 0]) => [a - 5, a - 7], least: [0], most: [3] }, [1], 50)
  expect(found?.parameters).toEqual([3])
  expect(found?.converged).toBe(true)
})

test('a parameter without any effect does not stop the others', () => {
  const found = minimum({ residuals: ([a = 0]) => [a - 5, a - 7, 2], least: [0, 0], most: [9, 9] }, [1, 1], 50)
  expect(found?.parameters[0]).toBeCloseTo(6, 6)
  expect(found?.converged).toBe(true)
})

test('a start without a finite value leads nowhere', () => {
  expect(minimum({ residuals: () => [NaN], least: [0], most: [1] }, [0.5], 10)).toBeUndefined()
})
