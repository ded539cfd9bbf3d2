import type { OrderStage } from '../rules.ts'

// How the work on orders is counted (workspace/figures), and how the list of orders finds what was counted.

/** How long the work took from the receipt of the samples to the delivery; `most` in tenths of a day. */
export const tookBands = {
  d1: { label: '1 天以内', most: 10 },
  d3: { label: '1–3 天', most: 30 },
  d5: { label: '3–5 天', most: 50 },
  d7: { label: '5–7 天', most: 70 },
  d14: { label: '7–14 天', most: 140 },
  more: { label: '14 天以上', most: Infinity },
} as const satisfies Record<string, { label: string; most: number }>
export type TookBand = keyof typeof tookBands
export const tookBandKeys = Object.keys(tookBands) as TookBand[]
export const tookLabels = Object.fromEntries(tookBandKeys.map((key) => [key, tookBands[key].label])) as Record<
  TookBand,
  string
>

/** A tenth of a day: fine enough for a median, and few enough different values for a table by day. */
export const TENTH_MS = 8_640_000

export function tenthsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / TENTH_MS))
}

export function bandOf(tenths: number): TookBand {
  return tookBandKeys.find((key) => tenths <= tookBands[key].most) ?? 'more'
}

/** A promise that was due: done in time, or late, done or not. */
export const keptLabels = { kept: '按时', late: '逾期' } as const
export type Kept = keyof typeof keptLabels

/** Undefined while it is neither done nor late. */
export function keptOf(dueAt: Date | null, doneAt: Date | null, now: Date): Kept | undefined {
  if (dueAt === null) return undefined
  if (doneAt !== null) return doneAt <= dueAt ? 'kept' : 'late'
  return dueAt < now ? 'late' : undefined
}

/** Transitions that start a measurement again. */
export const retestMoves = ['acceptRetest', 'agreeRetest'] as const

/** Transitions after which an order is received or delivered once more, on another day. */
export const againMoves = [...retestMoves, 'startCorrection', 'returnToTesting', 'answerWithResend'] as const

/** The order is in the laboratory, and its data is not handed in. */
export const inHandStages = ['received', 'testing', 'on_hold'] as const satisfies readonly OrderStage[]
