import { job, on } from '../../platform/jobs/worker.ts'
import { renderReport } from './render-actions.ts'
import { readSeriesAgain } from '../../ground/curves/series-actions.ts'
import { publishReport } from './publish-actions.ts'

export const subscribers = [
  // Verification publishes the report itself. This serves events from before an upgrade, and otherwise does nothing.
  on('order.verify', 'publish-report', (ctx, payload) =>
    publishReport(ctx, Number(payload.id), Number(payload.version)),
  ),
]
export const handlers = [
  job('report.render', (ctx, payload) => renderReport(ctx, Number(payload.id))),
  job('report.read-series', (ctx, payload) => readSeriesAgain(ctx, Number(payload.fileId))),
]
