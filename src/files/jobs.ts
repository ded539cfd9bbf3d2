import { periodic } from '../platform/jobs/periodic.ts'
import { sweepFiles } from './sweep-actions.ts'

export const periodicWork = [
  periodic('file.sweep', 24, async (ctx) => {
    ctx.log.info(await sweepFiles(ctx), 'files swept')
  }),
]
