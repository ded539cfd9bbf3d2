import type { DeclaredEvent } from '../../platform/jobs/declared.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { deliver, notify } from './actions.ts'
import { deliverJob } from './events.ts'
import { noticeEvents } from './notice-events.ts'

/** One subscriber per template. */
export const subscribers = noticeEvents.map((event: DeclaredEvent<unknown, object>) =>
  on(event, 'notify-customer', (ctx, payload) => notify(ctx, event.name, { ...payload })),
)

export const handlers = [onJob(deliverJob, (ctx, { deliveryId }) => deliver(ctx, deliveryId))]
