import { job } from '../../platform/jobs/worker.ts'
import { remindOfVisit } from './remind-actions.ts'

export const handlers = [job('reservation.remind', (ctx, payload) => remindOfVisit(ctx, Number(payload.id)))]
