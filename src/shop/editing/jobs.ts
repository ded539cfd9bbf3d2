import { job } from '../../platform/jobs/worker.ts'
import { publishScheduled } from './revision-actions.ts'
import { indexOutdated } from '../articles/search-actions.ts'

export const handlers = [
  job('content.index', async (ctx) => void (await indexOutdated(ctx))),
  job('content.publish', (ctx, payload) => publishScheduled(ctx, Number(payload.revisionId))),
]
