import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { ClaimStage } from './claims/claim-rules.ts'
import type { ExchangeStage } from './goods/exchange-rules.ts'
import type { PointTransferStage } from './transfers/transfer-rules.ts'

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
