import { listed } from '../../core/lists/listed-actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { promoterIndex, rebateIndex } from './list-contract.ts'
import { promotersByIds, promoterSource, rebatesByIds, rebateSource } from './list-store.ts'
import { numbersOf } from './rebate-store.ts'
import { promoterLifecycle } from './rules.ts'

export const promoters = listed({
  index: promoterIndex,
  source: (ctx) => promoterSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await promotersByIds(ctx.db, ids)
    const customerIds = [...new Set(rows.map(({ customerId }) => customerId))]
    const people = await customersOf(ctx, customerIds)
    const numbers = new Map((await numbersOf(ctx.db, customerIds)).map((each) => [each.promoterId, each]))
    return rows.map((row) => {
      const person = people.get(row.customerId)
      const {
        customers = 0,
        orders = 0,
        pendingFen = 0,
        earnedFen = 0,
        owedFen = 0,
      } = numbers.get(row.customerId) ?? {}
      return {
        id: row.id,
        customerId: row.customerId,
        version: row.version,
        stage: row.stage,
        stageLabel: promoterLifecycle.stages[row.stage],
        customerName: person?.name ?? '',
        customerPhone: maskPhone(person?.phone ?? ''),
        company: person?.company ?? '',
        plan: row.plan,
        agreement: row.agreement,
        reason: row.reason,
        appliedAt: shanghaiTime(row.appliedAt),
        approvedAt: row.approvedAt && shanghaiTime(row.approvedAt),
        leftAt: row.leftAt && shanghaiTime(row.leftAt),
        ...{ customers, orders, pendingFen, earnedFen, owedFen },
      }
    })
  },
})

export const rebates = listed({
  index: rebateIndex,
  source: (ctx) => rebateSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await rebatesByIds(ctx.db, ids)
    const people = await customersOf(
      ctx,
      rows.flatMap(({ promoterId, customerId }) => [promoterId, customerId]),
    )
    return rows.map((row) => ({
      id: row.id,
      orderNo: row.orderNo,
      promoterName: people.get(row.promoterId)?.name ?? '',
      promoterPhone: maskPhone(people.get(row.promoterId)?.phone ?? ''),
      customerName: people.get(row.customerId)?.name ?? '',
      customerPhone: maskPhone(people.get(row.customerId)?.phone ?? ''),
      paidAt: shanghaiTime(row.paidAt),
      dueAt: shanghaiTime(row.dueAt),
      maturedAt: row.maturedAt && shanghaiTime(row.maturedAt),
      baseFen: row.baseFen,
      amountFen: row.amountFen,
      pendingFen: row.pendingFen,
      availableFen: row.availableFen,
      owedFen: row.owedFen,
      state: row.state,
      refusal: row.refusal === '' ? null : row.refusal,
    }))
  },
})
