import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { dropRemoved } from './actions.ts'

export const periodicWork = [periodic('analyses.drop-removed', daily('03:50'), dropRemoved)]
