import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import { type AccountState, accountStates } from './rules.ts'

const tones: Record<AccountState, Tone> = { open: 'ok', closing: 'warn', disabled: 'danger', closed: 'neutral' }

/** Whether an account is in use, in the words of the list of customers. */
export function AccountBadge({ state }: { state: AccountState }) {
  return <StageBadge tone={tones[state]}>{accountStates[state]}</StageBadge>
}
