import { onJob } from '../../platform/jobs/worker.ts'
import { remindOfKeep } from './actions.ts'
import { remindKeepJob } from './events.ts'

export const handlers = [onJob(remindKeepJob, (ctx, { sampleId, keepUntil }) => remindOfKeep(ctx, sampleId, keepUntil))]
