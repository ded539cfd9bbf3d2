import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { straySweepMinutes } from './rules.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { assembleUpload, sweepUploads } from './parts/assemble-actions.ts'
import { completeDirect } from './direct/complete-actions.ts'
import { sweepStoreUploads } from './direct/direct-actions.ts'
import { assembleJob, completeDirectJob } from './events.ts'
import { sweepFiles, sweepStrays } from './sweep-actions.ts'

export const handlers = [
  onJob(assembleJob, (ctx, { uploadId }) => assembleUpload(ctx, uploadId)),
  onJob(completeDirectJob, (ctx, { uploadId }) => completeDirect(ctx, uploadId)),
]

export const periodicWork = [
  periodic('file.sweep', daily('03:30'), async (ctx) => {
    ctx.log.info(await sweepFiles(ctx), 'files swept')
  }),
  periodic('file.sweepUploads', 6, async (ctx) => {
    ctx.log.info({ uploads: await sweepUploads(ctx), atStore: await sweepStoreUploads(ctx) }, 'abandoned uploads swept')
  }),
  periodic('file.sweepStrays', straySweepMinutes / 60, async (ctx) => {
    ctx.log.info({ strays: await sweepStrays(ctx) }, 'stray files swept')
  }),
]
