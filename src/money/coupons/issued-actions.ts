import { listed } from '../../core/lists/listed-actions.ts'
import { customersLike } from '../../people/customers/actions.ts'
import { issuedViews } from './campaigns/campaign-actions.ts'
import { issuedIndex } from './issued-contract.ts'
import { issuedByIds, issuedSource } from './issued-store.ts'

export const issuedCoupons = listed({
  index: issuedIndex,
  source: (ctx) => issuedSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await issuedByIds(ctx.db, ids)
    const views = await issuedViews(ctx, rows)
    return rows.flatMap(({ campaignId, campaignName, source }, at) => {
      const view = views[at]
      return view ? [{ ...view, campaignId, campaignName, source }] : []
    })
  },
})
