import { emit } from '../../../platform/jobs/outbox.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { deviceName } from '../../../core/sign-ins/device-rules.ts'
import { customersOf } from '../../customers/actions.ts'
import { maskPhone } from '../../customers/rules.ts'
import { clearDoubt, endDoubtful, type SettledSession } from '../../../platform/auth/session-doubt.ts'
import { revokeAll } from '../../../platform/auth/sessions.ts'
import { accountsWithDoubt } from '../../customers/session-actions.ts'
import type { AccountInDoubt } from './vouch-contract.ts'
import { maskIp } from '../wechat/wechat-rules.ts'
import { accountVouched } from '../events.ts'

/** Grouped by account, because the sessions of one account have to be compared. */
export async function listInDoubt(ctx: Ctx): Promise<AccountInDoubt[]> {
  const accounts = await accountsWithDoubt(ctx)
  return accounts.map(({ id, name, company, phone, seenBefore, sessions }) => ({
    id,
    name,
    company,
    phone: maskPhone(phone),
    lastSeenAt: shanghaiTime(seenBefore),
    sessions: sessions.map((row) => ({
      id: row.id,
      ...placeOf(row),
      signedInAt: shanghaiTime(row.signedInAt),
      lastSeenAt: shanghaiTime(row.lastSeenAt),
    })),
  }))
}

/**
 * A member of staff has identified the person in these sessions, all of them or none. The reason is kept in the audit log, and the customer
 * gets a message in case it was somebody else.
 */
export function vouch(ctx: Ctx, customerId: number, sessionIds: readonly number[], reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const cleared = await clearDoubt(ctx.db, { kind: 'customer', subjectId: customerId, sessionIds }, ctx.clock.now())
    if (cleared.length !== new Set(sessionIds).size) throw refuse(commonErrors.stageConflict)
    const sessions = cleared.map((row) => ({ id: row.id, ...placeOf(row) }))
    await recordAudit(ctx, { action: 'account.vouch', subject: `customer:${customerId}`, after: { sessions }, reason })
    const devices = sessions.map(({ device }) => device).join('、')
    await emit(ctx, accountVouched, { customerId, devices, at: ctx.clock.now().toISOString() })
  })
}

/** Ends a session whose user is not the owner of the account. */
export function endInDoubt(ctx: Ctx, customerId: number, sessionId: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const ended = await endDoubtful(ctx.db, { kind: 'customer', subjectId: customerId, sessionId }, ctx.clock.now())
    if (!ended) throw refuse(commonErrors.stageConflict)
    const after = { session: { id: ended.id, ...placeOf(ended) } }
    await recordAudit(ctx, { action: 'account.endInDoubt', subject: `customer:${customerId}`, after, reason })
  })
}

/** Ends every session of the account that nobody has ended. Who knows the password can sign in again. */
export function signOutEverywhere(ctx: Ctx, customerId: number, reason: string): Promise<{ ended: number }> {
  return inTx(ctx, async (ctx) => {
    if (!(await customersOf(ctx, [customerId])).has(customerId)) throw refuse(commonErrors.notFound)
    const ended = await revokeAll(ctx, 'customer', customerId)
    await recordAudit(ctx, { action: 'account.signOut', subject: `customer:${customerId}`, after: { ended }, reason })
    return { ended }
  })
}

function placeOf({ ip, userAgent }: Pick<SettledSession, 'ip' | 'userAgent'>): { device: string; ip: string } {
  return { device: deviceName(userAgent), ip: ip === '' ? '' : maskIp(ip) }
}
