import { periodic } from '../../../platform/jobs/periodic.ts'
import { sweepRequests } from './actions.ts'

export const periodicWork = [periodic('apiRequests.sweep', 1, sweepRequests)]
