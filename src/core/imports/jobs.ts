import { periodic } from '../../platform/jobs/periodic.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { checkImport } from './check-actions.ts'
import { checkImportJob, commitImportJob, undoImportJob } from './events.ts'
import type { AnyKind } from './kind-actions.ts'
import { sweepImportRows } from './row-actions.ts'
import { commitImport, undoImport } from './step-actions.ts'

export const handlers = (kinds: readonly AnyKind[]) => [
  onJob(checkImportJob, (ctx, { id }) => checkImport(ctx, kinds, id)),
  onJob(commitImportJob, (ctx, { id }) => commitImport(ctx, kinds, id)),
  onJob(undoImportJob, (ctx, { id }) => undoImport(ctx, kinds, id)),
]

export const periodicWork = [periodic('imports.sweep-rows', 24, sweepImportRows)]
