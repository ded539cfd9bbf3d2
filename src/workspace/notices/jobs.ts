import type { DeclaredEvent } from '../../platform/jobs/declared.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { onJob, onMany } from '../../platform/jobs/worker.ts'
import { deliver } from './actions.ts'
import { deliverJob } from './events.ts'
import { noticeEvents } from './notice-events.ts'
import { notifyAll } from './notify-actions.ts'
import { pushJob } from './push/push-events.ts'
import { pushNotice, sweepBrowsers } from './push/push-send-actions.ts'

/** One subscriber per template. */
export const subscribers = noticeEvents.map((event: DeclaredEvent<unknown, object>) =>
  onMany(event, 'notify-customer', (ctx, payloads) =>
    notifyAll(
      ctx,
      event.name,
      payloads.map((payload) => ({ ...payload })),
    ),
  ),
)

export const handlers = [
  onJob(deliverJob, (ctx, { deliveryId }) => deliver(ctx, deliveryId)),
  onJob(pushJob, (ctx, queued) => pushNotice(ctx, queued)),
]

export const periodicWork = [periodic('push.sweep', daily('03:55'), sweepBrowsers)]
