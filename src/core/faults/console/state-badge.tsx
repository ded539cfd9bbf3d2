import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import type { ListedFault } from '../list-contract.ts'
import { type FaultState, faultStates } from '../rules.ts'

const tones: Record<FaultState, Tone> = { open: 'danger', resolved: 'ok', ignored: 'neutral' }

export function FaultStateBadge({ fault: { state, again } }: { fault: Pick<ListedFault, 'state' | 'again'> }) {
  return <StageBadge tone={tones[state]}>{again ? '再次出现' : faultStates[state]}</StageBadge>
}
