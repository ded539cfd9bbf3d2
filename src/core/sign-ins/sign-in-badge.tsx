import { type SignInOutcome, signInOutcomes } from '../../platform/contract/sign-in-words.ts'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'

const tones: Record<SignInOutcome, Tone> = {
  done: 'ok',
  doubt: 'warn',
  next: 'info',
  wrong: 'danger',
  locked: 'danger',
}

export function SignInBadge({ outcome }: { outcome: SignInOutcome }) {
  return <StageBadge tone={tones[outcome]}>{signInOutcomes[outcome]}</StageBadge>
}
