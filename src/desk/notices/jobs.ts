import { job, on } from '../../platform/jobs/worker.ts'
import { deliver, tell } from './actions.ts'
import { templates } from './template-rules.ts'

/** One subscriber per entry of the template table. */
export const subscribers = Object.keys(templates).map((event) =>
  on(event, 'tell-customer', (ctx, payload) => tell(ctx, event, payload)),
)

export const handlers = [job('notice.deliver', (ctx, payload) => deliver(ctx, Number(payload.deliveryId)))]
