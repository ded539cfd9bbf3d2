import { periodic } from '../../platform/jobs/periodic.ts'
import { sweepExpiredPoints } from './actions.ts'

export const periodicWork = [periodic('points.expire', 1, sweepExpiredPoints)]
