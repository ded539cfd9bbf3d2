import { isAppCode, newRecoveryCodes, recoveryHashOf } from '../../../platform/auth/recovery-codes.ts'
import { endAccessToken, revokeAll } from '../../../platform/auth/sessions.ts'
import { clearAwaited } from '../../../platform/auth/session-doubt.ts'
import { noteSignIn } from '../../../platform/auth/sign-in-log.ts'
import { forgetTries, takeTry } from '../../../platform/auth/throttle.ts'
import { newTotpSecret, TOTP_ISSUER, totpStep, totpUri } from '../../../platform/auth/totp.ts'
import { commonErrors, Refusal, refuse } from '../../../platform/contract/refusal.ts'
import type { SignInOutcome } from '../../../platform/contract/sign-in-words.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { keepSecret, type KeptSecret, readSecret } from '../../../platform/auth/kept-secrets.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { customerOf, customersOf } from '../actions.ts'
import { accountErrors } from '../errors.ts'
import { lockCustomer } from '../store.ts'
import {
  confirmPendingSecret,
  customerSecrets,
  dropSecondFactor,
  enrolledAmong,
  keepPendingSecret,
  replaceCustomerRecoveryCodes,
  secondFactorOf,
  spendAppStep,
  spendCustomerRecoveryCode,
  unspentRecoveryHashesOf,
} from './second-factor-store.ts'
import { ownerIsCertain } from '../session-actions.ts'
import { secondFactorChanged } from '../events.ts'

export async function mySecondFactor(ctx: Ctx<Customer>) {
  const factor = await secondFactorOf(ctx.db, ctx.actor.id)
  const left = await unspentRecoveryHashesOf(ctx.db, ctx.actor.id)
  return {
    enrolledAt: factor?.enrolledAt ? shanghaiTime(factor.enrolledAt) : null,
    recoveryCodesLeft: left.length,
  }
}

/**
 * A secret for the person's app; nothing changes until a code made with it is confirmed. The caller has asked for the password, because a session
 * alone may have been left open.
 */
export async function beginSecondFactor(ctx: Ctx<Customer>): Promise<{ secret: string; uri: string }> {
  const me = await customerOf(ctx, ctx.actor.id)
  const secret = newTotpSecret()
  await keepPendingSecret(ctx.db, me.id, keepSecret(ctx, customerSecrets, me.id, secret))
  return { secret, uri: totpUri(TOTP_ISSUER, me.phone, secret) }
}

/**
 * The app makes right codes: from now on every sign-in asks for one, and the other sessions, which proved none, end. The recovery codes are shown
 * once and replace all earlier ones.
 */
export async function confirmSecondFactor(ctx: Ctx<Customer>, code: string): Promise<string[]> {
  refuseInDoubt(ctx)
  const { id, sessionId } = ctx.actor
  await countTry(ctx, id)
  const pending = (await secondFactorOf(ctx.db, id))?.pending ?? null
  const now = ctx.clock.now()
  const step = pending === null ? undefined : stepOf(ctx, id, pending, code, 0)
  if (pending === null || step === undefined) throw wrongFactor()
  const codes = await inTx(ctx, async (ctx) => {
    await lockCustomer(ctx.db, id)
    if (!(await confirmPendingSecret(ctx.db, id, { secret: pending, step, now }))) throw wrongFactor()
    await revokeAll(ctx, 'customer', id, sessionId)
    await noteChange(ctx, id, 'on')
    return giveRecoveryCodes(ctx, id)
  })
  await forgetTries(ctx, tryKey(id))
  return codes
}

/** Those of these customers who have a second factor. */
export function withSecondFactor(ctx: Pick<Ctx, 'db'>, customerIds: readonly number[]): Promise<Set<number>> {
  return enrolledAmong(ctx.db, customerIds)
}

export async function renewRecoveryCodes(ctx: Ctx<Customer>, code: string): Promise<string[]> {
  const { id } = ctx.actor
  await spendFactor(ctx, id, code)
  return inTx(ctx, async (ctx) => {
    await recordAudit(ctx, { action: 'account.recoveryCodes', subject: `customer:${id}` })
    return giveRecoveryCodes(ctx, id)
  })
}

export async function endSecondFactor(ctx: Ctx<Customer>, code: string): Promise<void> {
  const { id } = ctx.actor
  await spendFactor(ctx, id, code)
  await inTx(ctx, async (ctx) => {
    if (await dropSecondFactor(ctx.db, id)) await noteChange(ctx, id, 'off')
  })
}

/**
 * The second step of a sign-in. The app was known before any absence and whoever signed in has shown the first factor already, so this settles a
 * doubt as well. The session goes on with a new token.
 */
export async function proveSecondFactor(ctx: Ctx<Customer>, code: string): Promise<void> {
  const { id, sessionId, inDoubt } = ctx.actor
  const note = (within: Ctx, outcome: SignInOutcome) =>
    noteSignIn(within, { kind: 'customer', subjectId: id, typed: '', method: 'factor', outcome })
  try {
    await spendFactor(ctx, id, code)
  } catch (error) {
    if (error instanceof Refusal)
      await note(ctx, error.kind.error === accountErrors.tooManyFactorTries.error ? 'locked' : 'wrong')
    throw error
  }
  await inTx(ctx, async (ctx) => {
    await clearAwaited(ctx.db, sessionId)
    await endAccessToken(ctx, sessionId)
    if (inDoubt) await ownerIsCertain(ctx, id)
    await note(ctx, 'done')
  })
}

/** Staff have identified a customer who has neither the app nor a recovery code. Every session ends, and the customer is told. */
export function endSecondFactorOf(ctx: Ctx, customerId: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    if (!(await customersOf(ctx, [customerId])).has(customerId)) throw refuse(commonErrors.notFound)
    if (!(await resetFactor(ctx, customerId, reason))) throw refuse(accountErrors.noSecondFactor)
  })
}

/** Nobody can read the secret of this person's app any more. A factor that was in effect ends as if staff had ended it. */
export function forgetLostFactor(ctx: Ctx, customerId: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    await resetFactor(ctx, customerId, reason)
  })
}

/** False when none was in effect. */
async function resetFactor(ctx: Ctx, customerId: number, reason: string): Promise<boolean> {
  if (!(await dropSecondFactor(ctx.db, customerId))) return false
  await revokeAll(ctx, 'customer', customerId)
  await noteChange(ctx, customerId, 'reset', reason)
  return true
}

/**
 * Checks a code of the app or a recovery code; each is valid once. Tries are counted although the call is refused, so this must not be called
 * inside a transaction.
 */
async function spendFactor(ctx: Ctx, customerId: number, code: string): Promise<void> {
  await countTry(ctx, customerId)
  const factor = await secondFactorOf(ctx.db, customerId)
  if (!factor?.secret) throw refuse(accountErrors.noSecondFactor)
  const step = isAppCode(code) ? stepOf(ctx, customerId, factor.secret, code, factor.lastStep) : undefined
  const right = isAppCode(code)
    ? step !== undefined && (await spendAppStep(ctx.db, customerId, step))
    : await spendRecovery(ctx, customerId, code)
  if (!right) throw wrongFactor()
  await forgetTries(ctx, tryKey(customerId))
}

function stepOf(ctx: Ctx, customerId: number, secret: KeptSecret, code: string, after: number): number | undefined {
  return totpStep(readSecret(ctx, customerSecrets, customerId, secret), code, after, ctx.clock.now())
}

async function spendRecovery(ctx: Ctx, customerId: number, code: string): Promise<boolean> {
  const hash = await recoveryHashOf(code, await unspentRecoveryHashesOf(ctx.db, customerId))
  return hash !== undefined && spendCustomerRecoveryCode(ctx.db, customerId, hash, ctx.clock.now())
}

async function giveRecoveryCodes(ctx: Ctx, customerId: number): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes()
  await replaceCustomerRecoveryCodes(ctx.db, customerId, hashes, ctx.clock.now())
  return codes
}

async function noteChange(ctx: Ctx, customerId: number, change: 'on' | 'off' | 'reset', reason?: string) {
  const action = `account.secondFactor.${change}`
  await recordAudit(ctx, { action, subject: `customer:${customerId}`, ...(reason === undefined ? {} : { reason }) })
  await emit(ctx, secondFactorChanged, { customerId, change, at: ctx.clock.now().toISOString() })
}

async function countTry(ctx: Ctx, customerId: number): Promise<void> {
  if ((await takeTry(ctx, tryKey(customerId))) > 0) throw refuse(accountErrors.tooManyFactorTries)
}

function tryKey(customerId: number): string {
  return `customer-factor:${customerId}`
}

function wrongFactor() {
  const { message } = accountErrors.wrongFactor
  return refuse(accountErrors.wrongFactor, undefined, { fields: { code: message } })
}
