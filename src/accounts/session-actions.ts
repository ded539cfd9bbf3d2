import { type IssuedTokens, openSession } from '../platform/auth/sessions.ts'
import { refuse } from '../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../platform/http/ctx.ts'
import { accountErrors } from './errors.ts'
import { isLongAbsent } from './step-up-rules.ts'
import { lastSeen, setInDoubt } from './step-up-store.ts'

/** Opens a session as every way of signing in does; after a long absence it is in doubt until proved. */
export function openCustomerSession(ctx: Ctx, customerId: number, days?: number): Promise<IssuedTokens> {
  return inTx(ctx, async (ctx) => {
    const { lastSeenAt } = await lastSeen(ctx.db, customerId)
    const tokens = await openSession(ctx, 'customer', customerId, days)
    if (isLongAbsent(lastSeenAt, ctx.clock.now())) await setInDoubt(ctx.db, tokens.sessionId, true)
    return tokens
  })
}

/** T-16. Stands before money, files and the way an account is reached. */
export function refuseInDoubt(ctx: Ctx<Customer>): void {
  if (ctx.actor.inDoubt) throw refuse(accountErrors.stepUpRequired)
}
