import { listed } from '../../../core/lists/listed-actions.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { customersLike, customersOf } from '../../../people/customers/actions.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { historyOf } from '../../../platform/lifecycle/transition.ts'
import { bankLineById, bankLinesByIds } from '../received/bank-store.ts'
import { claimView } from './claim-actions.ts'
import { candidates, claimsByIds, claimSource, countCandidates } from './claim-list-store.ts'
import { claimIndex } from '../list-contract.ts'
import { bankLineView } from '../received/match-actions.ts'
import { transferCode, transferLifecycle } from '../rules.ts'
import type { ClaimRow } from '../store.ts'

// Claims of transfers as finance sees them: the list, and the candidates for a bank line.

export const claims = listed({
  index: claimIndex,
  source: (ctx) => claimSource((typed) => customersLike(ctx, typed), ctx.actor.id),
  rows: async (ctx, ids) => claimViews(ctx, await claimsByIds(ctx.db, ids)),
})

export async function claimCandidates(
  ctx: Ctx<Staff>,
  { lineId, page, size }: { lineId?: number; page: number; size: number },
) {
  const line = lineId === undefined ? undefined : await bankLineById(ctx.db, lineId)
  const rows = await candidates(ctx.db, line && bankLineView(line), size, (page - 1) * size)
  return {
    list: await claimViews(ctx, rows),
    total: await countCandidates(ctx.db),
    page,
    size,
    secondPersonAboveFen: await readSetting(ctx, 'secondPersonAboveFen'),
  }
}

async function claimViews(ctx: Ctx<Staff>, rows: ClaimRow[]) {
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.matchedBy ?? []),
  )
  const found = await bankLinesByIds(
    ctx.db,
    rows.flatMap((row) => row.bankLineId ?? []),
  )
  const lines = new Map(found.map((line) => [line.id, bankLineView(line)]))
  const reasons = await overrideReasons(ctx, rows)
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      ...claimView(row),
      customerId: row.customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      transferCode: transferCode(row.customerId),
      matchedByName: (row.matchedBy !== null && names.get(row.matchedBy)) || '',
      mayConfirm: row.stage === 'checking' && row.matchedBy !== ctx.actor.id,
      overrideReason: reasons.get(row.id) ?? '',
      bankLine: (row.bankLineId !== null && lines.get(row.bankLineId)) || null,
    }
  })
}

/** The reasons of the matches that wait for their second person. */
async function overrideReasons(ctx: Ctx, rows: ClaimRow[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const row of rows) {
    if (row.stage !== 'checking') continue
    const proposed = (await historyOf(ctx, transferLifecycle.entity, row.id)).findLast((e) => e.action === 'propose')
    if (proposed?.reason) found.set(row.id, proposed.reason)
  }
  return found
}
