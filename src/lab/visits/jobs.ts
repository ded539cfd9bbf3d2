import { on, onJob } from '../../platform/jobs/worker.ts'
import { lapseOffer } from '../bookings/offers/offer-actions.ts'
import { lapseOfferJob, remindVisitJob } from '../bookings/events.ts'
import { instrumentBlocked } from '../instruments/events.ts'
import { tellBlocked } from './blocked-actions.ts'
import { remindOfVisit } from './remind-actions.ts'

export const subscribers = [on(instrumentBlocked, 'tell-bookings', (ctx, event) => tellBlocked(ctx, event))]

export const handlers = [
  onJob(remindVisitJob, (ctx, { id }) => remindOfVisit(ctx, id)),
  onJob(lapseOfferJob, (ctx, { offerId }) => lapseOffer(ctx, offerId)),
]
