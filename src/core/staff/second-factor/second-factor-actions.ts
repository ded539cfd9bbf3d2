import { verifyPassword } from '../../../platform/auth/passwords.ts'
import { isAppCode, newRecoveryCodes, plainRecoveryCode } from '../../../platform/auth/recovery-codes.ts'
import { forgetTries, takeTry } from '../../../platform/auth/throttle.ts'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { newTotpSecret, TOTP_ISSUER, totpStep, totpUri } from '../../../platform/auth/totp.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { keepSecret, type KeptSecret, readSecret } from '../../../platform/auth/kept-secrets.ts'
import { staffErrors, tooManyAttempts } from '../errors.ts'
import { factorTries } from '../try-rules.ts'
import {
  confirmSecret,
  replaceRecoveryCodes,
  setPendingSecret,
  spendRecoveryCode,
  spendStep,
  staffSecrets,
  unspentRecoveryHashes,
} from './second-factor-store.ts'
import { securityById, type StaffSecurity } from '../store.ts'

/** Makes a secret for the person's app; nothing changes until a code made with it is confirmed. */
export async function beginEnrolment(ctx: Ctx, person: StaffSecurity): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  await setPendingSecret(ctx.db, person.id, keepSecret(ctx, staffSecrets, person.id, secret))
  return { secret, uri: totpUri(TOTP_ISSUER, person.account, secret) }
}

/** The app makes right codes: the secret takes effect, and new recovery codes, shown once, replace all earlier ones. */
export async function finishEnrolment(ctx: Ctx, person: StaffSecurity, code: string): Promise<string[]> {
  await countTry(ctx, person.id)
  const pending = person.totpPending
  const step = pending === null ? undefined : stepOf(ctx, person.id, pending, code, 0)
  if (pending === null || step === undefined) throw refuse(staffErrors.wrongFactor, undefined, wrongCodeField)
  const codes = await inTx(ctx, async (ctx) => {
    if (!(await confirmSecret(ctx.db, person.id, pending, step, ctx.clock.now()))) throw refuse(staffErrors.wrongFactor)
    await recordAudit(asPerson(ctx, person), { action: 'staff.enrol', subject: `staff:${person.id}` })
    return giveRecoveryCodes(ctx, person.id)
  })
  await forgetTries(ctx, factorTries(person.id))
  return codes
}

/** At the first sign-in nobody is signed in yet, but the password has proved who it is. */
function asPerson(ctx: Ctx, { id, name, role }: StaffSecurity): Ctx {
  if (ctx.actor.kind === 'staff') return ctx
  return { ...ctx, actor: { kind: 'staff', id, name, role, sessionId: 0, actions: null } }
}

/**
 * Checks a code of the app or a recovery code; each is valid once. Tries are counted although the call is refused, so this must not be
 * called inside a transaction.
 */
export async function proveFactor(ctx: Ctx, staffId: number, code: string): Promise<void> {
  await countTry(ctx, staffId)
  const person = await securityById(ctx.db, staffId)
  if (!person?.totpSecret || !(await spend(ctx, person, person.totpSecret, code))) {
    throw refuse(staffErrors.wrongFactor, undefined, wrongCodeField)
  }
  await forgetTries(ctx, factorTries(staffId))
}

export async function giveRecoveryCodes(ctx: Ctx, staffId: number): Promise<string[]> {
  const { codes, hashes } = await newRecoveryCodes()
  await replaceRecoveryCodes(ctx.db, staffId, hashes, ctx.clock.now())
  return codes
}

async function spend(ctx: Ctx, person: StaffSecurity, secret: KeptSecret, code: string): Promise<boolean> {
  if (!isAppCode(code)) return spendRecovery(ctx, person.id, code)
  const step = stepOf(ctx, person.id, secret, code, person.totpLastStep)
  return step !== undefined && spendStep(ctx.db, person.id, step)
}

function stepOf(ctx: Ctx, staffId: number, secret: KeptSecret, code: string, after: number): number | undefined {
  return totpStep(readSecret(ctx, staffSecrets, staffId, secret), code, after, ctx.clock.now())
}

/** Codes of release 0.3.0 and earlier have a fast hash and are valid until they are used or replaced. */
async function spendRecovery(ctx: Ctx, staffId: number, code: string): Promise<boolean> {
  const plain = plainRecoveryCode(code)
  const former = tokenHash(`${staffId}:${plain}`)
  for (const hash of await unspentRecoveryHashes(ctx.db, staffId))
    if (hash === former || (await verifyPassword(plain, hash)))
      return spendRecoveryCode(ctx.db, staffId, hash, ctx.clock.now())
  return false
}

async function countTry(ctx: Ctx, staffId: number): Promise<void> {
  const waitSeconds = await takeTry(ctx, factorTries(staffId))
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
}

const wrongCodeField = { fields: { code: staffErrors.wrongFactor.message } }
