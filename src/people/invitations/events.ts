import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

/** Staff decided that a flagged tie is genuine, so that it earns from now on. */
export const tieCleared = defineEvent(
  'invite.cleared',
  z.object({ friendId: z.number().int(), inviterId: z.number().int() }),
)
