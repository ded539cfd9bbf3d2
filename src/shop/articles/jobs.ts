import { onJob } from '../../platform/jobs/worker.ts'
import { indexJob } from './events.ts'
import { indexOutdated } from './search-actions.ts'

export const handlers = [onJob(indexJob, indexOutdated)]
