import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { prestoreErrors } from '../errors.ts'
import { lockBankLine, setAside } from './bank-store.ts'

/**
 * Sets a bank line aside that concerns no customer, such as interest or a line that was pasted by mistake, or back to those that wait. Nothing
 * is posted: the ledger knows only the money of customers.
 */
export async function setLineAside(
  ctx: Ctx<Staff>,
  { bankLineId, aside, reason }: { bankLineId: number; aside: boolean; reason: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const line = await lockBankLine(inner.db, bankLineId)
    if (!line) throw refuse(commonErrors.notFound)
    if ((line.asideReason !== null) === aside) return
    const change = aside ? { reason, staffId: ctx.actor.id, now: ctx.clock.now() } : null
    if (!(await setAside(inner.db, bankLineId, change))) throw refuse(prestoreErrors.bankLineTaken)
    await recordAudit(inner, {
      action: 'bank.setAside',
      subject: `bankLine:${bankLineId}`,
      before: { bankLine: line.serial, aside: !aside, ...(aside ? {} : { asideReason: line.asideReason }) },
      after: { bankLine: line.serial, aside },
      reason,
    })
  })
}
