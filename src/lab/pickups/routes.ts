import { handle } from '../../platform/http/handler.ts'
import { addPickup, cancelPickup, chooseSelfSend, fetchableOrders, ownPickups, pickupCalendar } from './actions.ts'
import { samplingAdd, samplingCancel, samplingDays, samplingList, samplingOrders } from './contract.ts'

export const routes = [
  handle(samplingDays, (ctx) => pickupCalendar(ctx)),
  handle(samplingOrders, (ctx, input) => fetchableOrders(ctx, input)),
  handle(samplingAdd, async (ctx, input) => {
    if (input.type === 0) return { type: 0 as const, sendTo: await chooseSelfSend(ctx, input.orderNo) }
    return { type: 1 as const, pickup: await addPickup(ctx, input.orderNo, input), sendTo: '' }
  }),
  handle(samplingList, (ctx, input) => ownPickups(ctx, input)),
  handle(samplingCancel, (ctx, { id }) => cancelPickup(ctx, id)),
]
