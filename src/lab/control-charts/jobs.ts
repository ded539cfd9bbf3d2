import { periodic } from '../../platform/jobs/periodic.ts'
import { tellDue } from './state-actions.ts'

const EVERY_HOURS = 1

export const periodicWork = [periodic('control-charts.tell-due', EVERY_HOURS, tellDue)]
