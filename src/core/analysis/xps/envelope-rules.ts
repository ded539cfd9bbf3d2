import { type CurveFit, fitCurve } from '../fitting/least-squares-rules.ts'
import { productArea, productShape, sumArea, sumShape } from '../fitting/shape-rules.ts'
import { nearest, type Points } from '../inputs/point-rules.ts'
import type { PeakLine, Quantity } from './peak-lines-rules.ts'

export interface Shape {
  kind: 'product' | 'sum'
  /** Share of Lorentz from 0 to 1. */
  share: number
}

export interface FittedPeak {
  name: string
  position: number
  width: number
  area: number
  height: number
  positionError: number
  widthError: number
  areaError: number
  share: number
  atLimit: string[]
  y: number[]
}

type Key = 'position' | 'width' | 'area'
const KEYS: readonly Key[] = ['position', 'width', 'area']
const WORDS: Record<Key, string> = { position: '位置', width: '半高宽', area: '面积' }

/** Fits all peaks together to the net curve; ties make one free parameter serve several peaks. */
export function fitEnvelope(
  { x, y }: Points,
  peaks: readonly PeakLine[],
  { kind, share, deviations }: Shape & { deviations?: readonly number[] },
): { fit: CurveFit; peaks: FittedPeak[]; free: number } {
  const shares = peaks.map((peak) => (peak.mix === undefined ? share : peak.mix / 100))
  const unitAreas = shares.map((one) => (kind === 'product' ? productArea(1, one) : sumArea(1, one)))
  const shape = kind === 'product' ? productShape : sumShape
  const slots = freeSlots(peaks)
  const value = (p: readonly number[], i: number, key: Key): number => {
    const quantity = (peaks[i] as PeakLine)[key]
    if (quantity.kind === 'held') return quantity.value
    if (quantity.kind === 'tied') return value(p, quantity.to, key) * quantity.times + quantity.plus
    return p[slots.findIndex((slot) => slot.peak === i && slot.key === key)] as number
  }
  const curveOf = (p: readonly number[], i: number): number[] => {
    const [position, width, area] = KEYS.map((key) => value(p, i, key)) as [number, number, number]
    const height = area / (width * (unitAreas[i] as number))
    return x.map((at) => height * shape(at - position, width, shares[i] as number))
  }
  const initial = slots.map(({ peak, key, quantity }) => {
    if (quantity.initial !== undefined) return quantity.initial
    const [position, width] = [startOf(peaks, peak, 'position'), startOf(peaks, peak, 'width')]
    return key === 'area'
      ? Math.max(0, y[nearest(x, position)] as number) * 0.8 * width * (unitAreas[peak] as number)
      : 0
  })
  const fit = fitCurve({
    x,
    y,
    deviations,
    model: (p) => {
      const sum = x.map(() => 0)
      for (const i of peaks.keys()) for (const [k, part] of curveOf(p, i).entries()) sum[k] = (sum[k] as number) + part
      return sum
    },
    initial,
    least: slots.map(({ quantity }) => quantity.least),
    most: slots.map(({ quantity }) => quantity.most),
  })
  const errorOf = (i: number, key: Key): number => {
    const quantity = (peaks[i] as PeakLine)[key]
    if (quantity.kind === 'held') return 0
    if (quantity.kind === 'tied') return errorOf(quantity.to, key) * Math.abs(quantity.times)
    return fit.errors[slots.findIndex((slot) => slot.peak === i && slot.key === key)] as number
  }
  return {
    fit,
    free: slots.length,
    peaks: peaks.map((peak, i) => {
      const [position, width, area] = KEYS.map((key) => value(fit.parameters, i, key)) as [number, number, number]
      const limits = slots.flatMap((slot, k) => (slot.peak === i && fit.atLimit[k] ? [WORDS[slot.key]] : []))
      return {
        name: peak.name,
        position,
        width,
        area,
        height: area / (width * (unitAreas[i] as number)),
        positionError: errorOf(i, 'position'),
        widthError: errorOf(i, 'width'),
        areaError: errorOf(i, 'area'),
        share: shares[i] as number,
        atLimit: limits,
        y: curveOf(fit.parameters, i),
      }
    }),
  }
}

interface Slot {
  peak: number
  key: Key
  quantity: Extract<Quantity, { kind: 'free' }>
}

function freeSlots(peaks: readonly PeakLine[]): Slot[] {
  return peaks.flatMap((line, peak) =>
    KEYS.flatMap((key) => {
      const quantity = line[key]
      return quantity.kind === 'free' ? [{ peak, key, quantity }] : []
    }),
  )
}

function startOf(peaks: readonly PeakLine[], i: number, key: 'position' | 'width'): number {
  const quantity = (peaks[i] as PeakLine)[key]
  if (quantity.kind === 'held') return quantity.value
  return quantity.kind === 'free'
    ? (quantity.initial as number)
    : startOf(peaks, quantity.to, key) * quantity.times + quantity.plus
}
