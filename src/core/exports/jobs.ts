import { onJob } from '../../platform/jobs/worker.ts'
import type { AnyListed } from '../lists/listed-actions.ts'
import { dropExport, makeExport } from './actions.ts'
import { dropListExportJob, makeListExportJob } from './events.ts'

export const handlers = (lists: readonly AnyListed[]) => [
  onJob(makeListExportJob, (ctx, { id }) => makeExport(ctx, lists, id)),
  onJob(dropListExportJob, (ctx, { id }) => dropExport(ctx, id)),
]
