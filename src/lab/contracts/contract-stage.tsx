import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import { contractLifecycle, type ContractStage } from './rules.ts'

const tones: Record<ContractStage, Tone> = {
  to_sign: 'warn',
  sent_back: 'danger',
  to_seal: 'info',
  effective: 'ok',
  expired: 'danger',
  void: 'neutral',
}

export function ContractStageBadge({ stage }: { stage: ContractStage }) {
  return <StageBadge tone={tones[stage]}>{contractLifecycle.stages[stage]}</StageBadge>
}
