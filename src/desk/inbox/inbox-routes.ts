import { handle } from '../../platform/http/handler.ts'
import { inboxOf, parcelsToReturn, returnRecipient, samplesDueForDestruction } from './inbox-actions.ts'
import { inboxRead, sampleReturnAddress, sampleReturns, samplesDue } from './inbox-contract.ts'

export const routes = [
  handle(inboxRead, (ctx) => inboxOf(ctx)),
  handle(sampleReturns, async (ctx, { page, size }) => {
    const { total, unpaid, parcels } = await parcelsToReturn(ctx)
    return {
      samples: total,
      unpaid,
      total: parcels.length,
      page,
      size,
      parcels: parcels
        .slice((page - 1) * size, page * size)
        .map(({ stageName: _s, urgent: _u, createdAt: _c, ...parcel }) => parcel),
    }
  }),
  handle(samplesDue, (ctx, { page, size }) => samplesDueForDestruction(ctx, { page, size })),
  handle(sampleReturnAddress, (ctx, { orderNo }) => returnRecipient(ctx, orderNo)),
]
