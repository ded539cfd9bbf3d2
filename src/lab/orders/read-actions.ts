import { cappedTotal, MOST_COUNTED } from '../../platform/db/typed-words.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import type { OrderQueue } from './lists/queue-rules.ts'
import { type LateEntry, lateEntriesSince, type QueueEntry, queueEntries, type Whose } from './lists/queue-store.ts'
import type { OrderLineRow, OrderRow } from './record-rules.ts'
import type { OrderStage } from './rules.ts'
import { orderOfThem } from './closing/share-store.ts'
import { countOrders, countOrdersByStage, listOrders, type OrderFilter, type OrdersOf } from './lists/filter-store.ts'
import {
  firstOrder,
  linesOf,
  linesOfAll,
  lockedOrder,
  orderById,
  orderByNo,
  ordersByNos,
  readableOrder,
  setOrderSounds,
  unsoundedOrders,
} from './store.ts'

// Whole records of orders, for slices above that show them or decide with them. Slices that need the money of an order
// or its lines for the laboratory call actions.ts.

type Reader = Pick<Ctx, 'db'>
export type { OrderFilter, OrdersOf }

/** The orders that the caller reads: the customer's own, or in the name of a group those that it pays. */
export function whoseOrders({ id, personId }: Customer): OrdersOf {
  return personId === undefined ? { customerId: id } : { payerId: id }
}

export function orderRecord({ db }: Reader, order: number | string): Promise<OrderRow | undefined> {
  return typeof order === 'number' ? orderById(db, order) : orderByNo(db, order)
}

/** Whether anybody has ever ordered. */
export async function hasOrders({ db }: Reader): Promise<boolean> {
  return (await firstOrder(db)) !== undefined
}

/** Several orders by number, for files of staff. */
export async function ordersNumbered({ db }: Reader, orderNos: readonly string[]): Promise<Map<string, OrderRow>> {
  const rows = orderNos.length === 0 ? [] : await ordersByNos(db, orderNos)
  return new Map(rows.map((row) => [row.orderNo, row]))
}

/** An order of the customer, or in the name of a group one that it pays; undefined for any other. */
export function ownOrderRecord({ db, actor }: Ctx<Customer>, orderNo: string): Promise<OrderRow | undefined> {
  return orderOfThem(db, whoseOrders(actor), orderNo)
}

/** An order of the customer or group, or one that the customer settles and whose owner shows its results; undefined for any other. */
export function readableOrderRecord({ db, actor }: Ctx<Customer>, orderNo: string): Promise<OrderRow | undefined> {
  return readableOrder(db, actor.id, orderNo)
}

/** The same for another account, which the caller has checked. */
export function readableOrderOf({ db }: Reader, accountId: number, orderNo: string): Promise<OrderRow | undefined> {
  return readableOrder(db, accountId, orderNo)
}

/** Locked until the end of the transaction. */
export function lockOrderRecord({ db }: Reader, orderId: number): Promise<OrderRow | undefined> {
  return lockedOrder(db, orderId)
}

export function orderLines({ db }: Reader, orderId: number): Promise<OrderLineRow[]> {
  return linesOf(db, orderId)
}

export function linesOfOrders({ db }: Reader, orderIds: readonly number[]): Promise<OrderLineRow[]> {
  return linesOfAll(db, orderIds)
}

/** Newest first unless the filter says otherwise. The total of a search is counted to 1,000. */
export async function findOrders(
  { db }: Reader,
  filter: OrderFilter,
): Promise<{ rows: OrderRow[]; total: number; totalIsCapped: boolean }> {
  const rows = await listOrders(db, filter)
  if (filter.limit === undefined) return { rows, total: rows.length, totalIsCapped: false }
  const most = filter.kw ? MOST_COUNTED + 1 : null
  return { rows, ...cappedTotal(await countOrders(db, filter, most), most) }
}

/** Orders per stage, of one customer, of one payer, or of all. */
export async function stageCounts({ db }: Reader, whose: OrdersOf): Promise<Partial<Record<OrderStage, number>>> {
  return Object.fromEntries((await countOrdersByStage(db, whose)).map(({ stage, count }) => [stage, count]))
}

/** The first entries of each queue: the own first, then by deadline, and visitors in the order of `visits`, the soonest first. */
export function entriesOfQueues(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  queues: readonly OrderQueue[],
  { limit, whose, visits = [] }: { limit: number; whose: Whose; visits?: readonly string[] },
): Promise<QueueEntry[]> {
  return queueEntries(db, queues, { now: clock.now(), limit, whose, visits })
}

/** The work of these queues whose deadline passed since. */
export function lateEntries(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  queues: readonly OrderQueue[],
  since: Date,
): Promise<LateEntry[]> {
  return lateEntriesSince(db, queues, { now: clock.now(), since })
}

/** Orders whose title has no stored pinyin yet; null: no limit. */
export function ordersWithoutSounds({ db }: Reader, limit: number | null): Promise<{ id: number; title: string }[]> {
  return unsoundedOrders(db, limit)
}

export function writeOrderSounds({ db }: Reader, rows: readonly { id: number; sounds: string }[]): Promise<number> {
  return setOrderSounds(db, rows)
}
