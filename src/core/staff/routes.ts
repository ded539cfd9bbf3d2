import { type IssuedTokens, revokeSession } from '../../platform/auth/sessions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { handle } from '../../platform/http/handler.ts'
import { epochSeconds } from '../../platform/time.ts'
import { readSetting } from '../settings/actions.ts'
import { addAbsence, finishAbsence, listAbsences } from './absences/absence-actions.ts'
import { absenceAdd, absenceEnd, absenceList } from './absences/absence-contract.ts'
import {
  staffEnrol,
  staffEnrolConfirm,
  staffLogin,
  staffLoginCode,
  staffLoginConfirm,
  staffLoginEnrol,
  staffLoginPassword,
  staffPassword,
  staffOwnSignIns,
  staffRecoveryCodes,
  staffRefresh,
  staffRevoke,
  staffRevokeOthers,
  staffSecurity,
} from './contract.ts'
import { staffLogout, staffMe } from './me-contract.ts'
import {
  changeContact,
  addStaff,
  changeRole,
  disableStaff,
  listStaff,
  resetFactor,
  resetStaffPassword,
} from './manage-actions.ts'
import {
  staffAdd,
  staffChangeRole,
  staffDisable,
  staffEmail,
  staffList,
  staffResetFactor,
  staffResetPassword,
} from './manage-contract.ts'
import { roles } from './rules.ts'
import {
  beginMyEnrolment,
  changeMyPassword,
  endMyOtherSessions,
  endMySession,
  finishMyEnrolment,
  mySecurity,
  mySignIns,
  renewMyRecoveryCodes,
} from './second-factor/security-actions.ts'
import {
  beginFirstEnrolment,
  chooseFirstPassword,
  finishFirstEnrolment,
  refreshStaff,
  type SignInStep,
  signInStaff,
  signInWithFactor,
} from './sign-in-actions.ts'
import { knownActions } from './roles/action-rules.ts'
import { archiveRole, listRoles, saveRole, setLimits } from './roles/role-actions.ts'
import { staffRoleArchive, staffRoleLimits, staffRoles, staffRoleSave } from './roles/role-contract.ts'
import { staffById } from './store.ts'

export const routes = [
  handle(staffLogin, async (ctx, input) => stepWire(await signInStaff(ctx, input.account, input.password))),
  handle(staffLoginCode, async (ctx, input) => stepWire(await signInWithFactor(ctx, input.ticket, input.code))),
  handle(staffLoginPassword, async (ctx, input) =>
    stepWire(await chooseFirstPassword(ctx, input.ticket, input.password)),
  ),
  handle(staffLoginEnrol, (ctx, input) => beginFirstEnrolment(ctx, input.ticket)),
  handle(staffLoginConfirm, async (ctx, input) => stepWire(await finishFirstEnrolment(ctx, input.ticket, input.code))),
  handle(staffRefresh, async (ctx, input) => wire(await refreshStaff(ctx, input.token))),
  handle(staffMe, async (ctx) => {
    const me = await staffById(ctx.db, ctx.actor.id)
    if (!me) throw refuse(commonErrors.notSignedIn)
    const { customRole, ...person } = me
    return {
      ...person,
      actions: knownActions(me.actions),
      roleName: customRole ?? roles[person.role],
      idleMinutes: await readSetting(ctx, 'staffIdleMinutes'),
    }
  }),
  handle(staffLogout, async (ctx) => finished(revokeSession(ctx, ctx.actor.sessionId))),
  handle(staffSecurity, (ctx) => mySecurity(ctx)),
  handle(staffEnrol, (ctx, input) => beginMyEnrolment(ctx, input.password)),
  handle(staffEnrolConfirm, async (ctx, input) => ({ recoveryCodes: await finishMyEnrolment(ctx, input.code) })),
  handle(staffRecoveryCodes, async (ctx, input) => ({ recoveryCodes: await renewMyRecoveryCodes(ctx, input.code) })),
  handle(staffPassword, async (ctx, input) => finished(changeMyPassword(ctx, input))),
  handle(staffRevoke, async (ctx, input) => finished(endMySession(ctx, input.id))),
  handle(staffRevokeOthers, async (ctx) => ({ ended: await endMyOtherSessions(ctx) })),
  handle(staffOwnSignIns, async (ctx) => ({ list: await mySignIns(ctx) })),
  handle(absenceList, (ctx) => listAbsences(ctx)),
  handle(absenceAdd, (ctx, input) => addAbsence(ctx, input)),
  handle(absenceEnd, async (ctx, input) => finished(finishAbsence(ctx, input.id))),
  handle(staffList, async (ctx) => ({ list: await listStaff(ctx) })),
  handle(staffRoles, (ctx) => listRoles(ctx)),
  handle(staffRoleSave, (ctx, input) => saveRole(ctx, input)),
  handle(staffRoleArchive, async (ctx, input) => finished(archiveRole(ctx, input))),
  handle(staffRoleLimits, async (ctx, input) => finished(setLimits(ctx, input))),
  handle(staffAdd, (ctx, input) => addStaff(ctx, input)),
  handle(staffEmail, async (ctx, input) => finished(changeContact(ctx, input))),
  handle(staffChangeRole, async (ctx, input) => finished(changeRole(ctx, input))),
  handle(staffDisable, async (ctx, input) => finished(disableStaff(ctx, input))),
  handle(staffResetFactor, async (ctx, input) => finished(resetFactor(ctx, input))),
  handle(staffResetPassword, (ctx, input) => resetStaffPassword(ctx, input)),
]

function wire(tokens: IssuedTokens) {
  return { token: tokens.token, refreshToken: tokens.refreshToken, expires: epochSeconds(tokens.accessExpiresAt) }
}

function stepWire(step: SignInStep) {
  if (step.next !== 'done') return step
  const { next, tokens, recoveryCodes } = step
  return { next, ...wire(tokens), recoveryCodes }
}

async function finished(work: Promise<unknown>): Promise<Record<string, never>> {
  await work
  return {}
}
