import type { ReactNode } from 'react'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { RefundStage } from './rules.ts'

const tones: Record<RefundStage, Tone> = {
  checking: 'info',
  processing: 'warn',
  done: 'ok',
  failed: 'danger',
  declined: 'neutral',
}

export function RefundBadge({ stage, children }: { stage: RefundStage; children: ReactNode }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}
