import { z } from 'zod'
import { defineEvent, isoTime } from '../../platform/jobs/declared.ts'

/** A downtime was entered. */
export const instrumentBlocked = defineEvent(
  'instrument.blocked',
  z.object({ id: z.number().int(), downtimeId: z.number().int(), startsAt: isoTime, endsAt: isoTime }),
)
