import { readSeriesJob } from '../../core/curves/events.ts'
import { readSeriesAgain } from '../../core/curves/series-actions.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { renderReportJob } from './events.ts'
import { publishReport } from './publish-actions.ts'
import { renderReport } from './documents/render-actions.ts'

export const subscribers = [
  // Verification publishes the report itself. This serves events from before an upgrade, and otherwise does nothing.
  on(orderLifecycle.events.verify, 'publish-report', (ctx, { id, version }) => publishReport(ctx, id, version)),
]
export const handlers = [
  onJob(renderReportJob, (ctx, { id }) => renderReport(ctx, id)),
  onJob(readSeriesJob, (ctx, { fileId }) => readSeriesAgain(ctx, fileId)),
]
