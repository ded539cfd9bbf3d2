import { refundTry, guardAddress } from '../../platform/auth/address-throttle.ts'
import { isFrequentPassword } from '../../platform/auth/common-passwords.ts'
import { hashPassword, verifyDummy, verifyPassword } from '../../platform/auth/passwords.ts'
import {
  type IssuedTokens,
  noteUse,
  openSession,
  rotateSession,
  sessionOfRefresh,
  sessionWithSubject,
  WORKDAY_DAYS,
} from '../../platform/auth/sessions.ts'
import { noteSignIn } from '../../platform/auth/sign-in-log.ts'
import { spendProof } from '../../platform/auth/proof-of-work.ts'
import { forgetTries, takeTry } from '../../platform/auth/throttle.ts'
import { newToken, tokenHash } from '../../platform/auth/tokens.ts'
import type { SignInMethod, SignInOutcome } from '../../platform/contract/sign-in-words.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Services, type Staff } from '../../platform/http/ctx.ts'
import { readSetting } from '../settings/actions.ts'
import { staffErrors, tooManyAttempts } from './errors.ts'
import { FREQUENT_PASSWORD, staffPasswordFault } from './password-rules.ts'
import { passwordTries } from './try-rules.ts'
import { DEMO_STAFF_PASSWORD } from './rules.ts'
import { beginEnrolment, finishEnrolment, proveFactor } from './second-factor/second-factor-actions.ts'
import {
  insertSignIn,
  markCodeProved,
  type SignInRow,
  signInByTicket,
  takeSignIn,
} from './second-factor/second-factor-store.ts'
import {
  activeStaff,
  securityByAccount,
  securityById,
  setStaffPassword,
  type StaffSecurity,
  type StaffSubject,
} from './store.ts'

const TICKET_MINUTES = 10

/** What a sign-in still needs: a code, a password of one's own, a second factor; or nothing, then the tokens follow. */
export type SignInStep =
  | { next: 'code' | 'password' | 'enrol'; ticket: string }
  | { next: 'done'; tokens: IssuedTokens; recoveryCodes?: string[] }

/** The member of staff of a valid token; undefined for any other token, and for a session that was idle too long. */
export async function authenticateStaff(services: Services, token: string): Promise<Staff | undefined> {
  const found = await sessionWithSubject<StaffSubject>(services, { kind: 'staff', token, subject: activeStaff })
  if (!found) return undefined
  const { sessionId, lastUsedAt, id, name, role, actions } = found
  const idleMinutes = await readSetting(services, 'staffIdleMinutes')
  if (!(await noteUse(services, { id: sessionId, lastUsedAt }, idleMinutes))) return undefined
  return { kind: 'staff', id, sessionId, name, role, actions }
}

export async function signInStaff(ctx: Ctx, account: string, password: string): Promise<SignInStep> {
  const key = passwordTries(account)
  const target = { purpose: 'password', subject: key } as const
  await guardAddress(ctx, target, await spendProof(ctx, target))
  const waitSeconds = await takeTry(ctx, key)
  const found = await securityByAccount(ctx.db, account)
  const note = (outcome: SignInOutcome) => noteOf(ctx, found?.id, account, 'password', outcome)
  if (waitSeconds > 0) {
    await note('locked')
    throw tooManyAttempts(waitSeconds)
  }
  const right = found ? await verifyPassword(password, found.passwordHash) : await verifyDummy(password)
  if (!found || !right || isDemoOutsideDemo(ctx, account, password)) {
    await note('wrong')
    throw refuse(staffErrors.wrongPassword)
  }
  await forgetTries(ctx, key)
  await refundTry(ctx)
  const next = nextStep(ctx, found, false)
  await note(next === 'done' ? 'done' : 'next')
  if (next === 'done') return { next, tokens: await openSession(ctx, 'staff', found.id, WORKDAY_DAYS) }
  const ticket = newToken('staff')
  const now = ctx.clock.now()
  await insertSignIn(ctx.db, tokenHash(ticket), found.id, now, new Date(now.getTime() + TICKET_MINUTES * 60_000))
  return { next, ticket }
}

export async function signInWithFactor(ctx: Ctx, ticket: string, code: string): Promise<SignInStep> {
  const { person } = await atStep(ctx, ticket, 'code')
  await notingRefusals(ctx, person, 'factor', () => proveFactor(ctx, person.id, code))
  await markCodeProved(ctx.db, tokenHash(ticket))
  return goOn(ctx, ticket)
}

/** Replaces the password that an administrator set by the person's own. */
export async function chooseFirstPassword(ctx: Ctx, ticket: string, password: string): Promise<SignInStep> {
  const { person } = await atStep(ctx, ticket, 'password')
  await replaceStaffPassword(ctx, person, password)
  return goOn(ctx, ticket)
}

export async function beginFirstEnrolment(ctx: Ctx, ticket: string): Promise<{ secret: string; uri: string }> {
  const { person } = await atStep(ctx, ticket, 'enrol')
  return beginEnrolment(ctx, person)
}

export async function finishFirstEnrolment(ctx: Ctx, ticket: string, code: string): Promise<SignInStep> {
  const { person } = await atStep(ctx, ticket, 'enrol')
  const recoveryCodes = await notingRefusals(ctx, person, 'enrol', () => finishEnrolment(ctx, person, code))
  await markCodeProved(ctx.db, tokenHash(ticket))
  return { ...(await goOn(ctx, ticket)), recoveryCodes } as SignInStep
}

/** An idle session is not renewed either: an open tab renews by itself. */
export async function refreshStaff(ctx: Ctx, refreshToken: string): Promise<IssuedTokens> {
  const session = await sessionOfRefresh(ctx, 'staff', refreshToken)
  const idleMinutes = await readSetting(ctx, 'staffIdleMinutes')
  const live =
    session &&
    (await securityById(ctx.db, session.subjectId)) &&
    !isIdle(ctx, session.lastUsedAt, idleMinutes) &&
    (await rotateSession(ctx, 'staff', refreshToken))
  if (!live) throw refuse(commonErrors.notSignedIn)
  return live
}

/** Checks and stores a password that the person chose. */
export async function replaceStaffPassword(ctx: Ctx, person: StaffSecurity, password: string): Promise<void> {
  const fault =
    staffPasswordFault(password, person.account) ?? (isFrequentPassword(password) ? FREQUENT_PASSWORD : undefined)
  if (fault) throw refuse(staffErrors.weakPassword, fault, { fields: { password: fault } })
  if (await verifyPassword(password, person.passwordHash)) {
    const { message } = staffErrors.samePassword
    throw refuse(staffErrors.samePassword, message, { fields: { password: message } })
  }
  await setStaffPassword(ctx.db, person.id, await hashPassword(password), false)
}

/** Demo accounts may skip the second factor while the demo is on; an account that has one is always asked for it. */
function nextStep(ctx: Ctx, person: StaffSecurity, codeProved: boolean): SignInStep['next'] {
  const enrolled = person.totpEnrolledAt !== null
  if (enrolled && !codeProved) return 'code'
  if (person.passwordTemporary) return 'password'
  return enrolled || (ctx.config.demo && person.account.endsWith('@demo')) ? 'done' : 'enrol'
}

async function goOn(ctx: Ctx, ticket: string): Promise<SignInStep> {
  const { person, row } = await open(ctx, ticket)
  const next = nextStep(ctx, person, row.codeProved)
  if (next !== 'done') return { next, ticket }
  return inTx(ctx, async (ctx) => {
    if (!(await takeSignIn(ctx.db, tokenHash(ticket)))) throw refuse(staffErrors.ticketExpired)
    await noteOf(ctx, person.id, '', row.codeProved ? 'factor' : 'password', 'done')
    return { next, tokens: await openSession(ctx, 'staff', person.id, WORKDAY_DAYS) }
  })
}

function noteOf(ctx: Ctx, staffId: number | undefined, typed: string, method: SignInMethod, outcome: SignInOutcome) {
  return noteSignIn(ctx, { kind: 'staff', subjectId: staffId, typed, method, outcome })
}

/** A refused code is a failed sign-in: too many of them, or a wrong one. */
async function notingRefusals<T>(ctx: Ctx, { id }: StaffSecurity, method: SignInMethod, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal)
      await noteOf(ctx, id, '', method, error.kind.error === staffErrors.tooManyAttempts.error ? 'locked' : 'wrong')
    throw error
  }
}

async function atStep(ctx: Ctx, ticket: string, step: SignInStep['next']) {
  const { person, row } = await open(ctx, ticket)
  if (nextStep(ctx, person, row.codeProved) !== step) throw refuse(staffErrors.wrongStep)
  return { person }
}

async function open(ctx: Ctx, ticket: string): Promise<{ person: StaffSecurity; row: SignInRow }> {
  const row = await signInByTicket(ctx.db, tokenHash(ticket), ctx.clock.now())
  const person = row && (await securityById(ctx.db, row.staffId))
  if (!row || !person) throw refuse(staffErrors.ticketExpired)
  return { person, row }
}

function isIdle(ctx: Ctx, lastUsedAt: Date, idleMinutes: number): boolean {
  return ctx.clock.now().getTime() - lastUsedAt.getTime() > idleMinutes * 60_000
}

/** A database that once held demo data must not accept the published password after the demo is switched off. */
function isDemoOutsideDemo(ctx: Ctx, account: string, password: string): boolean {
  return !ctx.config.demo && (password === DEMO_STAFF_PASSWORD || account.endsWith('@demo'))
}
