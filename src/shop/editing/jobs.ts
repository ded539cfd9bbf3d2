import { onJob } from '../../platform/jobs/worker.ts'
import { publishJob } from './events.ts'
import { publishScheduled } from './revisions/scheduled-actions.ts'

export const handlers = [onJob(publishJob, publishScheduled)]
