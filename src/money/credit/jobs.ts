import { profileCompleted } from '../../people/customers/events.ts'
import { on } from '../../platform/jobs/worker.ts'
import { openForProfile } from './application-actions.ts'

export const subscribers = [
  on(profileCompleted, 'open-credit', (ctx, { customerId }) => openForProfile(ctx, customerId)),
]
