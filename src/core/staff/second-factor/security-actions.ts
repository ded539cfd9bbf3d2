import { verifyPassword } from '../../../platform/auth/passwords.ts'
import { endAccessToken, liveSessions, revokeAll, revokeOwn } from '../../../platform/auth/sessions.ts'
import { latestSignIns } from '../../../platform/auth/sign-in-log.ts'
import { forgetTries, takeTry } from '../../../platform/auth/throttle.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { staffErrors, tooManyAttempts } from '../errors.ts'
import { passwordTries } from '../try-rules.ts'
import { beginEnrolment, finishEnrolment, giveRecoveryCodes, proveFactor } from './second-factor-actions.ts'
import { dropSignIns, recoveryCodesLeft } from './second-factor-store.ts'
import { replaceStaffPassword } from '../sign-in-actions.ts'
import { securityById, type StaffSecurity } from '../store.ts'

export async function mySecurity(ctx: Ctx<Staff>) {
  const me = await myself(ctx)
  const sessions = await liveSessions(ctx, 'staff', me.id)
  return {
    account: me.account,
    enrolledAt: me.totpEnrolledAt && shanghaiTime(me.totpEnrolledAt),
    recoveryCodesLeft: await recoveryCodesLeft(ctx.db, me.id),
    sessions: sessions.map((row) => ({
      id: row.id,
      current: row.id === ctx.actor.sessionId,
      createdAt: shanghaiTime(row.createdAt),
      ip: row.ip,
      userAgent: row.userAgent,
    })),
  }
}

/** A session alone must not bind another app to an account: it may have been left open. */
export async function beginMyEnrolment(ctx: Ctx<Staff>, password: string) {
  const me = await myself(ctx)
  await provePassword(ctx, me, password, 'password')
  return beginEnrolment(ctx, me)
}

export async function finishMyEnrolment(ctx: Ctx<Staff>, code: string): Promise<string[]> {
  return finishEnrolment(ctx, await myself(ctx), code)
}

export async function renewMyRecoveryCodes(ctx: Ctx<Staff>, code: string): Promise<string[]> {
  await proveFactor(ctx, ctx.actor.id, code)
  await endAccessToken(ctx, ctx.actor.sessionId)
  return inTx(ctx, async (ctx) => {
    await recordAudit(ctx, { action: 'staff.recoveryCodes', subject: `staff:${ctx.actor.id}` })
    return giveRecoveryCodes(ctx, ctx.actor.id)
  })
}

/** The other sessions end, so that somebody who knew the old password is signed out. */
export async function changeMyPassword(
  ctx: Ctx<Staff>,
  input: { oldPassword: string; password: string },
): Promise<void> {
  const me = await myself(ctx)
  await provePassword(ctx, me, input.oldPassword, 'oldPassword')
  await inTx(ctx, async (ctx) => {
    await replaceStaffPassword(ctx, me, input.password)
    await dropSignIns(ctx.db, me.id)
    await revokeAll(ctx, 'staff', me.id, ctx.actor.sessionId)
    await recordAudit(ctx, { action: 'staff.password', subject: `staff:${me.id}` })
  })
}

export async function endMySession(ctx: Ctx<Staff>, sessionId: number): Promise<void> {
  if (!(await revokeOwn(ctx, 'staff', ctx.actor.id, sessionId))) throw refuse(commonErrors.notFound)
}

/** Ends every session of the person but the one in use; answers how many. */
export function endMyOtherSessions(ctx: Ctx<Staff>): Promise<number> {
  return inTx(ctx, async (ctx) => {
    const ended = await revokeAll(ctx, 'staff', ctx.actor.id, ctx.actor.sessionId)
    if (ended > 0) await recordAudit(ctx, { action: 'staff.revokeOthers', subject: `staff:${ctx.actor.id}` })
    return ended
  })
}

const SIGN_INS_SHOWN = 20

/** Failed tries are included, so that people notice somebody else at their account. */
export async function mySignIns(ctx: Ctx<Staff>) {
  const rows = await latestSignIns(ctx.db, 'staff', ctx.actor.id, SIGN_INS_SHOWN)
  return rows.map(({ id, at, method, outcome, ip, userAgent }) => ({
    ...{ id, method, outcome, ip, userAgent },
    at: shanghaiTime(at),
  }))
}

async function myself(ctx: Ctx<Staff>): Promise<StaffSecurity> {
  const me = await securityById(ctx.db, ctx.actor.id)
  if (!me) throw refuse(commonErrors.notSignedIn)
  return me
}

/** Whoever proves it goes on with a new token. */
async function provePassword(ctx: Ctx<Staff>, me: StaffSecurity, password: string, field: string): Promise<void> {
  const key = passwordTries(me.account)
  const waitSeconds = await takeTry(ctx, key)
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
  if (!(await verifyPassword(password, me.passwordHash))) {
    const message = field === 'oldPassword' ? staffErrors.wrongOldPassword.message : '[密码]不正确'
    throw refuse(staffErrors.wrongOldPassword, message, { fields: { [field]: message } })
  }
  await forgetTries(ctx, key)
  await endAccessToken(ctx, ctx.actor.sessionId)
}
