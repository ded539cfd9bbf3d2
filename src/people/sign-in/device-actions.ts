import { latestSignIns } from '../../platform/auth/sign-in-log.ts'
import { liveSessions, revokeOwn } from '../../platform/auth/sessions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, personOf } from '../../platform/http/ctx.ts'
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

const SIGN_INS_SHOWN = 20

/** How a customer, or somebody with the customer's phone number, signed in lately or tried to. */
export async function ownSignIns(ctx: Ctx<Customer>) {
  const rows = await latestSignIns(ctx.db, 'customer', personOf(ctx.actor), SIGN_INS_SHOWN)
  return rows.map(({ id, at, method, outcome, ip, userAgent }) => ({
    ...{ id, method, outcome, ip, userAgent },
    at: shanghaiTime(at),
  }))
}

export async function endSession(ctx: Ctx<Customer>, sessionId: number): Promise<void> {
  if (!(await revokeOwn(ctx, 'customer', ctx.actor.id, sessionId))) throw refuse(commonErrors.notFound)
}
