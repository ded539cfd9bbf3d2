import { periodic } from '../../platform/jobs/periodic.ts'
import { removeOldFaults } from './actions.ts'

export const periodicWork = [periodic('faults.sweep', 24, removeOldFaults)]
