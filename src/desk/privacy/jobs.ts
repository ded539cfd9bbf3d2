import { onJob } from '../../platform/jobs/worker.ts'
import { carryOutClosing } from './close-actions.ts'
import { closeJob, dropExportJob, makeExportJob } from './events.ts'
import { endExport, makeExport } from './export-actions.ts'

export const handlers = [
  onJob(makeExportJob, (ctx, { id }) => makeExport(ctx, id)),
  onJob(dropExportJob, (ctx, { id }) => endExport(ctx, id)),
  onJob(closeJob, (ctx, { customerId, at }) => carryOutClosing(ctx, customerId, at)),
]
