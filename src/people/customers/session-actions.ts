import {
  awaitFactor,
  type DoubtfulSession,
  doubtfulSessions,
  hadDoubtSince,
  lastSeenBeyondDoubt,
  setInDoubt,
} from '../../platform/auth/session-doubt.ts'
import { noteSignIn } from '../../platform/auth/sign-in-log.ts'
import { type IssuedTokens, openSession, sessionWithSubject } from '../../platform/auth/sessions.ts'
import type { SignInMethod } from '../../platform/contract/sign-in-words.ts'
import { type Ctx, type Customer, inTx, type Services } from '../../platform/http/ctx.ts'
import { addDays } from '../../platform/time.ts'
import { isLongAbsent, LONG_ABSENCE_DAYS } from './step-up-rules.ts'
import { hasSecondFactor, holdSecondFactor } from './second-factor/second-factor-store.ts'
import { openAccounts, openAccountsByIds, settleDoubt, signInFacts } from './store.ts'

/** The customer of a valid access token; undefined for any other token. */
export async function authenticateCustomer(services: Services, token: string): Promise<Customer | undefined> {
  const found = await sessionWithSubject<{ id: number }>(services, { kind: 'customer', token, subject: openAccounts })
  if (!found) return undefined
  const { id, sessionId, inDoubt, awaitsFactor } = found
  return { kind: 'customer', id, sessionId, inDoubt, awaitsFactor }
}

/**
 * Opens a session, for every way of signing in. After a long absence the session is in doubt until the person proves their identity.
 * Another session opened while that doubt is not settled is in doubt too: signing in a second time proves nothing. Of an account with a second
 * factor the session waits for that; whoever switches it on at this moment waits until the session is there and ends it.
 */
export function openCustomerSession(
  ctx: Ctx,
  customerId: number,
  method: SignInMethod,
  days?: number,
): Promise<IssuedTokens & { inDoubt: boolean; awaitsFactor: boolean }> {
  return inTx(ctx, async (ctx) => {
    const now = ctx.clock.now()
    await holdSecondFactor(ctx.db, customerId)
    const { lastSeenAt, doubtSettledAt } = await absenceOf(ctx, customerId)
    const since = latest(addDays(now, -LONG_ABSENCE_DAYS), doubtSettledAt)
    const unsettled = await hadDoubtSince(ctx.db, 'customer', customerId, since)
    const tokens = await openSession(ctx, 'customer', customerId, days)
    const inDoubt = unsettled || isLongAbsent(lastSeenAt, now)
    if (inDoubt) await setInDoubt(ctx.db, tokens.sessionId, true)
    const awaitsFactor = await hasSecondFactor(ctx.db, customerId)
    if (awaitsFactor) await awaitFactor(ctx.db, tokens.sessionId)
    const outcome = awaitsFactor ? 'next' : inDoubt ? 'doubt' : 'done'
    await noteSignIn(ctx, { kind: 'customer', subjectId: customerId, typed: '', method, outcome })
    return { ...tokens, inDoubt, awaitsFactor }
  })
}

/** Whether signing in to the account asks for a second factor. */
export function asksSecondFactor(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<boolean> {
  return hasSecondFactor(ctx.db, customerId)
}

/** Whether the account of a key is open. */
export async function isOpenAccount(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<boolean> {
  return (await openAccountsByIds(ctx.db, [customerId])).length > 0
}

/** When the owner of the account was last seen in a session that was not in doubt, and when the password was set. */
export async function absenceOf(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
): Promise<{ lastSeenAt: Date; passwordSetAt: Date | null; doubtSettledAt: Date | null }> {
  const { createdAt, passwordSetAt, doubtSettledAt } = await signInFacts(ctx.db, customerId)
  const seen = await lastSeenBeyondDoubt(ctx.db, 'customer', customerId)
  return { lastSeenAt: latest(createdAt, seen), passwordSetAt, doubtSettledAt }
}

/** Records that the owner of the account has been identified: later sign-ins are not in doubt because of earlier ones. */
export function ownerIsCertain(ctx: Ctx, customerId: number): Promise<void> {
  return settleDoubt(ctx.db, customerId, ctx.clock.now())
}

export interface AccountWithDoubt {
  id: number
  name: string
  company: string
  phone: string
  /** When the owner was last seen in a session that was not in doubt. */
  seenBefore: Date
  sessions: DoubtfulSession[]
}

/** Accounts with open sessions in doubt; the account that has waited longest comes first. */
export async function accountsWithDoubt(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<AccountWithDoubt[]> {
  const sessions = await doubtfulSessions(ctx.db, 'customer', ctx.clock.now())
  const ids = [...new Set(sessions.map(({ subjectId }) => subjectId))]
  const accounts = new Map((await openAccountsByIds(ctx.db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const account = accounts.get(id)
    if (!account) return []
    const { createdAt, ...shown } = account
    const theirs = sessions.filter(({ subjectId }) => subjectId === id)
    return [{ ...shown, seenBefore: latest(createdAt, theirs[0]?.seenBefore ?? null), sessions: theirs }]
  })
}

function latest(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one
}
