import { revokeEverybody } from '../../platform/auth/sessions.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { SignedInKind } from './rules.ts'

/** Everybody signs in again, as after a leak of sessions; only the administrator who does it stays signed in on this device. */
export function signOutAll(ctx: Ctx<Staff>, who: SignedInKind, reason: string): Promise<{ ended: number }> {
  const { sessionId } = ctx.actor
  return inTx(ctx as Ctx, async (ctx) => {
    const ended = await revokeEverybody(ctx, who, sessionId)
    await recordAudit(ctx, { action: 'account.signOutAll', subject: `session:${who}`, after: { ended }, reason })
    return { ended }
  })
}
