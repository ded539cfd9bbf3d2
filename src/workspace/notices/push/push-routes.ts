import { handle } from '../../../platform/http/handler.ts'
import { addBrowser, ownBrowsers, removeBrowser, tryHere, turnOffHere } from './push-actions.ts'
import { pushAdd, pushOff, pushRemove, pushState, pushTry } from './push-contract.ts'

export const routes = [
  handle(pushState, (ctx) => ownBrowsers(ctx)),
  handle(pushAdd, (ctx, input) => addBrowser(ctx, input)),
  handle(pushRemove, async (ctx, { id }) => {
    await removeBrowser(ctx, id)
    return {}
  }),
  handle(pushOff, async (ctx) => {
    await turnOffHere(ctx)
    return {}
  }),
  handle(pushTry, async (ctx) => {
    await tryHere(ctx)
    return {}
  }),
]
