import { StageBadge } from '../../ui/text/tag.tsx'
import { type CalibrationState, calibrationStates, type InstrumentStage, instrumentLifecycle } from './rules.ts'

const tones = { usable: 'ok', stopped: 'danger', calibrating: 'warn' } as const

export function InstrumentBadge({ stage }: { stage: InstrumentStage }) {
  return <StageBadge tone={tones[stage]}>{instrumentLifecycle.stages[stage]}</StageBadge>
}

const dueTones = { none: 'neutral', ok: 'ok', soon: 'warn', overdue: 'danger' } as const

export function CalibrationBadge({ state }: { state: CalibrationState }) {
  return <StageBadge tone={dueTones[state]}>{calibrationStates[state]}</StageBadge>
}
