import { on } from '../../platform/jobs/worker.ts'
import { openForProfile } from './application-actions.ts'

export const subscribers = [
  on('profile.completed', 'open-credit', (ctx, payload) => openForProfile(ctx, Number(payload.customerId))),
]
