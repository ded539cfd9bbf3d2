import { addDays } from '../../platform/time.ts'
import { type Limits, rulesNotYet, type Verdict, westgardRules } from './westgard-rules.ts'

/** unset: no limits yet. unmeasured: nothing was measured since the limits hold. */
export const chartStates = {
  unset: '界限未定',
  unmeasured: '尚未测量',
  in: '在控',
  warning: '警告',
  out: '失控',
} as const
export type ChartState = keyof typeof chartStates

export const measurementStates = { none: '不计', in: '在控', warning: '警告', out: '失控' } as const
export type MeasurementState = keyof typeof measurementStates

export const dueStates = { ok: '按期', overdue: '到期未测', stopped: '已停用' } as const
export type DueState = keyof typeof dueStates

export const limitWays = { stated: '填写目标值与标准差', measured: '由以前的测量确定' } as const
export type LimitWay = keyof typeof limitWays

/** Fewer measurements say too little about a standard deviation. */
export const leastBase = 10
/** As many as are recommended for it. */
export const usualBase = 20
export const mostBase = 100

/** A clock that runs ahead a little is not refused. */
export const clockToleranceMinutes = 5

/** Points of a chart that are drawn; the table has them all. */
export const mostPoints = 60

export const largestValue = 1e12

/** The next measurement is due so many days after the latest one; of a new chart after it was made. */
export function dueAfter(measuredAt: Date | null, createdAt: Date, intervalDays: number): Date {
  return measuredAt === null ? createdAt : addDays(measuredAt, intervalDays)
}

export function dueState({ stoppedAt, dueAt }: { stoppedAt: Date | null; dueAt: Date }, now: Date): DueState {
  if (stoppedAt) return 'stopped'
  return dueAt < now ? 'overdue' : 'ok'
}

/** Mean and sample standard deviation; undefined for fewer than two values, or when all are the same. */
export function spread(values: readonly number[]): { mean: number; deviation: number } | undefined {
  if (values.length < 2) return undefined
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
  // Equal values leave a deviation of rounding.
  return deviation > Math.abs(mean) * 1e-12 ? { mean, deviation } : undefined
}

/** Limits from measurements: the deviation with three digits, and the target to the same place. */
export function limitsOf(values: readonly number[]): Limits | undefined {
  const found = spread(values)
  if (!found) return undefined
  const deviation = Number(found.deviation.toPrecision(3))
  return { target: Number(found.mean.toFixed(placesOf(deviation))), deviation }
}

/** Decimal places of the third digit, as many as toFixed takes. */
function placesOf(deviation: number): number {
  return Math.min(20, Math.max(0, 2 - Math.floor(Math.log10(deviation))))
}

export interface Uncertainty {
  /** Standard deviation of the in-control measurements since the limits hold. */
  deviation: number
  count: number
  /** Twice that. */
  expanded: number
}

/** Fewer measurements than for limits give none. Warnings are in control; what is out of control is not counted. */
export function uncertaintyOf(
  measurements: readonly { value: number; state: MeasurementState }[],
): Uncertainty | undefined {
  const values = measurements.filter(({ state }) => state === 'in' || state === 'warning').map(({ value }) => value)
  const found = values.length < leastBase ? undefined : spread(values)
  if (!found) return undefined
  return {
    deviation: Number(found.deviation.toPrecision(2)),
    count: values.length,
    expanded: Number((2 * found.deviation).toPrecision(2)),
  }
}

/** `0.011（k=2，质控 24 次）`, as the report prints it. */
export function uncertaintyText({ expanded, count }: Uncertainty): string {
  return `${numberText(expanded)}（k=2，质控 ${count} 次）`
}

/** A measured number as a person wrote it, without the noise of binary fractions. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(12)))
}

/** `28.443°`, `532 nm`: an angle stands at its number. */
export function withUnit(number: string, unit: string): string {
  return unit === '' || /^[°′″%‰]/.test(unit) ? `${number}${unit}` : `${number} ${unit}`
}

/** `28.442 ± 0.005` */
export function limitsText({ target, deviation }: Limits): string {
  return `${numberText(target)} ± ${numberText(deviation)}`
}

/** What cannot be judged yet, in words; empty when all rules can. */
export function notYetText(count: number): string {
  const rules = rulesNotYet(count)
  if (rules.length === 0) return ''
  const most = Math.max(...rules.map((rule) => westgardRules[rule].needs))
  return `现有界限下只有 ${count} 次测量，还不能判断 ${rules.join('、')}（需要 ${most} 次）`
}

export interface ControlProblem {
  chartId: number
  quantity: string
  state: Exclude<Verdict, 'in'>
  text: string
}
