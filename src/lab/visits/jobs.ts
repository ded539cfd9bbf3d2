import { onJob } from '../../platform/jobs/worker.ts'
import { lapseOffer } from '../bookings/offer-actions.ts'
import { lapseOfferJob, remindVisitJob } from '../bookings/events.ts'
import { remindOfVisit } from './remind-actions.ts'

export const handlers = [
  onJob(remindVisitJob, (ctx, { id }) => remindOfVisit(ctx, id)),
  onJob(lapseOfferJob, (ctx, { offerId }) => lapseOffer(ctx, offerId)),
]
