import { handle } from '../../platform/http/handler.ts'
import { assetMovements, assetsOf, badgesOf } from './actions.ts'
import { assetAll4num, assetDetail, assetInit } from './contract.ts'

export const routes = [
  handle(assetInit, (ctx) => assetsOf(ctx)),
  handle(assetDetail, (ctx, input) => assetMovements(ctx, input)),
  handle(assetAll4num, (ctx) => badgesOf(ctx)),
]
