import { job } from '../platform/jobs/worker.ts'
import { sweepFiles, sweepStrays } from './sweep-actions.ts'

export const handlers = [
  job('file.sweep', async (ctx) => {
    ctx.log.info(await sweepFiles(ctx), 'files swept')
  }),
  job('file.sweepStrays', async (ctx) => {
    ctx.log.info({ strays: await sweepStrays(ctx) }, 'stray files swept')
  }),
]
