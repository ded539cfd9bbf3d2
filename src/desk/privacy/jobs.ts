import type { HeldData } from '../../platform/held-data.ts'
import { job } from '../../platform/jobs/worker.ts'
import { carryOutClosing } from './close-actions.ts'
import { endExport, makeExport } from './export-actions.ts'

/** `held` lists what every slice holds about a customer; src/app collects it. */
export const handlers = (held: readonly HeldData[]) => [
  job('privacy.export', (ctx, payload) => makeExport(ctx, held, Number(payload.id))),
  job('privacy.dropExport', (ctx, payload) => endExport(ctx, Number(payload.id))),
  job('privacy.close', (ctx, payload) =>
    carryOutClosing(ctx, held, { customerId: Number(payload.customerId), at: String(payload.at) }),
  ),
]
