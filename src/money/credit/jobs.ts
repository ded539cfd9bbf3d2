import { groupLifecycle } from '../../people/groups/rules.ts'
import { profileCompleted } from '../../people/customers/events.ts'
import { on } from '../../platform/jobs/worker.ts'
import { openCredit } from './actions.ts'
import { openForProfile } from './application-actions.ts'

export const subscribers = [
  on(profileCompleted, 'open-credit', (ctx, { customerId }) => openForProfile(ctx, customerId)),
  on(groupLifecycle.events.verify, 'open-credit', async (ctx, { accountId, creditFen }) => {
    if (accountId === undefined) return
    // Events of 0.4.0 carry an amount only when staff gave one.
    if (creditFen === undefined) await openForProfile(ctx, accountId)
    else await openCredit(ctx, accountId, creditFen)
  }),
]
