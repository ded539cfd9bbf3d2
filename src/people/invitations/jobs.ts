import { periodic } from '../../platform/jobs/periodic.ts'
import { sweepInviteDevices } from './actions.ts'

export const periodicWork = [periodic('invitations.sweep-devices', 24, sweepInviteDevices)]
