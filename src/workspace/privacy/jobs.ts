import type { HeldData } from '../../platform/held-data.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { carryOutClosing } from './close-actions.ts'
import { closeJob, dropExportJob, makeExportJob } from './events.ts'
import { endExport, makeExport } from './export-actions.ts'

/** `held` lists what every slice holds about a customer; src/app collects it. */
export const handlers = (held: readonly HeldData[]) => [
  onJob(makeExportJob, (ctx, { id }) => makeExport(ctx, held, id)),
  onJob(dropExportJob, (ctx, { id }) => endExport(ctx, id)),
  onJob(closeJob, (ctx, payload) => carryOutClosing(ctx, held, payload)),
]
