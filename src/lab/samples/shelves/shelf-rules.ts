import type { SampleStage } from '../rules.ts'

export const temperatureLabels = {
  room: '常温',
  dark: '避光',
  cold: '冷藏 2–8 ℃',
  frozen: '冷冻 −20 ℃',
  inert: '惰性气氛',
} as const
export type Temperature = keyof typeof temperatureLabels
export const temperatures = Object.keys(temperatureLabels) as Temperature[]

export interface ShelfFields {
  code: string
  name: string
  room: string
  temperature: Temperature
  capacity: number
}

/** In these stages a sample is in the laboratory, on a shelf or at an instrument; the statements of shelves name the same. */
export const shelvedStages = [
  'parked',
  'received',
  'testing',
  'tested',
  'abnormal',
  'dropped',
  'to_return',
  'refused',
  'kept',
] as const satisfies readonly SampleStage[]

/** A sample stands elsewhere when this is written before the place. */
export const ELSEWHERE = '其他'

/** As it is stored and printed: half width, capitals, without spaces around hyphens. */
export function placeText(typed: string): string {
  return typed
    .normalize('NFKC')
    .trim()
    .replace(/\s*[-－—]\s*/g, '-')
    .toUpperCase()
}

/** Whether a place is on the shelf of this code: the code itself, or a place on it. */
export function standsOn(place: string, code: string): boolean {
  return place === code || place.startsWith(`${code}-`)
}

/** Whether one code would contain the other, so that a place could be on both. */
export function overlaps(one: string, two: string): boolean {
  return standsOn(one, two) || standsOn(two, one)
}
