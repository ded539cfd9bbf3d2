import { periodic } from '../../platform/jobs/periodic.ts'
import { sweepFaults } from './actions.ts'

export const periodicWork = [periodic('faults.sweep', 24, sweepFaults)]
