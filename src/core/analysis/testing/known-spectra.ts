// Spectra with known positions, areas and gaps, computed from published values, with noise that is the same in every run.
import { productArea, productShape, sumShape } from '../fitting/shape-rules.ts'
import { cumulative } from '../inputs/point-rules.ts'
import type { Curve } from '../tool-rules.ts'
import { HC } from '../uv-vis/tauc-rules.ts'
import { curveOf, noise, positions } from './known-curves.ts'

interface Known {
  at: number
  area: number
  width: number
}

/** Peaks of the product form GL(30) on their own Shirley background, with counting noise. */
export function spectrum(
  peaks: readonly Known[],
  from: number,
  to: number,
  options: { rise?: number; seed?: number } = {},
): Curve {
  const { rise = 0.08, seed = 5 } = options
  const x = positions(from, to, 0.05)
  const net = x.map((at) =>
    peaks.reduce(
      (sum, { at: centre, area, width }) =>
        sum + (area / productArea(width, 0.3)) * productShape(at - centre, width, 0.3),
      0,
    ),
  )
  const below = cumulative(x, net)
  const random = noise(seed)
  const y = net.map((value, i) => {
    const counts = value + 500 + rise * below[i]!
    return counts + Math.sqrt(counts) * random()
  })
  return { label: 'XPS', x: x.toReversed(), y: y.toReversed(), xLabel: '结合能 (eV)', yLabel: '计数' }
}

/** A survey with a background that rises by a step behind each peak. */
export function survey(lines: readonly (readonly [number, number])[], seed = 2) {
  const random = noise(seed)
  return curveOf(positions(0, 1200, 0.5), '结合能 (eV)', (x) => {
    let y = 2000
    for (const [at, height] of lines)
      y += height * Math.exp(-4 * Math.LN2 * ((x - at) / 2.5) ** 2) + (x > at ? height * 0.2 : 0)
    return y + Math.sqrt(y) * random()
  })
}

/** ASTM E1840: Raman shifts of polystyrene in cm⁻¹. */
export const POLYSTYRENE_RAMAN = [620.9, 795.8, 1001.4, 1031.8, 1155.3, 1450.5, 1602.3, 2904.5, 3054.3]
/** European Pharmacopoeia 2.2.24: bands of polystyrene in the infrared, cm⁻¹. */
export const POLYSTYRENE_IR = [1028.3, 1154.5, 1583, 1601.2, 1942.9, 2849.5, 3060]

export function raman(bands: readonly number[], seed = 9) {
  const random = noise(seed)
  return curveOf(positions(400, 3300, 1), '拉曼位移 (cm⁻¹)', (x) => {
    const fluorescence = 4000 * Math.exp(-(((x - 1800) / 1500) ** 2)) + 800
    const y = fluorescence + bands.reduce((sum, at, i) => sum + (1500 - 100 * i) * sumShape(x - at, 10, 0.7), 0)
    return y + Math.sqrt(y) * 0.5 * random()
  })
}

export function infrared(bands: readonly number[], percent: boolean) {
  const random = noise(3)
  return curveOf(
    positions(450, 3900, 1),
    '波数 (cm⁻¹)',
    (x) => {
      const absorbance =
        0.05 + 2e-5 * (4000 - x) + bands.reduce((sum, at) => sum + 0.4 * sumShape(x - at, 8, 0.5), 0) + 5e-4 * random()
      return percent ? 100 * 10 ** -absorbance : absorbance
    },
    percent ? '透过率 (%)' : '吸光度',
  )
}

/** Absorption of a direct or indirect semiconductor above its gap, as the theory has it: α·hν = A·(hν − Eg)^½ or ^2. */
export function absorber(gap: number, direct: boolean, options: { seed?: number; base?: number } = {}) {
  const { seed = 4, base = 0 } = options
  const random = noise(seed)
  return curveOf(
    positions(200, 800, 1),
    '波长 (nm)',
    (wavelength) => {
      const energy = HC / wavelength
      const above = Math.max(0, energy - gap)
      const alpha = (direct ? 2 * Math.sqrt(above) : 0.8 * above ** 2) / energy
      return alpha + base + 0.0005 * random()
    },
    '吸光度',
  )
}
