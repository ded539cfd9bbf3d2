import { onJob } from '../../platform/jobs/worker.ts'
import { remindVisitJob } from '../bookings/events.ts'
import { remindOfVisit } from './remind-actions.ts'

export const handlers = [onJob(remindVisitJob, (ctx, { id }) => remindOfVisit(ctx, id))]
