import type { Tone } from '../../ui/text/tag.tsx'
import type { GroupStage } from './rules.ts'

/** The colour of a stage; the text beside it says the same. */
export const stageTones: Record<GroupStage, Tone> = {
  pending: 'work',
  verified: 'ok',
  refused: 'danger',
  dissolved: 'neutral',
}
