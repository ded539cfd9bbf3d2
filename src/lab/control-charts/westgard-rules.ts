// The multirule procedure for one reference material: Westgard JO, Barry PL, Hunt MR, Groth T. A multi-rule Shewhart chart for quality
// control in clinical chemistry. Clin Chem 1981; 27: 493–501. A rule is broken by the measurement that completes its pattern.

export interface Limits {
  target: number
  /** The standard deviation. */
  deviation: number
}

export const westgardRules = {
  '1-2s': { needs: 1, text: '1 次超出 ±2s' },
  '1-3s': { needs: 1, text: '1 次超出 ±3s' },
  '2-2s': { needs: 2, text: '连续 2 次超出同侧 2s' },
  'R-4s': { needs: 2, text: '连续 2 次分别超出 +2s 与 −2s' },
  '4-1s': { needs: 4, text: '连续 4 次超出同侧 1s' },
  '10-x': { needs: 10, text: '连续 10 次在目标值同侧' },
} as const
export type WestgardRule = keyof typeof westgardRules
const ruleKeys = Object.keys(westgardRules) as WestgardRule[]

export type Verdict = 'in' | 'warning' | 'out'

export interface Judged {
  state: Verdict
  broken: WestgardRule[]
}

/** How many standard deviations a value lies above the target. */
export function distance(value: number, { target, deviation }: Limits): number {
  // Without it 208 with target 200 and deviation 4 could come out as 2.0000000000000004, and a value on a line would lie outside of it.
  return Number(((value - target) / deviation).toPrecision(12))
}

/** Judges values in the order in which they were measured, all under the same limits. */
export function judged(values: readonly number[], limits: Limits): Judged[] {
  const z = values.map((value) => distance(value, limits))
  return z.map((_, i) => {
    const broken = ruleKeys.filter((rule) =>
      tests[rule](z.slice(Math.max(0, i + 1 - westgardRules[rule].needs), i + 1)),
    )
    const state = broken.some((rule) => rule !== '1-2s') ? 'out' : broken.length > 0 ? 'warning' : 'in'
    return { state, broken }
  })
}

/** Rules that so few measurements cannot break yet. */
export function rulesNotYet(count: number): WestgardRule[] {
  return ruleKeys.filter((rule) => westgardRules[rule].needs > count)
}

/** `1-3s（1 次超出 ±3s）`; the warning alone is only named when nothing else is broken. */
export function brokenText(broken: readonly WestgardRule[]): string {
  const rejecting = broken.filter((rule) => rule !== '1-2s')
  return (rejecting.length > 0 ? rejecting : broken).map((rule) => `${rule}（${westgardRules[rule].text}）`).join('、')
}

/** Each looks at exactly as many of the latest measurements as it needs; fewer break nothing. */
const tests: Record<WestgardRule, (z: readonly number[]) => boolean> = {
  '1-2s': ([z = 0]) => Math.abs(z) > 2,
  '1-3s': ([z = 0]) => Math.abs(z) > 3,
  '2-2s': (z) => beyond(z, 2, 2),
  'R-4s': ([a = 0, b = 0]) => (a > 2 && b < -2) || (a < -2 && b > 2),
  '4-1s': (z) => beyond(z, 4, 1),
  '10-x': (z) => beyond(z, 10, 0),
}

function beyond(z: readonly number[], count: number, limit: number): boolean {
  return z.length === count && (z.every((each) => each > limit) || z.every((each) => each < -limit))
}
