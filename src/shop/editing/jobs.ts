import { job } from '../../platform/jobs/worker.ts'
import { publishScheduled } from './revision-actions.ts'

export const handlers = [job('content.publish', (ctx, payload) => publishScheduled(ctx, Number(payload.revisionId)))]
