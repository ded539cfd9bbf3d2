import { StageBadge } from '../../ui/text/tag.tsx'
import type { PickupStage } from './rules.ts'

const tones = {
  requested: 'info',
  assigned: 'info',
  collecting: 'warn',
  collected: 'warn',
  arrived: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<PickupStage, string>

export function PickupBadge({ pickup: { stage, stageName } }: { pickup: { stage: PickupStage; stageName: string } }) {
  return <StageBadge tone={tones[stage]}>{stageName}</StageBadge>
}
