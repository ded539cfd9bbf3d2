import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { sweepMissingAddresses } from './missing-actions.ts'

export const periodicWork = [periodic('redirects.sweep-missing', daily('03:40'), sweepMissingAddresses)]
