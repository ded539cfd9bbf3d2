import { job } from '../../platform/jobs/worker.ts'
import { refreshScores } from './publish-actions.ts'

export const handlers = [
  job('catalogue.refresh-scores', async (ctx) => {
    await refreshScores(ctx)
  }),
]
