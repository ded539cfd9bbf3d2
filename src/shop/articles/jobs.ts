import { job } from '../../platform/jobs/worker.ts'
import { indexOutdated } from './search-actions.ts'

export const handlers = [job('content.index', async (ctx) => void (await indexOutdated(ctx)))]
