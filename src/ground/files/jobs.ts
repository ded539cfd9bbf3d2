import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { straySweepMinutes } from './rules.ts'
import { sweepFiles, sweepStrays } from './sweep-actions.ts'

export const periodicWork = [
  periodic('file.sweep', daily('03:30'), async (ctx) => {
    ctx.log.info(await sweepFiles(ctx), 'files swept')
  }),
  periodic('file.sweepStrays', straySweepMinutes / 60, async (ctx) => {
    ctx.log.info({ strays: await sweepStrays(ctx) }, 'stray files swept')
  }),
]
