import { on } from '../platform/jobs/worker.ts'
import { publishReport } from './publish-actions.ts'

export const subscribers = [
  on('order.verify', 'publish-report', (ctx, payload) => publishReport(ctx, Number(payload.id))),
]
export const handlers = []
