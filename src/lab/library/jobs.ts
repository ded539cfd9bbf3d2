import { z } from 'zod'
import { seriesRead } from '../../core/curves/events.ts'
import { type Backfill, defineBackfill } from '../../platform/jobs/backfill-actions.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { reportPublished } from '../reports/events.ts'
import { publishedCount } from '../reports/results/published-actions.ts'
import { reportLifecycle } from '../reports/rules.ts'
import { followOrder, followReport, queueReported, readCompositionsAgain, takeFile } from './curves/fill-actions.ts'
import { countNotUnderstood } from './curves/fill-store.ts'
import { followOrderJob, takeFileJob } from './events.ts'

export const subscribers = [
  on(reportPublished, 'library-follow', (ctx, { id }) => followReport(ctx, id)),
  on(reportLifecycle.events.withdraw, 'library-follow', (ctx, { id }) => followReport(ctx, id)),
  on(seriesRead, 'library-take', (ctx, { fileId }) => takeFile(ctx, fileId)),
]

export const handlers = [
  onJob(followOrderJob, (ctx, { orderId }) => followOrder(ctx, orderId)),
  onJob(takeFileJob, (ctx, { fileId }) => takeFile(ctx, fileId)),
]

export const libraryBackfill: Backfill = defineBackfill({
  name: 'library.published-results',
  label: '把已交付的曲线收入谱图库',
  position: z.number().int(),
  count: (ctx) => publishedCount(ctx),
  batch: (ctx, from) => queueReported(ctx, from ?? 0),
})

export const compositionBackfill: Backfill = defineBackfill({
  name: 'library.lists-of-formulas',
  label: '重新识别谱图库中的成分',
  position: z.number().int(),
  count: (ctx) => countNotUnderstood(ctx.db),
  batch: (ctx, from) => readCompositionsAgain(ctx, from ?? 0),
})
