import { sealAuditLog } from '../../platform/audit/seal.ts'
import { renewProofKey } from '../../platform/auth/proof-of-work.ts'
import { sweepSessions } from '../../platform/auth/sessions.ts'
import { sweepSignIns } from '../../platform/auth/sign-in-log.ts'
import { sweepIdempotencyKeys } from '../../platform/http/dispatch.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { keepEmbeddedStatistics, keepMonths, sweepJobs, watchDeadJobs } from './actions.ts'

/** Cleans the tables of the platform; each slice cleans its own in its jobs. */
export const periodicWork = [
  periodic('upkeep.keep-months', 1, keepMonths),
  periodic('upkeep.keep-embedded-statistics', 1, keepEmbeddedStatistics),
  periodic('upkeep.sweep-jobs', 1, sweepJobs),
  periodic('upkeep.watch-dead-jobs', 1, watchDeadJobs),
  periodic('upkeep.sweep-idempotency-keys', 24, sweepIdempotencyKeys),
  periodic('upkeep.sweep-sessions', 24, sweepSessions),
  periodic('upkeep.sweep-sign-ins', 24, sweepSignIns),
  periodic('upkeep.renew-proof-key', 24, renewProofKey),
  // Every ten minutes: until a row is sealed, its change would not show.
  periodic('upkeep.seal-audit-log', 1 / 6, async (ctx) => void (await sealAuditLog(ctx))),
]
