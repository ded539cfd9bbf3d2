import { onJob } from '../../platform/jobs/worker.ts'
import { refreshScoresJob } from './events.ts'
import { refreshScores } from './publish-actions.ts'

export const handlers = [onJob(refreshScoresJob, (ctx) => refreshScores(ctx))]
