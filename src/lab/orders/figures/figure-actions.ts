import type { DailyFacts } from '../../../platform/db/daily-facts.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { returnsOf } from '../../samples/actions.ts'
import {
  dayOfOrder,
  dayOfOrderAgain,
  idOfOrderNo,
  lateInQueues,
  linesInHand,
  orderFacts,
  orderRelation,
} from './figure-store.ts'

// For figures of slices above.

export const factsOfOrders: readonly DailyFacts[] = orderFacts(returnsOf)

/** The order with this id as a relation of at most one row (order_no, title, customer_group, customer_id, rid, project_name). */
export function orderOf(id: Sql): Sql {
  return orderRelation(id)
}

/** The id of the order with this number. */
export function orderIdOf(orderNo: Sql): Sql {
  return idOfOrderNo(orderNo)
}

/** The day in Shanghai on which the order was placed. */
export async function orderDay({ db }: Pick<Ctx, 'db'>, id: number): Promise<string | undefined> {
  return (await dayOfOrder(db, id))?.day
}

/** The same for an order that was received or delivered once before. */
export async function orderDayAgain({ db }: Pick<Ctx, 'db'>, id: number): Promise<string | undefined> {
  return (await dayOfOrderAgain(db, id))?.day
}

/** What is in the laboratory and not handed in, by order and project. */
export function workInHand({ db }: Pick<Ctx, 'db'>) {
  return linesInHand(db)
}

/** How many orders of each queue are past their deadline; queues without one are absent. */
export function lateWork({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  return lateInQueues(db, clock.now())
}
