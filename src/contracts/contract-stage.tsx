import { StageBadge, type Tone } from '../ui/tag.tsx'
import { contractLifecycle, type ContractStage } from './rules.ts'

const tones: Record<ContractStage, Tone> = { to_sign: 'warn', to_seal: 'info', effective: 'ok', void: 'neutral' }

export function ContractStageBadge({ stage, overdue }: { stage: ContractStage; overdue: boolean }) {
  return (
    <StageBadge tone={overdue ? 'danger' : tones[stage]}>
      {overdue ? '已过期' : contractLifecycle.stages[stage]}
    </StageBadge>
  )
}
