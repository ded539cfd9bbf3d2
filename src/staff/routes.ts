import { revokeSession, type IssuedTokens } from '../platform/auth/sessions.ts'
import { handle } from '../platform/http/handler.ts'
import { epochSeconds } from '../platform/time.ts'
import { refreshStaff, signInStaff } from './actions.ts'
import { staffLogin, staffLogout, staffMe, staffRefresh } from './contract.ts'
import { roles } from './rules.ts'
import { staffById } from './store.ts'

export const routes = [
  handle(staffLogin, async (ctx, input) => wire(await signInStaff(ctx, input.account, input.password))),
  handle(staffRefresh, async (ctx, input) => wire(await refreshStaff(ctx, input.token))),
  handle(staffMe, async (ctx) => {
    const me = await staffById(ctx.db, ctx.actor.id)
    return {
      id: ctx.actor.id,
      account: me?.account ?? '',
      name: ctx.actor.name,
      role: ctx.actor.role,
      roleName: me ? roles[me.role] : '',
    }
  }),
  handle(staffLogout, async (ctx) => {
    await revokeSession(ctx, ctx.actor.sessionId)
    return {}
  }),
]

function wire(tokens: IssuedTokens) {
  return { token: tokens.token, refreshToken: tokens.refreshToken, expires: epochSeconds(tokens.accessExpiresAt) }
}
