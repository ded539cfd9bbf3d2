import { orderLifecycle } from '../../lab/orders/rules.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { on } from '../../platform/jobs/worker.ts'
import { fillDays, recountAgain, recountOrder } from './fill-actions.ts'

const { events } = orderLifecycle

export const subscribers = [
  ...[events.cancel, events.cancelByStaff, events.cancelHeld, events.acceptRetest, events.agreeRetest].map((event) =>
    on(event, 'recount-days', (ctx, { id }) => recountOrder(ctx, id)),
  ),
  ...[events.receive, events.checkIn, events.handIn, events.verify].map((event) =>
    on(event, 'recount-days', (ctx, { id }) => recountAgain(ctx, id)),
  ),
]

/** Before the books are checked at 03:00. */
export const periodicWork = [periodic('figures.fill', daily('00:20'), fillDays)]
