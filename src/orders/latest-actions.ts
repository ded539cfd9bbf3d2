import type { CustomerGroup } from '../accounts/rules.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import { addDays } from '../platform/time.ts'
import { ordersSince } from './store.ts'

export interface LatestOrder {
  group: CustomerGroup
  phone: string
  /** The projects in one text. */
  title: string
  at: Date
}

const recentDays = 30

/** Orders of the last month, newest first. Whoever shows them masks the phone. */
export function latestOrders(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<LatestOrder[]> {
  return ordersSince(ctx.db, addDays(ctx.clock.now(), -recentDays), limit)
}
