import { handle } from '../../platform/http/handler.ts'
import { addKey, endKey, listKeys } from './actions.ts'
import { apiKeyAdd, apiKeyList, apiKeyRevoke } from './contract.ts'

export const routes = [
  handle(apiKeyList, (ctx) => listKeys(ctx)),
  handle(apiKeyAdd, (ctx, input) => addKey(ctx, input)),
  handle(apiKeyRevoke, async (ctx, { id }) => {
    await endKey(ctx, id)
    return {}
  }),
]
