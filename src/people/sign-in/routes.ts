import { type IssuedTokens, revokeSession } from '../../platform/auth/sessions.ts'
import { handle } from '../../platform/http/handler.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { epochSeconds } from '../../platform/time.ts'
import { sendCode, sendContactCode } from './codes/code-actions.ts'
import { isInviter } from '../customers/actions.ts'
import { giveConsent } from '../customers/consent-actions.ts'
import { code4sms, inviterCheck, login, loginForCode, refresh4token, reset, sign } from './contract.ts'
import { endSession, ownSignIns, sessionsOf } from './device-actions.ts'
import {
  userCode4Contact,
  userCode4StepUp,
  userConsent,
  userPassword,
  userRevoke,
  userSessions,
  userSignIns,
  userStepUp,
  userStepUpWays,
  userUpdateContact,
} from '../customers/profile-contract.ts'
import { userLogout } from '../customers/person-contract.ts'
import {
  changeContact,
  changePassword,
  provePassword,
  refreshTokens,
  register,
  resetPassword,
  signIn,
  signInWithCode,
} from './sign-in-actions.ts'
import { askForStepUpCode, stepUp, stepUpWays } from './step-up/step-up-actions.ts'
import { beginSecondFactor } from '../customers/second-factor/second-factor-actions.ts'
import { userBeginSecondFactor } from '../customers/second-factor/second-factor-contract.ts'
import { unbindWechat } from './wechat/unbind-actions.ts'
import { askForQr, pollQr, undoScan } from './wechat/wechat-actions.ts'
import { wxQrCodeLogin, wxTicket, wxUnbind, wxUndo } from './wechat/wechat-contract.ts'
import { endInDoubt, listInDoubt, signOutEverywhere, vouch } from './step-up/vouch-actions.ts'
import { accountEndInDoubt, accountSignOut, accountVouch, inDoubtList } from './step-up/vouch-contract.ts'

export const routes = [
  handle(login, async (ctx, input) => wire(await signIn(ctx, input))),
  handle(loginForCode, async (ctx, input) => wire(await signInWithCode(ctx, input))),
  handle(code4sms, async (ctx, input) => finished(sendCode(ctx, input.phone, input.useFor))),
  handle(sign, async (ctx, input) => finished(register(ctx, input))),
  handle(inviterCheck, async (ctx, input) => ({ valid: await isInviter(ctx, input.code) })),
  handle(reset, async (ctx, input) => finished(resetPassword(ctx, input))),
  handle(refresh4token, async (ctx, input) => {
    const issued = wire(await refreshTokens(ctx, input.token))
    return { token: issued.token, refresh_token: issued.refreshToken, expires_at: issued.expires }
  }),
  handle(wxTicket, async (ctx) => {
    const { ticket, expireSeconds, url } = await askForQr(ctx)
    return { ticket, expire_seconds: expireSeconds, qr_code_url: url }
  }),
  handle(wxQrCodeLogin, async (ctx, input) => {
    const answer = await pollQr(ctx, input.ticket)
    return answer.status === 'done' ? { status: answer.status, ...wire(answer.tokens) } : answer
  }),
  handle(wxUndo, (ctx, input) => undoScan(ctx, input.token)),
  handle(wxUnbind, async (ctx, input) => finished(unbindWechat(ctx, input))),
  handle(userPassword, async (ctx, input) => finished(changePassword(ctx, input))),
  handle(userCode4Contact, async (ctx, input) => finished(sendContactCode(ctx, input.kind, input.contact))),
  handle(userUpdateContact, async (ctx, input) => finished(changeContact(ctx, input))),
  handle(userConsent, async (ctx, input) => finished(giveConsent(ctx, ctx.actor.id, input.version))),
  handle(userStepUpWays, (ctx) => stepUpWays(ctx)),
  handle(userCode4StepUp, async (ctx, input) => finished(askForStepUpCode(ctx, input.to))),
  handle(userStepUp, async (ctx, input) => finished(stepUp(ctx, input))),
  handle(userBeginSecondFactor, async (ctx, input) => {
    refuseInDoubt(ctx)
    await provePassword(ctx, input.password)
    return beginSecondFactor(ctx)
  }),
  handle(inDoubtList, async (ctx) => ({ list: await listInDoubt(ctx) })),
  handle(accountVouch, async (ctx, input) => finished(vouch(ctx, input.id, input.sessionIds, input.reason))),
  handle(accountEndInDoubt, async (ctx, input) => finished(endInDoubt(ctx, input.id, input.sessionId, input.reason))),
  handle(accountSignOut, (ctx, input) => signOutEverywhere(ctx, input.id, input.reason)),
  handle(userLogout, async (ctx) => finished(revokeSession(ctx, ctx.actor.sessionId))),
  handle(userSessions, async (ctx) => ({ list: await sessionsOf(ctx) })),
  handle(userSignIns, async (ctx) => ({ list: await ownSignIns(ctx) })),
  handle(userRevoke, async (ctx, input) => finished(endSession(ctx, input.id))),
]

function wire(issued: IssuedTokens) {
  return {
    token: issued.token,
    refreshToken: issued.refreshToken,
    expires: epochSeconds(issued.accessExpiresAt),
  }
}

async function finished(work: Promise<unknown>): Promise<Record<string, never>> {
  await work
  return {}
}
