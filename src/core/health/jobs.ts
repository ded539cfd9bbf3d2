import { periodic } from '../../platform/jobs/periodic.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { type LookAround, lookAtSystem } from './actions.ts'
import { lookJob } from './events.ts'

export const handlers = (lookAround: LookAround) => [onJob(lookJob, (ctx) => lookAtSystem(ctx, lookAround))]

export const periodicWork = (lookAround: LookAround) => [
  periodic('health.hourly', 1, (ctx) => lookAtSystem(ctx, lookAround), { atOnce: true }),
]
