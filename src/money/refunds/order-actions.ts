import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { refundedToBalance, sumChecking } from './store.ts'

/** What was paid for an order and went back to a balance. */
export async function refundsOfOrder({ db }: Pick<Ctx, 'db'>, orderNo: string) {
  const rows = await refundedToBalance(db, orderNo)
  return rows.map(({ doneAt, ...row }) => ({ ...row, doneAt: shanghaiTime(doneAt) }))
}

/** What is to go back for an order and waits for a second person. */
export function checkingOfOrder({ db }: Pick<Ctx, 'db'>, orderNo: string): Promise<number> {
  return sumChecking(db, orderNo)
}
