import { listed, listPage } from '../../core/lists/listed-actions.ts'
import { noteListRead } from '../../core/safety/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { IndexQuery } from '../../platform/contract/index-list.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { withdrawalView } from './actions.ts'
import { withdrawalIndex } from './list-contract.ts'
import { withdrawalsByIds, withdrawalSource } from './list-store.ts'
import type { Withdrawal } from './store.ts'

export const withdrawals = listed({
  index: withdrawalIndex,
  source: (ctx) => withdrawalSource((typed) => customersLike(ctx, typed), ctx.actor.id),
  rows: async (ctx, ids) => staffViews(ctx, await withdrawalsByIds(ctx.db, ids)),
})

/** The list shows bank accounts in full, because they are copied into the bank's form. */
export async function withdrawalsForStaff(ctx: Ctx<Staff>, query: IndexQuery) {
  const page = await listPage(ctx, withdrawals, query)
  await noteListRead(
    ctx,
    'withdrawals',
    page.list.map(({ withdrawalNo }) => withdrawalNo),
  )
  return page
}

async function staffViews(ctx: Ctx<Staff>, rows: Withdrawal[]) {
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => [row.proposedBy ?? [], row.approvedBy ?? []].flat()),
  )
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      ...withdrawalView(row),
      customerId: row.customerId,
      customerName: customer?.name || customer?.company || '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      fullAccount: row.account,
      proposedByName: nameOf(row.proposedBy),
      approvedByName: nameOf(row.approvedBy),
      mayConfirm: row.stage === 'checking' && row.proposedBy !== ctx.actor.id,
    }
  })
}
