import type { Ctx } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { soundsOf } from '../../people/customers/search-actions.ts'
import { type InsertedOrder, insertOrder, type NewOrder, type NewOrderLine } from './store.ts'

export type { NewOrderLine }

/**
 * Joins the caller's transaction. The caller records the first stages of order and samples and emits the event. `clearing` is a deletion of
 * the caller's that the same statement carries out.
 */
export function createOrder(
  ctx: Ctx,
  order: Omit<NewOrder, 'day' | 'sounds'>,
  lines: NewOrderLine[],
  clearing: Sql,
): Promise<InsertedOrder> {
  const now = ctx.clock.now()
  const day = shanghaiDate(now).slice(2).replaceAll('-', '')
  return insertOrder(ctx.db, { ...order, day, sounds: soundsOf([order.title]) }, lines, now, clearing)
}
