import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { creditOf } from './actions.ts'
import { applicationView } from './application-actions.ts'
import { creditIndex } from './list-contract.ts'
import { applicationsByIds, creditSource } from './list-store.ts'
import type { CreditPosition } from './rules.ts'
import type { CreditApplicationRow } from './store.ts'

export const creditApplications = listed({
  index: creditIndex,
  source: (ctx) => creditSource((typed) => customersLike(ctx, typed), ctx.actor.id),
  rows: async (ctx, ids) => staffViews(ctx, await applicationsByIds(ctx.db, ids)),
})

async function staffViews(ctx: Ctx<Staff>, rows: CreditApplicationRow[]) {
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.decidedBy ?? []),
  )
  const credits = new Map<number, CreditPosition>()
  const list = []
  for (const row of rows) {
    const credit = credits.get(row.customerId) ?? (await creditOf(ctx, row.customerId))
    credits.set(row.customerId, credit)
    const customer = customers.get(row.customerId)
    list.push({
      ...applicationView(row),
      customerId: row.customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      decidedByName: (row.decidedBy !== null && names.get(row.decidedBy)) || '',
      mayConfirm: row.stage === 'checking' && row.decidedBy !== ctx.actor.id,
      credit,
    })
  }
  return list
}
