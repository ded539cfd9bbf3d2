import { creditOf } from '../../money/credit/actions.ts'
import { movementsOf } from '../../money/ledger/actions.ts'
import type { AccountKind } from '../../money/ledger/rules.ts'
import { groupQuestions } from '../../people/groups/read-actions.ts'
import { stageCounts, whoseOrders } from '../../lab/orders/read-actions.ts'
import { tabCounts } from '../../lab/orders/rules.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { balanceOf } from '../../money/prestore/actions.ts'
import { claimCounts } from '../../money/prestore/claims/claim-actions.ts'
import { owed } from '../../billing/settlements/actions.ts'

export async function assetsOf(ctx: Ctx<Customer>) {
  const { balanceFen, giftFen, advanceFen, unassignedFen } = await balanceOf(ctx, ctx.actor.id)
  const { unsettledFen, unpaidFen, overdueFen } = await owed(ctx, ctx.actor.id)
  return {
    balanceFen,
    giftFen,
    advanceFen,
    unassignedFen,
    credit: await creditOf(ctx, ctx.actor.id),
    unsettledFen,
    unpaidFen,
    overdueFen,
  }
}

export async function assetMovements(
  ctx: Ctx<Customer>,
  { account, page, size }: { account: AccountKind; page: number; size: number },
) {
  const found = await movementsOf(ctx, ctx.actor.id, account, { page, size })
  const list = found.list.map((m) => ({
    id: m.id,
    at: shanghaiTime(m.at),
    memo: m.memo,
    amountFen: m.amountFen,
    balanceFen: m.balanceAfterFen,
  }))
  return { ...found, list }
}

export async function badgesOf(ctx: Ctx<Customer>) {
  const { unsettledCount, unpaidCount } = await owed(ctx, ctx.actor.id)
  const { pending, rejected } = await claimCounts(ctx, ctx.actor.id)
  const byStage = await stageCounts(ctx, whoseOrders(ctx.actor))
  const isGroup = ctx.actor.personId !== undefined
  return {
    groups: isGroup ? { invited: 0, offered: 0, applied: 0 } : await groupQuestions(ctx, ctx.actor.id),
    unsettled: unsettledCount,
    unpaid: unpaidCount,
    prestorePending: pending,
    prestoreRejected: rejected,
    orders: tabCounts(byStage),
  }
}
