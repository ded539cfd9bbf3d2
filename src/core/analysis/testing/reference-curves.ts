import { circuits } from '../electro/circuit-rules.ts'
import { liquidPerGas } from '../sorption/isotherm-rules.ts'
import { kelvinRadius, thicknesses } from '../sorption/pore-rules.ts'
import type { AnalysisResult, Curve } from '../tool-rules.ts'

/** Curves whose true values are published, or known because the curve is made from them. Two test files and the table of references use them. */

export function curveOf(x: readonly number[], y: readonly number[], xLabel: string, yLabel: string): Curve {
  return { label: '参考曲线', x, y, xLabel, yLabel }
}

export function spaced(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))
}

/** Repeatable noise between −0.5 and 0.5 (the generator of Lewis, Goodman and Miller). */
export function noiseFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647 - 0.5
  }
}

/** The value whose name begins so; NaN when the result has none. */
export function valueOf(result: AnalysisResult, name: string): number {
  return result.values.find((value) => value.name.startsWith(name))?.value ?? NaN
}

/** Volumes of gas over the relative pressure, as the worked examples of textbooks print them. */
export const bookIsotherms = {
  /** Nitrogen on rutile at 75 K, p* = 76.0 kPa, mm³: Vmon = 811 mm³, c = 310. */
  rutile: isotherm(76, [0.16, 1.87, 6.11, 11.67, 17.02, 21.92, 27.29], [601, 720, 822, 935, 1046, 1146, 1254], 1000),
  /** Ammonia on barium fluoride at 0 °C, p* = 429.6 kPa, cm³: Vmon = 13.1 cm³, c = 164. */
  cold: isotherm(429.6, [14.0, 37.6, 65.6, 79.2, 82.7, 100.7, 106.4], [11.1, 13.5, 14.9, 16.0, 15.5, 17.3, 16.5], 1),
  /** The same at 18.6 °C, p* = 819.7 kPa: Vmon = 12.5 cm³, c = 264. */
  warm: isotherm(
    819.7,
    [5.3, 8.4, 14.4, 29.2, 62.1, 74.0, 80.1, 102.7],
    [9.2, 9.8, 10.3, 11.3, 12.9, 13.1, 13.4, 14.1],
    1,
  ),
}

function isotherm(saturation: number, pressures: number[], volumes: number[], perCubicCentimetre: number): Curve {
  const x = pressures.map((p) => p / saturation)
  const y = volumes.map((v) => v / perCubicCentimetre)
  return curveOf(x, y, 'p/p0', '吸附量')
}

/** Radii (nm) around `centre` in a normal distribution, `volume` cm³/g together. */
export function poresAround(centre: number, width: number, volume = 0.4): { radius: number; volume: number }[] {
  const radii = spaced(centre - 3 * width, centre + 3 * width, 400)
  const weights = radii.map((r) => Math.exp(-(((r - centre) / width) ** 2) / 2))
  const sum = weights.reduce((a, b) => a + b, 0)
  return radii.map((radius, i) => ({ radius, volume: (volume * (weights[i] ?? 0)) / sum }))
}

/** The isotherm of cylindrical pores, up and down without hysteresis: each is full, or has a film on its wall. */
export function isothermOfPores(pores: readonly { radius: number; volume: number }[], thickness: string): Curve {
  const film = thicknesses[thickness] as (p: number) => number
  const held = (p: number) =>
    pores.reduce((sum, { radius, volume }) => {
      const t = film(p)
      return sum + (radius <= kelvinRadius(p) + t ? volume : volume * (1 - (1 - t / radius) ** 2))
    }, 0) / liquidPerGas
  const up = spaced(0.3, 0.99, 140)
  const x = [...up, ...[...up].reverse().slice(1)]
  return curveOf(x, x.map(held), 'p/p0', 'cm³ STP/g')
}

/** A step of logistic shape; its tangent meets the levels at centre ± 2 width. */
export function logistic(t: number, height: number, centre: number, width: number): number {
  return height / (1 + Math.exp(-(t - centre) / width))
}

/** Standard atomic weights (IUPAC 2021, abridged). */
const [calcium, carbon, oxygen, hydrogen] = [40.078, 12.011, 15.999, 1.008]
const monohydrate = calcium + 2 * carbon + 4 * oxygen + 2 * hydrogen + oxygen
const lost = [2 * hydrogen + oxygen, carbon + oxygen, carbon + 2 * oxygen].map((mass) => (100 * mass) / monohydrate)

/** Mass in % of CaC₂O₄·H₂O: it loses water, carbon monoxide and carbon dioxide, and calcium oxide is left. */
export function oxalate(t: number): number {
  const [water = 0, monoxide = 0, dioxide = 0] = lost
  return 100 - logistic(t, water, 170, 8) - logistic(t, monoxide, 495, 8) - logistic(t, dioxide, 740, 14)
}

/**
 * A melting peak: a straight rise from the onset for 1.2 K, then an exponential fall. Its area is the enthalpy (J/g) times the rate (K/min),
 * its tangent meets the baseline in the onset.
 */
export function melting(t: number, onset: number, enthalpy: number, perMinute: number): number {
  const [rise, fall] = [1.2, 0.4]
  const height = (enthalpy * (perMinute / 60)) / (rise / 2 + fall)
  if (t < onset) return 0
  return t < onset + rise ? (height * (t - onset)) / rise : height * Math.exp(-(t - onset - rise) / fall)
}

/** Indium: 156.5985 °C is a fixed point of ITS-90, 28.6 J/g its heat of fusion. */
export function indium(t: number): number {
  return 0.2 + 0.002 * t + melting(t, 156.5985, 28.6, 10)
}

/** F/RT in 1/V at 25 °C. */
const perVolt = 96485.33212 / (8.314462618 * 298.15)
export const halfWave = 0.23

/**
 * The reversible voltammogram of Nicholson and Shain, n = 1, 25 °C: reduction first, from 0.35 V before the half-wave potential to `beyond`
 * after the cathodic peak and back. The current is the semi-derivative of the surface concentration, in units of nFAC√(D·nFv/RT).
 */
export function reversible(beyond: number, step = 0.0005): Curve {
  const turn = halfWave - 0.0285 - beyond
  const start = halfWave + 0.35
  const count = Math.round((start - turn) / step)
  const down = Array.from({ length: count + 1 }, (_, i) => start - i * step)
  const x = [...down, ...[...down].reverse().slice(1)]
  const used = x.map((e) => 1 / (1 + Math.exp(perVolt * (e - halfWave))))
  const weights = x.map((_, k) => Math.sqrt(k + 1) - Math.sqrt(k))
  const y = x.map((_, n) => {
    let sum = 0
    for (let k = 1; k <= n; k++) sum += ((used[k] ?? 0) - (used[k - 1] ?? 0)) * (weights[n - k] ?? 0)
    return (-2 * sum) / Math.sqrt(Math.PI * step * perVolt)
  })
  return curveOf(x, y, 'Potential (V vs. Ag/AgCl)', 'Current (mA)')
}

/** Spectrum of a circuit with known elements from 100 kHz to 0.1 Hz; `noise` is the width of the noise over the modulus. */
export function spectrumOf(model: string, elements: readonly number[], noise = 0): Curve {
  const random = noiseFrom(11)
  const z = Array.from({ length: 61 }, (_, i) => 10 ** (5 - i / 10))
  const points = z.map((f) => circuits[model]?.impedance(elements, 2 * Math.PI * f) ?? ([NaN, NaN] as const))
  const shaken = (part: number, [re, im]: readonly [number, number]) => part + noise * Math.hypot(re, im) * random()
  const x = points.map((point) => shaken(point[0], point))
  const y = points.map((point) => shaken(-point[1], point))
  return { ...curveOf(x, y, "Z' (Ω)", "-Z'' (Ω)"), z, zLabel: 'f (Hz)' }
}

/** Ramberg and Osgood (NACA TN 902, 1943): ε = σ/E + 0.002 (σ/Rp0.2)ⁿ. Its proof strength is exact by construction. */
export function rambergOsgood(modulus: number, proof: number, n: number, highest: number): Curve {
  const stress = spaced(0, highest, 400)
  const strain = stress.map((s) => (100 * s) / modulus + 0.2 * (s / proof) ** n)
  return curveOf(strain, stress, 'Strain (%)', 'Stress (MPa)')
}

/** Norris, NIST Statistical Reference Datasets (linear regression, lower difficulty): pairs of x and y. */
const norrisPairs =
  `0.2 0.1 337.4 338.8 118.2 118.1 884.6 888.0 10.1 9.2 226.5 228.1 666.3 668.5 996.3 998.5 448.6 449.1 777.0 778.9
558.2 559.2 0.4 0.3 0.6 0.1 775.5 778.1 666.9 668.8 338.0 339.3 447.5 448.9 11.6 10.8 556.0 557.7 228.1 228.3 995.8 998.0 887.6 888.8
120.2 119.6 0.3 0.3 0.3 0.6 556.8 557.6 339.1 339.3 887.2 888.0 999.0 998.5 779.0 778.9 11.1 10.2 118.3 117.6 229.2 228.9 669.1 668.4
448.9 449.2 0.5 0.2`
    .split(/\s+/)
    .map(Number)
export const norris = {
  x: norrisPairs.filter((_, i) => i % 2 === 0),
  y: norrisPairs.filter((_, i) => i % 2 === 1),
}
