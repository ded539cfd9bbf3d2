import { workingTime } from '../../../core/settings/actions.ts'
import { addWorkingDays, addWorkingHours } from '../../../core/settings/opening-hours/opening-rules.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { addDays } from '../../../platform/time.ts'
import { longestDays } from '../../../shop/catalogue/actions.ts'
import { leastPromises } from './promise-contract.ts'
import { orderLimits } from '../rules.ts'
import { promisesKept } from './promise-store.ts'
import { linesOf } from '../store.ts'

/** What is promised when samples or data have arrived: the manager's call, and the data by the longest of the order's projects. */
export async function promisesOf(
  ctx: Pick<Ctx, 'db' | 'cache' | 'clock' | 'config'>,
  orderId: number,
  now: Date,
): Promise<{ callDueAt: Date; promisedAt: Date | null }> {
  const time = await workingTime(ctx)
  const days = await longestDays(
    ctx,
    (await linesOf(ctx.db, orderId)).map(({ rid }) => rid),
  )
  return {
    callDueAt: addWorkingHours(now, orderLimits.managerCallHours, time),
    promisedAt: days === null ? null : addWorkingDays(now, days, time),
  }
}

/** How often the data of a project came in time within the last year. Orders of the laboratory decide, no setting. */
export async function promiseRecord(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  rid: number,
): Promise<{ orders: number; keptPercent: number | null }> {
  const { orders, kept } = await promisesKept(ctx.db, rid, addDays(ctx.clock.now(), -365))
  return { orders, keptPercent: orders < leastPromises ? null : Math.floor((kept * 100) / orders) }
}
