import { handle } from '../../../platform/http/handler.ts'
import { keysOfCustomer, ownRequests, ownUsage, requestsOfKey, usageOfKey } from './actions.ts'
import { apiKeyRequests, apiKeyUsage, staffApiKeyRequests, staffApiKeys, staffApiKeyUsage } from './contract.ts'

export const routes = [
  handle(apiKeyRequests, (ctx, input) => ownRequests(ctx, input)),
  handle(apiKeyUsage, (ctx, { id }) => ownUsage(ctx, id)),
  handle(staffApiKeys, (ctx, { customerId }) => keysOfCustomer(ctx, customerId)),
  handle(staffApiKeyRequests, (ctx, input) => requestsOfKey(ctx, input)),
  handle(staffApiKeyUsage, (ctx, { id }) => usageOfKey(ctx, id)),
]
