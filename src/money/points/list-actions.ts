import { listed } from '../../core/lists/listed-actions.ts'
import { customersLike } from '../../people/customers/actions.ts'
import { claimViews } from './claims/claim-actions.ts'
import { claimSource } from './claims/claim-store.ts'
import { exchangeViews } from './goods/exchange-actions.ts'
import { goodsViews } from './goods/goods-actions.ts'
import { exchangeSource, goodsSource } from './goods/goods-store.ts'
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
