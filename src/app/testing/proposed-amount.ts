import { amounts } from '../../billing/settlements/amount-list-actions.ts'
import type { FinalAmountView } from '../../billing/settlements/amount-list-contract.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'

/** The amount of an order that waits for a second person, as the console lists it; fails when there is none. */
export async function proposedAmount(ctx: Ctx<Staff>, orderNo: string): Promise<FinalAmountView> {
  const query = { tab: 'checking', kw: orderNo, filters: {}, sort: '-created' }
  const { list } = await listPage(ctx, amounts, query)
  const row = list.find((each) => each.orderNo === orderNo)
  if (!row) throw new Error(`no proposed amount for ${orderNo}`)
  return row
}
