import { handle } from '../../platform/http/handler.ts'
import { indexMessages, type LatestOrders, projectPage } from './actions.ts'
import { deviceDetail, indexMsg } from './contract.ts'

/** Orders belong to the laboratory, which lies above the shop: src/app hands in how the latest are read. */
export const siteRoutes = (latestOrders: LatestOrders) => [
  handle(deviceDetail, (ctx, { rid }) => projectPage(ctx, rid)),
  handle(indexMsg, (ctx) => indexMessages(ctx, latestOrders)),
]
