import { downsample } from '../../../core/curves/curve-rules.ts'

/** The box of a drawing in a list. */
export const drawingWidth = 200
export const drawingHeight = 60
const mostPoints = 100

/** A curve as the points of a small line, in whole numbers: about 700 letters however many points were measured. */
export function drawingOf(curve: { x: readonly number[]; y: readonly number[] }, reversed: boolean): string {
  const { x, y } = downsample(curve.x, curve.y, mostPoints)
  const [left, right] = ends(x)
  const [low, high] = ends(y)
  const across = (value: number) => {
    const share = right > left ? (value - left) / (right - left) : 0.5
    return Math.round((reversed ? 1 - share : share) * drawingWidth)
  }
  const up = (value: number) => Math.round((high > low ? (high - value) / (high - low) : 0.5) * drawingHeight)
  return x.map((value, i) => `${across(value)},${up(y[i] as number)}`).join(' ')
}

export function ends(values: readonly number[]): readonly [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  )
}
