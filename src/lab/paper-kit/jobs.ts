import { onJob } from '../../platform/jobs/worker.ts'
import { dropPackageJob, writePackageJob } from './events.ts'
import { dropPackage, writePart } from './packages/write-actions.ts'

export const handlers = [
  onJob(writePackageJob, (ctx, part) => writePart(ctx, part)),
  onJob(dropPackageJob, (ctx, { id }) => dropPackage(ctx, id)),
]
