import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { ReservationStage } from './rules.ts'

const tones: Record<ReservationStage, Tone> = {
  requested: 'warn',
  booked: 'ok',
  ongoing: 'work',
  finished: 'neutral',
  cancelled: 'danger',
  missed: 'danger',
}

export function BookingBadge({ booking: { stage, stageName } }: { booking: { stage: string; stageName: string } }) {
  return <StageBadge tone={tones[stage as ReservationStage]}>{stageName}</StageBadge>
}
