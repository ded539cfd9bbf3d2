import type { DeclaredEvent } from '../../platform/jobs/declared.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { deliver, tell } from './actions.ts'
import { deliverJob } from './events.ts'
import { toldEvents } from './told-events.ts'

export const subscribers = toldEvents.map((event: DeclaredEvent<unknown, object>) =>
  on(event, 'tell-customer', (ctx, payload) => tell(ctx, event.name, { ...payload })),
)

export const handlers = [onJob(deliverJob, (ctx, { deliveryId }) => deliver(ctx, deliveryId))]
