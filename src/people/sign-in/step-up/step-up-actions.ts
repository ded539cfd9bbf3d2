import { refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { customerOf } from '../../customers/actions.ts'
import { sendStepUpCode, spendCode } from '../codes/code-actions.ts'
import { accountErrors } from '../../customers/errors.ts'
import { type ContactKind, maskEmail, maskPhone, STEP_UP_PURPOSE } from '../../customers/rules.ts'
import { provePassword } from '../sign-in-actions.ts'
import { passwordProves } from '../../customers/step-up-rules.ts'
import { absenceOf, ownerIsCertain } from '../../customers/session-actions.ts'
import { setInDoubt } from '../../../platform/auth/session-doubt.ts'
import { endAccessToken } from '../../../platform/auth/sessions.ts'

/** The ways in which this person can prove more than having the phone number. */
export async function stepUpWays(ctx: Ctx<Customer>) {
  const me = await customerOf(ctx, ctx.actor.id)
  const seen = await absenceOf(ctx, me.id)
  return {
    needed: ctx.actor.inDoubt === true,
    phone: maskPhone(me.phone),
    password: passwordProves(seen.passwordSetAt, seen.lastSeenAt),
    email: maskEmail(me.email),
  }
}

export async function askForStepUpCode(ctx: Ctx<Customer>, to: ContactKind): Promise<void> {
  const me = await customerOf(ctx, ctx.actor.id)
  if (me[to] === '') throw refuse(accountErrors.noSecondWay)
  await sendStepUpCode(ctx, to, me[to])
}

export interface StepUpProof {
  /** The code sent to the phone. */
  code: string
  password?: string
  /** The code sent to the e-mail address on record, which cannot be changed in doubt. */
  mailCode?: string
}

/** Needs the phone and one more thing that was known before the absence. The code is used last, so that a wrong password does not use it up. */
export async function stepUp(ctx: Ctx<Customer>, proof: StepUpProof): Promise<void> {
  const me = await customerOf(ctx, ctx.actor.id)
  const seen = await absenceOf(ctx, me.id)
  if (proof.password !== undefined) {
    if (!passwordProves(seen.passwordSetAt, seen.lastSeenAt)) throw refuse(accountErrors.passwordTooNew)
    await provePassword(ctx, proof.password)
  } else if (proof.mailCode !== undefined && me.email !== '') {
    await spendCode(ctx, me.email, STEP_UP_PURPOSE, proof.mailCode)
  } else {
    throw refuse(accountErrors.noSecondWay)
  }
  await spendCode(ctx, me.phone, STEP_UP_PURPOSE, proof.code)
  await inTx(ctx, async (ctx) => {
    await setInDoubt(ctx.db, ctx.actor.sessionId, false)
    await endAccessToken(ctx, ctx.actor.sessionId)
    await ownerIsCertain(ctx, me.id)
    await recordAudit(ctx, { action: 'account.stepUp', subject: `customer:${me.id}` })
  })
}
