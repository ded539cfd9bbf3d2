import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import {
  type ChartState,
  chartStates,
  type DueState,
  dueStates,
  type MeasurementState,
  measurementStates,
} from './rules.ts'

const tones = {
  unset: 'neutral',
  unmeasured: 'neutral',
  none: 'neutral',
  in: 'ok',
  warning: 'warn',
  out: 'danger',
} as const

export function ChartBadge({ state }: { state: ChartState }) {
  return <StageBadge tone={tones[state]}>{chartStates[state]}</StageBadge>
}

export function MeasurementBadge({ state }: { state: MeasurementState }) {
  return <StageBadge tone={tones[state]}>{measurementStates[state]}</StageBadge>
}

const dueTones: Record<DueState, Tone> = { ok: 'ok', overdue: 'danger', stopped: 'neutral' }

export function DueBadge({ due }: { due: DueState }) {
  return <StageBadge tone={dueTones[due]}>{dueStates[due]}</StageBadge>
}
