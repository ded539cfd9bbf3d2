import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/tag.tsx'
import type { ClaimStage } from './claim-rules.ts'
import type { ExchangeStage } from './exchange-rules.ts'
import type { PointTransferStage } from './transfer-rules.ts'

const tones: Record<ExchangeStage | ClaimStage | PointTransferStage, Tone> = {
  to_ship: 'work',
  shipped: 'info',
  done: 'ok',
  cancelled: 'neutral',
  pending: 'work',
  approved: 'ok',
  rejected: 'danger',
  withdrawn: 'neutral',
  offered: 'work',
  accepted: 'ok',
  returned: 'neutral',
}

/** The stage of an exchange, a claim or a transfer. */
export function PointBadge({ stage, children }: { stage: keyof typeof tones; children: ReactNode }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}
