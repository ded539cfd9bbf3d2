import { type IssuedTokens, openSession } from '../../platform/auth/sessions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { accountErrors } from './errors.ts'
import { addDays } from '../../platform/time.ts'
import { isLongAbsent, LONG_ABSENCE_DAYS } from './step-up-rules.ts'
import { hasUnsettledDoubt, lastSeen, setInDoubt } from './step-up-store.ts'

/**
 * Opens a session as every way of signing in does; after a long absence it is in doubt until proved. So is the next one beside or after
 * a doubt that nobody settled: that the house knows who one of two is does not let the other in by signing in once more.
 */
export function openCustomerSession(
  ctx: Ctx,
  customerId: number,
  days?: number,
): Promise<IssuedTokens & { inDoubt: boolean }> {
  return inTx(ctx, async (ctx) => {
    const { lastSeenAt } = await lastSeen(ctx.db, customerId)
    const now = ctx.clock.now()
    const unsettled = await hasUnsettledDoubt(ctx.db, customerId, addDays(now, -LONG_ABSENCE_DAYS))
    const tokens = await openSession(ctx, 'customer', customerId, days)
    const inDoubt = unsettled || isLongAbsent(lastSeenAt, now)
    if (inDoubt) await setInDoubt(ctx.db, tokens.sessionId, true)
    return { ...tokens, inDoubt }
  })
}

/** T-16. Stands before money, files and the way an account is reached. */
export function refuseInDoubt(ctx: Ctx<Customer>): void {
  if (ctx.actor.inDoubt) throw refuse(accountErrors.stepUpRequired)
}
