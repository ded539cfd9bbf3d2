import { onJob } from '../../platform/jobs/worker.ts'
import { publishJob } from './events.ts'
import { publishScheduled } from './revisions/revision-actions.ts'

export const handlers = [onJob(publishJob, (ctx, { revisionId }) => publishScheduled(ctx, revisionId))]
