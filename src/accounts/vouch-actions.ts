import { emit } from '../platform/jobs/outbox.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { recordAudit } from '../platform/http/audit.ts'
import { type Ctx, inTx } from '../platform/http/ctx.ts'
import { shanghaiTime } from '../platform/time.ts'
import { maskPhone } from './rules.ts'
import { accountsInDoubt, clearDoubt } from './step-up-store.ts'
import type { AccountInDoubt } from './vouch-contract.ts'

export async function listInDoubt(ctx: Ctx): Promise<AccountInDoubt[]> {
  const rows = await accountsInDoubt(ctx.db, ctx.clock.now())
  return rows.map((row) => ({
    ...row,
    phone: maskPhone(row.phone),
    signedInAt: shanghaiTime(row.signedInAt),
    lastSeenAt: shanghaiTime(row.lastSeenAt),
  }))
}

/** Somebody of the house knows who is there. Why stands in the audit log, and the person is told, in case it is another. */
export function vouch(ctx: Ctx, customerId: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    if (!(await clearDoubt(ctx.db, customerId))) throw refuse(commonErrors.stageConflict)
    await recordAudit(ctx, { action: 'account.vouch', subject: `customer:${customerId}`, reason })
    await emit(ctx, 'account.vouched', { customerId, at: ctx.clock.now().toISOString() })
  })
}
