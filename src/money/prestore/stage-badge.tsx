import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { TransferStage } from './rules.ts'

const tones: Record<TransferStage, Tone> = {
  pending: 'info',
  checking: 'info',
  credited: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}

export function TransferStageBadge({ stage, children }: { stage: TransferStage; children: ReactNode }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}
