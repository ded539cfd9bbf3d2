import type { Ctx } from '../../../platform/http/ctx.ts'
import { addDays, addHours } from '../../../platform/time.ts'
import { ordersBetween } from '../store.ts'

/** What the public page shows of an order: projects and province; no name, no number, no exact time. */
export interface LatestOrder {
  /** The province; empty when the order has none. */
  region: string
  /** The names of the projects. */
  title: string
  at: Date
}

const recentDays = 30
/** Orders appear this much later, so that nobody can guess who placed one. */
const delayHours = 6

/** Orders of the last month, newest first. */
export async function latestOrders(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<LatestOrder[]> {
  const now = ctx.clock.now()
  const rows = await ordersBetween(ctx.db, addDays(now, -recentDays), addHours(now, -delayHours), limit)
  return rows.map((row) => ({ ...row, region: row.region ?? '' }))
}
