import { job } from '../platform/jobs/worker.ts'
import { sweepFiles } from './sweep-actions.ts'

export const handlers = [
  job('file.sweep', async (ctx) => {
    ctx.log.info(await sweepFiles(ctx), 'files swept')
  }),
]
