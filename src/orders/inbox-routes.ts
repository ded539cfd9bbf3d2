import { handle } from '../platform/http/handler.ts'
import { inboxOf, parcelsToReturn, returnRecipient, samplesDueForDestruction } from './inbox-actions.ts'
import { inboxRead, sampleReturnAddress, sampleReturns, samplesDue } from './inbox-contract.ts'

export const routes = [
  handle(inboxRead, (ctx) => inboxOf(ctx)),
  handle(sampleReturns, async (ctx) => {
    const { total, unpaid, parcels } = await parcelsToReturn(ctx)
    return {
      total,
      unpaid,
      parcels: parcels.map(({ stageName: _s, urgent: _u, createdAt: _c, ...parcel }) => parcel),
    }
  }),
  handle(samplesDue, (ctx) => samplesDueForDestruction(ctx)),
  handle(sampleReturnAddress, (ctx, { orderNo }) => returnRecipient(ctx, orderNo)),
]
