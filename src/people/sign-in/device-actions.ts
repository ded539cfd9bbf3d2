import { liveSessions, revokeOwn } from '../../platform/auth/sessions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'

/** The devices a customer is signed in on. */
export async function sessionsOf(ctx: Ctx<Customer>) {
  const rows = await liveSessions(ctx, 'customer', ctx.actor.id)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === ctx.actor.sessionId,
    createdAt: shanghaiTime(row.createdAt),
    lastSeenAt: shanghaiTime(row.lastSeenAt),
    ip: row.ip,
    userAgent: row.userAgent,
  }))
}

export async function endSession(ctx: Ctx<Customer>, sessionId: number): Promise<void> {
  if (!(await revokeOwn(ctx, 'customer', ctx.actor.id, sessionId))) throw refuse(commonErrors.notFound)
}
