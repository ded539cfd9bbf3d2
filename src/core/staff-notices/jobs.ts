import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { sweepNotices } from './actions.ts'

export const periodicWork = [
  periodic('staff-notices.sweep', daily('03:40'), async (ctx) => {
    ctx.log.info({ notices: await sweepNotices(ctx) }, 'old notices of staff swept')
  }),
]
