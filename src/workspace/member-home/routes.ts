import { handle } from '../../platform/http/handler.ts'
import { assetMovements, assetsOf, badgesOf } from './actions.ts'
import { assetDetail } from './contract.ts'
import { assetAll4num, assetInit } from '../../billing/settlements/asset-contract.ts'

export const routes = [
  handle(assetInit, (ctx) => assetsOf(ctx)),
  handle(assetDetail, (ctx, input) => assetMovements(ctx, input)),
  handle(assetAll4num, (ctx) => badgesOf(ctx)),
]
