import { listed } from '../../../core/lists/listed-actions.ts'
import { customersLike, customersOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import { ordersInStages } from '../../../lab/orders/actions.ts'
import { incomeEntries } from '../../../money/ledger/actions.ts'
import { balanceRefunds } from '../../../money/refunds/figure-actions.ts'
import { orderIdOf, orderOf } from '../../../lab/orders/figures/figure-actions.ts'
import { orderRecord } from '../../../lab/orders/read-actions.ts'
import type { DailyFacts } from '../../../platform/db/daily-facts.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { incomeIndex, receivableIndex } from './income-contract.ts'
import {
  incomeByIds,
  incomeFacts,
  incomeSource,
  type IncomeSources,
  receivablesByAge,
  receivablesByIds,
  receivableSource,
} from './income-store.ts'

const sources: IncomeSources = { entries: incomeEntries(), refunds: balanceRefunds(), orderOf, orderIdOf }

export const factsOfIncome: readonly DailyFacts[] = incomeFacts(sources)

export const income = listed({
  index: incomeIndex,
  source: (ctx) => incomeSource(sources, (typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await incomeByIds(ctx.db, sources, ids)
    const customers = await customersOf(
      ctx,
      rows.flatMap(({ customerId }) => customerId ?? []),
    )
    return rows.map(({ customerId, customerGroup, at, ...row }) => ({
      ...row,
      at: shanghaiTime(at),
      group: customerGroup,
      customerName: customerId === null ? '' : customerName(customers.get(customerId)),
    }))
  },
})

export const receivables = listed({
  index: receivableIndex,
  source: (ctx) =>
    receivableSource(shanghaiDate(ctx.clock.now()), {
      customers: (typed) => customersLike(ctx, typed),
      orders: async (typed) => {
        const order = await orderRecord(ctx, typed.toUpperCase())
        return order ? [order.id] : []
      },
    }),
  rows: async (ctx, ids) => {
    const rows = await receivablesByIds(ctx.db, ids, shanghaiDate(ctx.clock.now()))
    const [customers, found] = await Promise.all([
      customersOf(
        ctx,
        rows.map(({ owedBy }) => owedBy),
      ),
      ordersInStages(ctx, { ids: rows.map(({ orderId }) => orderId) }),
    ])
    const orders = new Map(found.map((order) => [order.id, order]))
    return rows.map(({ orderId, owedBy, fixedAt, dueAt, ...row }) => ({
      ...row,
      orderNo: orders.get(orderId)?.orderNo ?? '',
      title: orders.get(orderId)?.title ?? '',
      customerName: customerName(customers.get(owedBy)),
      fixedAt: shanghaiTime(fixedAt),
      dueAt: shanghaiTime(dueAt),
    }))
  },
})

/** What is owed now, by the days since it was fixed; bands without a debt are absent. */
export function owedByAge({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  return receivablesByAge(db, shanghaiDate(clock.now()))
}
