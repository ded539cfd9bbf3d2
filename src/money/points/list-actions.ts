import { listed } from '../../ground/lists/listed-actions.ts'
import { customersLike } from '../../people/customers/actions.ts'
import { claimViews } from './claim-actions.ts'
import { claimSource } from './claim-store.ts'
import { exchangeViews } from './exchange-actions.ts'
import { goodsViews } from './goods-actions.ts'
import { exchangeSource, goodsSource } from './goods-store.ts'
import { claimIndex, exchangeIndex, goodsIndex } from './list-contract.ts'

export const pointGoods = listed({ index: goodsIndex, source: () => goodsSource(), rows: goodsViews })

export const pointExchanges = listed({
  index: exchangeIndex,
  source: (ctx) => exchangeSource((typed) => customersLike(ctx, typed)),
  rows: exchangeViews,
})

export const pointClaims = listed({
  index: claimIndex,
  source: (ctx) => claimSource((typed) => customersLike(ctx, typed)),
  rows: claimViews,
})
