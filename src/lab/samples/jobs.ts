import { periodic } from '../../platform/jobs/periodic.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { remindOfKeep } from './actions.ts'
import { askRoutesJob, remindKeepJob } from './events.ts'
import { askForRoutes, sweepParcels } from './parcels/parcel-actions.ts'

export const handlers = [
  onJob(remindKeepJob, (ctx, { sampleId, keepUntil }) => remindOfKeep(ctx, sampleId, keepUntil)),
  onJob(askRoutesJob, askForRoutes),
]

export const periodicWork = [
  periodic('samples.ask-routes', 0.25, askForRoutes),
  periodic('samples.sweep-parcels', 24, sweepParcels),
]
