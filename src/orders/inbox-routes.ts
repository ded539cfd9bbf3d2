import { handle } from '../platform/http/handler.ts'
import { inboxOf, parcelsToReturn, returnRecipient } from './inbox-actions.ts'
import { inboxRead, sampleReturnAddress, sampleReturns } from './inbox-contract.ts'

export const routes = [
  handle(inboxRead, (ctx) => inboxOf(ctx)),
  handle(sampleReturns, async (ctx) => {
    const { total, parcels } = await parcelsToReturn(ctx)
    return {
      total,
      parcels: parcels.map(({ stageName: _s, urgent: _u, createdAt: _c, ...parcel }) => parcel),
    }
  }),
  handle(sampleReturnAddress, (ctx, { orderNo }) => returnRecipient(ctx, orderNo)),
]
