import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { WithdrawalStage } from './rules.ts'

const tones: Record<WithdrawalStage, Tone> = {
  pending: 'info',
  checking: 'info',
  approved: 'warn',
  paid: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}

export function WithdrawalBadge({ stage, children }: { stage: WithdrawalStage; children: ReactNode }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}
