import type { Tone } from '../../ui/text/tag.tsx'
import type { ImportStage } from './rules.ts'

/** The colour of a stage; the text beside it says the same. */
export const stageTones: Record<ImportStage, Tone> = {
  checking: 'info',
  ready: 'work',
  failed: 'danger',
  cancelled: 'neutral',
  committing: 'info',
  stopped: 'warn',
  committed: 'ok',
  undoing: 'info',
  undone: 'neutral',
}
