import { job, on } from '../platform/jobs/worker.ts'
import { renderReport } from './render-actions.ts'
import { readSeriesAgain } from './series-actions.ts'
import { publishReport } from './publish-actions.ts'

export const subscribers = [
  on('order.verify', 'publish-report', (ctx, payload) => publishReport(ctx, Number(payload.id))),
]
export const handlers = [
  job('report.render', (ctx, payload) => renderReport(ctx, Number(payload.id))),
  job('report.read-series', (ctx, payload) => readSeriesAgain(ctx, Number(payload.fileId))),
]
