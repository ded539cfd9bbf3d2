import { job } from '../../platform/jobs/worker.ts'
import { remindOfKeep } from './actions.ts'

export const handlers = [
  job('sample.remind-keep', (ctx, payload) =>
    remindOfKeep(ctx, Number(payload.sampleId), new Date(String(payload.keepUntil))),
  ),
]
