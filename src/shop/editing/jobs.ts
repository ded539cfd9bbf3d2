import { onJob } from '../../platform/jobs/worker.ts'
import { indexJob } from '../articles/events.ts'
import { indexOutdated } from '../articles/search-actions.ts'
import { publishJob } from './events.ts'
import { publishScheduled } from './revision-actions.ts'

export const handlers = [
  onJob(indexJob, indexOutdated),
  onJob(publishJob, (ctx, { revisionId }) => publishScheduled(ctx, revisionId)),
]
