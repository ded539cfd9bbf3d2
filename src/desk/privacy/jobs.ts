import { job } from '../../platform/jobs/worker.ts'
import { carryOutClosing } from './close-actions.ts'
import { endExport, makeExport } from './export-actions.ts'

export const handlers = [
  job('privacy.export', (ctx, payload) => makeExport(ctx, Number(payload.id))),
  job('privacy.dropExport', (ctx, payload) => endExport(ctx, Number(payload.id))),
  job('privacy.close', (ctx, payload) => carryOutClosing(ctx, Number(payload.customerId), String(payload.at))),
]
