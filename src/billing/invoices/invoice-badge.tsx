import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { InvoiceStage } from './rules.ts'

const tones: Record<InvoiceStage, Tone> = {
  pending: 'info',
  issuing: 'work',
  issued: 'ok',
  sent: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
  reddening: 'warn',
  reddened: 'neutral',
}

export function InvoiceBadge({ row }: { row: { stage: InvoiceStage; stageLabel: string } }) {
  return <StageBadge tone={tones[row.stage]}>{row.stageLabel}</StageBadge>
}
