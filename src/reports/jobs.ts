import { job, on } from '../platform/jobs/worker.ts'
import { renderReport } from './render-actions.ts'
import { publishReport } from './publish-actions.ts'

export const subscribers = [
  on('order.verify', 'publish-report', (ctx, payload) => publishReport(ctx, Number(payload.id))),
]
export const handlers = [job('report.render', (ctx, payload) => renderReport(ctx, Number(payload.id)))]
