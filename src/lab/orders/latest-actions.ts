import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays, addHours } from '../../platform/time.ts'
import { ordersBetween } from './store.ts'

/** An order as the public may know of it: what was ordered and from which province, and nobody's name, number or minute. */
export interface LatestOrder {
  /** Empty where the order names none. */
  region: string
  /** The projects in one text. */
  title: string
  at: Date
}

const recentDays = 30
/** An order is told of this much later, so that nobody can tell who sat at the desk when it was placed. */
const hoursLater = 6

/** Orders of the last month, newest first. */
export async function latestOrders(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<LatestOrder[]> {
  const now = ctx.clock.now()
  const rows = await ordersBetween(ctx.db, addDays(now, -recentDays), addHours(now, -hoursLater), limit)
  return rows.map((row) => ({ ...row, region: row.region ?? '' }))
}
