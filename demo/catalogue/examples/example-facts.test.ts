import { describe, expect, test } from 'vitest'
import { epr, tensile, voltammogram } from './example-measurements.ts'
import { dsc, nmr } from './example-spectra.ts'
import { type ExampleCurve, placesOf } from '../../../src/shop/catalogue/examples/example-rules.ts'

/** Example data are computed; these tests recompute the values of their labels from the curves. */
function areaBetween(curve: ExampleCurve, from: number, to: number, base: number): number {
  const places = placesOf(curve)
  let area = 0
  for (let i = 1; i < places.length; i++) {
    const [left, right] = [places[i - 1] as number, places[i] as number]
    if (left < from || right > to) continue
    area += (((curve.y[i - 1] as number) + (curve.y[i] as number)) / 2 - base) * (right - left)
  }
  return area
}

describe('the curves of example data have the values that their marks state', () => {
  test('PLA crystallises with 28.4 and melts with 41.6 J/g, at 10 ℃ a minute', () => {
    const [curve] = dsc.curves as [ExampleCurve]
    // mW/mg times seconds; ten degrees take sixty seconds.
    expect(areaBetween(curve, 85, 135, -0.09) * 6).toBeCloseTo(28.4, -0.5)
    expect(areaBetween(curve, 145, 195, -0.09) * 6).toBeCloseTo(-41.6, -0.5)
  })

  test('the lines of ethyl acetate integrate as 3 : 3 : 2', () => {
    const [curve] = nmr.curves as [ExampleCurve]
    const [methyl, acetyl, methylene] = [1.26, 2.04, 4.12].map((at) => areaBetween(curve, at - 0.15, at + 0.15, 0)) as [
      number,
      number,
      number,
    ]
    expect(methyl / methylene).toBeCloseTo(1.5, 1)
    expect(acetyl / methylene).toBeCloseTo(1.5, 1)
  })

  test('the line 0.2 % beside the elastic one meets the curve of 6061 at 276 MPa', () => {
    const [curve] = tensile.curves as [ExampleCurve]
    const strain = placesOf(curve)
    const at = strain.findIndex((value, i) => value > 0.2 && 690 * (value - 0.2) >= (curve.y[i] as number))
    const over = (i: number) => 690 * ((strain[i] as number) - 0.2) - (curve.y[i] as number)
    const share = over(at - 1) / (over(at - 1) - over(at))
    const proof = (curve.y[at - 1] as number) + share * ((curve.y[at] as number) - (curve.y[at - 1] as number))
    expect(Math.abs(proof - 276)).toBeLessThan(6)
    expect(Math.abs(Math.max(...curve.y) - 312)).toBeLessThan(4)
  })

  test('TEMPO: g and the splitting follow from the frequency and the fields', () => {
    const [low, middle, high] = epr.marks.map(({ at }) => at) as [number, number, number]
    // h/µB in gauss per gigahertz.
    expect((714.4775 * 9.861) / middle).toBeCloseTo(2.0055, 3)
    expect((high - low) / 2).toBeCloseTo(17.3, 5)
  })

  test('the peak current is that of 2.5 mmol/L (Randles and Ševčík)', () => {
    const area = Math.PI * 0.15 ** 2
    const expected = 2.69e5 * area * Math.sqrt(7.6e-6) * Math.sqrt(0.05) * 2.5e-6 * 1e6
    const [curve] = voltammogram.curves as [ExampleCurve]
    expect(Math.max(...curve.y) / expected).toBeGreaterThan(0.85)
    expect(Math.max(...curve.y) / expected).toBeLessThan(1.15)
  })
})
