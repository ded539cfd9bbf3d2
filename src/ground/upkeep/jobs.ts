import { sweepSessions } from '../../platform/auth/sessions.ts'
import { sweepIdempotencyKeys } from '../../platform/http/dispatch.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { sweepJobs, watchDeadJobs } from './actions.ts'

/** Cleans the tables of the platform; each slice cleans its own in its jobs. */
export const periodicWork = [
  periodic('upkeep.sweep-jobs', 1, sweepJobs),
  periodic('upkeep.watch-dead-jobs', 1, watchDeadJobs),
  periodic('upkeep.sweep-idempotency-keys', 24, sweepIdempotencyKeys),
  periodic('upkeep.sweep-sessions', 24, sweepSessions),
]
