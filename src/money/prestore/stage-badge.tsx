import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/tag.tsx'
import type { PrestoreStage } from './rules.ts'

const tones: Record<PrestoreStage, Tone> = {
  pending: 'info',
  checking: 'info',
  credited: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}

export function PrestoreStageBadge({ stage, children }: { stage: PrestoreStage; children: ReactNode }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}
