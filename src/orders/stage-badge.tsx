import { StageBadge, type Tone } from '../ui/tag.tsx'
import type { OrderStage } from './rules.ts'

const tones: Record<OrderStage, Tone> = {
  review: 'info',
  quoting: 'info',
  quoted: 'warn',
  contract: 'warn',
  prepay: 'warn',
  awaiting_sample: 'warn',
  received: 'info',
  testing: 'info',
  on_hold: 'danger',
  verifying: 'info',
  delivered: 'ok',
  retest: 'info',
  disputed: 'danger',
  done: 'ok',
  closed: 'neutral',
  cancelled: 'neutral',
  rejected: 'neutral',
}

export function OrderStageBadge({ stage, name }: { stage: string; name: string }) {
  return <StageBadge tone={tones[stage as OrderStage] ?? 'neutral'}>{name}</StageBadge>
}
