import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { backUpNightly, type MakeBackup } from './actions.ts'

export const periodicWork = (make: MakeBackup) => [
  periodic('backups.nightly', daily('02:00'), (ctx) => backUpNightly(ctx, make)),
]
