import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import { promoterLifecycle, type PromoterStage, type RebateState, rebateStates } from './rules.ts'

const promoterTones: Record<PromoterStage, Tone> = {
  pending: 'work',
  active: 'ok',
  suspended: 'warn',
  rejected: 'danger',
  cancelled: 'neutral',
  left: 'neutral',
}

export function PromoterBadge({ stage }: { stage: PromoterStage }) {
  return <StageBadge tone={promoterTones[stage]}>{promoterLifecycle.stages[stage]}</StageBadge>
}

const rebateTones: Record<RebateState, Tone> = {
  pending: 'work',
  available: 'ok',
  taken_back: 'danger',
  refused: 'neutral',
}

export function RebateBadge({ state }: { state: RebateState }) {
  return <StageBadge tone={rebateTones[state]}>{rebateStates[state]}</StageBadge>
}
