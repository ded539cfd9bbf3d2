import type { Ctx } from '../../platform/http/ctx.ts'
import { type ClosingRow, closingById, lockClosingById, setClosingTime } from './store.ts'

type DbCtx = Pick<Ctx, 'db'>

/** When the account will be closed, or was closed. */
export function closingOf(ctx: DbCtx, customerId: number): Promise<ClosingRow> {
  return closingById(ctx.db, customerId)
}

/** The same, locked until the transaction ends. */
export function lockClosing(ctx: DbCtx, customerId: number): Promise<ClosingRow> {
  return lockClosingById(ctx.db, customerId)
}

/** Sets when the account will be closed; null cancels the closing. */
export function setClosing(ctx: DbCtx, customerId: number, at: Date | null): Promise<void> {
  return setClosingTime(ctx.db, customerId, at)
}
