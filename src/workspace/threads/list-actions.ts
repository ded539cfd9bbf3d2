import { listed } from '../../core/lists/listed-actions.ts'
import { findOrders } from '../../lab/orders/read-actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type StaffThread, threadIndex } from './list-contract.ts'
import { threadsByIds, threadSource } from './list-store.ts'

export const threads = listed<StaffThread>({
  index: threadIndex,
  source: (ctx) => threadSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await threadsByIds(ctx.db, ids)
    const customers = await customersOf(
      ctx,
      rows.map(({ customerId }) => customerId),
    )
    const orders = rows.length === 0 ? [] : (await findOrders(ctx, { ids: rows.map(({ orderId }) => orderId) })).rows
    const titles = new Map(orders.map(({ id, title }) => [id, title]))
    return rows.map((row) => ({
      ...{ id: row.id, orderNo: row.orderNo, lastText: row.lastText, lastSide: row.lastSide, unread: row.unread },
      title: titles.get(row.orderId) ?? '',
      customerName: customerName(customers.get(row.customerId)),
      messageCount: row.messageCount,
      lastAt: shanghaiTime(row.lastAt),
      state: row.waitingSince === null ? 'answered' : 'waiting',
      waitingSince: row.waitingSince && shanghaiTime(row.waitingSince),
    }))
  },
})
