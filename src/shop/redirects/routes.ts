import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { addRedirect, pasteRedirects, redirects, removeRedirect } from './actions.ts'
import { missingIgnore, missingList, redirectAdd, redirectList, redirectPaste, redirectRemove } from './contract.ts'
import { ignoreAddress, missingAddresses } from './missing-actions.ts'

export const routes = [
  handle(missingList, (ctx, query) => listPage(ctx, missingAddresses, query)),
  handle(missingIgnore, async (ctx, { id }) => {
    await ignoreAddress(ctx, id)
    return {}
  }),
  handle(redirectList, (ctx, query) => listPage(ctx, redirects, query)),
  handle(redirectAdd, (ctx, input) => addRedirect(ctx, input)),
  handle(redirectPaste, (ctx, { text }) => pasteRedirects(ctx, text)),
  handle(redirectRemove, async (ctx, { id }) => {
    await removeRedirect(ctx, id)
    return {}
  }),
]
