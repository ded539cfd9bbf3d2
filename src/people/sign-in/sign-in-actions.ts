import { agreementVersion } from '../../core/agreements/agreement-actions.ts'
import { isFrequentPassword } from '../../platform/auth/common-passwords.ts'
import { hashPassword, verifyDummy, verifyPassword } from '../../platform/auth/passwords.ts'
import {
  endAccessToken,
  type IssuedTokens,
  REMEMBERED_DAYS,
  revokeAll,
  rotateSession,
  WORKDAY_DAYS,
  wasSeenFrom,
} from '../../platform/auth/sessions.ts'
import { refundTry, guardAddress } from '../../platform/auth/address-throttle.ts'
import { HEAVIEST_PROOF, proofDemand, spendProof } from '../../platform/auth/proof-of-work.ts'
import { forgetTries, takeGuardedTry, takeTry } from '../../platform/auth/throttle.ts'
import { noteSignIn } from '../../platform/auth/sign-in-log.ts'
import { Refusal, refuse } from '../../platform/contract/refusal.ts'
import type { SignInMethod, SignInOutcome } from '../../platform/contract/sign-in-words.ts'
import { isUniqueViolation } from '../../platform/db/db.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { addDays } from '../../platform/time.ts'
import {
  type Account,
  accountOfPhone,
  createCustomer,
  customerOf,
  inviterOf,
  replaceContact,
  replacePasswordHash,
} from '../customers/actions.ts'
import { recordTie, rememberBrowser } from '../invitations/actions.ts'
import { spendCode } from './codes/code-actions.ts'
import { requireConsent } from '../customers/consent-actions.ts'
import { waitText } from './codes/code-rules.ts'
import { accountErrors } from '../customers/errors.ts'
import { DEMO_PASSWORD, FREQUENT_PASSWORD, passwordFault } from '../customers/password-rules.ts'
import { CONTACT_PURPOSE, type ContactKind, codePurposes, demoPhones } from '../customers/rules.ts'
import { plainPhone } from '../customers/contact-rules.ts'
import { openCustomerSession, ownerIsCertain } from '../customers/session-actions.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { bindWechat, openBoundSession } from './wechat/wechat-actions.ts'
import { accountRegistered, contactChanged, passwordChanged } from './events.ts'

/** An IP address from which somebody was signed in within this time counts as known. */
const KNOWN_ADDRESS_DAYS = 30

export async function signIn(
  ctx: Ctx,
  input: { account: string; password: string; remember?: boolean },
): Promise<IssuedTokens> {
  const account = plainPhone(input.account)
  const found = await accountOfPhone(ctx, account)
  const lane = await laneOf(ctx, account, found?.id ?? 0)
  const note = (outcome: SignInOutcome) => noteOf(ctx, found?.id, account, 'password', outcome)
  await tryPassword(ctx, account, lane, () => note('locked'))
  const right = found ? await verifyPassword(input.password, found.passwordHash) : await verifyDummy(input.password)
  if (!found || !right || isDemoOutsideDemo(ctx, account, input.password)) {
    await note('wrong')
    throw refuse(accountErrors.wrongPassword)
  }
  await forgetTries(ctx, lane)
  await refundTry(ctx)
  return openCustomerSession(ctx, found.id, 'password', lastingDays(input.remember))
}

export async function signInWithCode(
  ctx: Ctx,
  input: {
    phone: string
    code: string
    remember?: boolean
    bindToken?: string
    agreementVersion?: string
  },
): Promise<IssuedTokens> {
  const found = await accountOfPhone(ctx, input.phone)
  const note = (outcome: SignInOutcome) => noteOf(ctx, found?.id, input.phone, 'code', outcome)
  try {
    await spendCode(ctx, input.phone, codePurposes.login, input.code)
  } catch (error) {
    if (error instanceof Refusal)
      await note(error.kind.error === accountErrors.tooManyCodeTries.error ? 'locked' : 'wrong')
    throw error
  }
  if (!found || isDemoOutsideDemo(ctx, found.phone, '')) {
    await note('wrong')
    throw refuse(accountErrors.wrongCode)
  }
  const days = lastingDays(input.remember)
  const { bindToken, agreementVersion } = input
  if (bindToken === undefined) return openCustomerSession(ctx, found.id, 'code', days)
  return inTx(ctx, async (ctx) => {
    await requireConsent(ctx, found.id, agreementVersion)
    const tokens = await openBoundSession(ctx, await bindWechat(ctx, bindToken, found.id), found.id, days)
    // [T-16] A binding would remain after the doubt is settled, or without the second factor, so the whole transaction is rolled back.
    if (tokens.awaitsFactor) throw refuse(accountErrors.bindBeforeFactor)
    if (tokens.inDoubt) throw refuse(accountErrors.bindInDoubt)
    return tokens
  })
}

export interface Registration {
  phone: string
  code: string
  password: string
  inviterCode?: string
  agreementVersion?: string
  /** The WeChat identity scanned before; it is bound to the new account. */
  bindToken?: string
}

/** The code has proved who owns the phone, so from here on the answer may say that the phone has an account. */
export async function register(ctx: Ctx, input: Registration): Promise<void> {
  if (input.agreementVersion && input.agreementVersion !== (await agreementVersion(ctx, 'account')))
    throw refuse(accountErrors.agreementChanged)
  refuseWeak(input.password, input.phone)
  await spendCode(ctx, input.phone, codePurposes.register, input.code)
  await inTx(ctx, async (ctx) => {
    const code = input.inviterCode ?? ''
    const inviterId = code === '' ? undefined : await inviterOf(ctx, code)
    const inviterCode = inviterId === undefined ? '' : code
    const id = await createCustomer(ctx, { phone: input.phone, password: input.password, inviterCode })
    if (id === undefined) throw refuse(accountErrors.phoneTaken)
    // Clients that follow the specification send no consent: none is recorded, and the customer is asked at the first sign-in.
    if (input.bindToken || input.agreementVersion !== undefined) await requireConsent(ctx, id, input.agreementVersion)
    if (input.bindToken) await bindWechat(ctx, input.bindToken, id)
    if (inviterId !== undefined) await recordTie(ctx, { friendId: id, inviterId, code })
    await rememberBrowser(ctx, id)
    await emit(ctx, accountRegistered, { customerId: id, inviterCode })
  })
}

/** Sets a new password after a code to the phone; all sessions end. */
export async function resetPassword(
  ctx: Ctx,
  input: { account: string; code: string; password: string },
): Promise<void> {
  refuseWeak(input.password, input.account)
  await spendCode(ctx, input.account, codePurposes.reset, input.code)
  const found = await accountOfPhone(ctx, input.account)
  if (!found) throw refuse(accountErrors.wrongCode)
  await replacePassword(ctx, found.id, input.password)
  await forgetTries(ctx, tryKey(input.account))
  await forgetTries(ctx, await laneOf(ctx, input.account, found.id))
}

/** The other sessions end, so that somebody who knew the old password is signed out. */
export async function changePassword(
  ctx: Ctx<Customer>,
  input: { oldPassword: string; password: string },
): Promise<void> {
  const me = await customerOf(ctx, ctx.actor.id)
  refuseWeak(input.password, me.phone)
  await proveMyself(ctx, me, input.oldPassword, 'oldPassword')
  await replacePassword(ctx, me.id, input.password, ctx.actor.sessionId)
}

export interface NewContact {
  kind: ContactKind
  contact: string
  code: string
  password: string
}

/**
 * Replaces the phone or e-mail address; needs a code sent to the new one and the password. A new phone ends every session. The former
 * contact gets a message, because somebody else may have made the change.
 */
export async function changeContact(ctx: Ctx<Customer>, input: NewContact): Promise<void> {
  refuseInDoubt(ctx)
  const { kind, contact } = input
  const me = await customerOf(ctx, ctx.actor.id)
  await proveMyself(ctx, me, input.password, 'password')
  await spendCode(ctx, contact, CONTACT_PURPOSE, input.code)
  const former = me[kind]
  const change = inTx(ctx, async (ctx) => {
    await replaceContact(ctx, me.id, kind, contact)
    if (kind === 'phone') {
      await revokeAll(ctx, 'customer', me.id)
      // The former number no longer leads to this account.
      await ownerIsCertain(ctx, me.id)
    }
    await emit(ctx, contactChanged, { customerId: me.id, kind, former, at: ctx.clock.now().toISOString() })
  })
  await change.catch((error) => {
    throw isUniqueViolation(error) ? refuse(accountErrors.phoneTaken) : error
  })
}

/** The session alone is not enough: it may have been left open on a shared computer. Whoever proves it goes on with a new token. */
async function proveMyself(ctx: Ctx<Customer>, me: Account, password: string, field: string): Promise<void> {
  const lane = `customer-self:${me.id}`
  const wait = await takeTry(ctx, lane)
  if (wait > 0) throw refuse(accountErrors.tooManyTries, `密码错误次数过多，请${waitText(wait)}后再试`)
  if (!(await verifyPassword(password, me.passwordHash))) {
    const message = field === 'oldPassword' ? accountErrors.wrongOldPassword.message : '[密码]不正确'
    throw refuse(accountErrors.wrongOldPassword, message, { fields: { [field]: message } })
  }
  await forgetTries(ctx, lane)
  await endAccessToken(ctx, ctx.actor.sessionId)
}

/** For calls that ask a signed-in customer for the password. */
export async function provePassword(ctx: Ctx<Customer>, password: string): Promise<void> {
  await proveMyself(ctx, await customerOf(ctx, ctx.actor.id), password, 'password')
}

export async function refreshTokens(ctx: Ctx, refreshToken: string): Promise<IssuedTokens> {
  const rotated = await rotateSession(ctx, 'customer', refreshToken)
  if (!rotated) throw refuse(accountErrors.refreshRefused)
  return rotated
}

async function replacePassword(ctx: Ctx, customerId: number, password: string, exceptSessionId = 0): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTx(ctx, async (ctx) => {
    await replacePasswordHash(ctx, customerId, passwordHash)
    await revokeAll(ctx, 'customer', customerId, exceptSessionId)
    await emit(ctx, passwordChanged, { customerId, at: ctx.clock.now().toISOString() })
  })
}

/** Tries from unknown networks share one count per account; the owner on a known network has a separate count and is not delayed by them. */
async function laneOf(ctx: Ctx, account: string, customerId: number): Promise<string> {
  const since = addDays(ctx.clock.now(), -KNOWN_ADDRESS_DAYS)
  const known = await wasSeenFrom(ctx, 'customer', customerId, ctx.request.ip, since)
  return known ? `${tryKey(account)}@${ctx.request.ip}` : tryKey(account)
}

function noteOf(ctx: Ctx, customerId: number | undefined, typed: string, method: SignInMethod, outcome: SignInOutcome) {
  return noteSignIn(ctx, { kind: 'customer', subjectId: customerId, typed, method, outcome })
}

/** Works the same whether or not the account exists. */
async function tryPassword(ctx: Ctx, account: string, lane: string, onWait: () => Promise<void>): Promise<void> {
  const target = { purpose: 'password', subject: account } as const
  const proved = await spendProof(ctx, target)
  await guardAddress(ctx, target, proved)
  const { gate, waitSeconds, provedWaits } = await takeGuardedTry(ctx, lane, proved)
  if (gate !== 'go') await refundTry(ctx)
  if (gate === 'prove') throw await proofDemand(ctx, target, Math.min(2 ** provedWaits, HEAVIEST_PROOF))
  if (gate === 'wait') {
    await onWait()
    throw refuse(accountErrors.tooManyTries, `密码错误次数过多，请${waitText(waitSeconds)}后再试，或使用验证码登录`)
  }
}

function tryKey(account: string): string {
  return `customer:${account}`
}

function refuseWeak(password: string, phone: string): void {
  const fault = passwordFault(password, phone) ?? (isFrequentPassword(password) ? FREQUENT_PASSWORD : undefined)
  if (fault) throw refuse(accountErrors.weakPassword, fault, { fields: { password: fault } })
}

/** A database that once held demo data must not accept the published password after the demo is switched off. */
function isDemoOutsideDemo(ctx: Ctx, phone: string, password: string): boolean {
  return !ctx.config.demo && (password === DEMO_PASSWORD || demoPhones.includes(phone))
}

function lastingDays(remember: boolean | undefined): number {
  // Clients that follow the specification do not send the choice and expect the sign-in to last.
  return remember === false ? WORKDAY_DAYS : REMEMBERED_DAYS
}
