import { axisLabels, runsReversed } from '../../../core/curves/axis-rules.ts'
import type { ParsedData } from '../../../core/curves/curve-rules.ts'
import { seriesOfFile } from '../../../core/curves/series-actions.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { enqueueMany } from '../../../platform/jobs/outbox.ts'
import type { Batch } from '../../../platform/jobs/backfill-actions.ts'
import {
  orderOfReport,
  orderOfResult,
  ordersReportedAfter,
  resultsInForce,
} from '../../reports/results/published-actions.ts'
import { followOrderJob, takeFileJob } from '../events.ts'
import { compositionOf } from '../formula/formula-rules.ts'
import { drawingOf, ends } from './drawing-rules.ts'
import {
  type CurveFile,
  keepCurves,
  keepFilesOnly,
  type NewCurve,
  notUnderstood,
  setComposition,
} from './fill-store.ts'
import { methodOf } from './method-rules.ts'

/** Curves of files that are no longer in force disappear at once; new files are read one after the other. Safe to repeat. */
export async function followOrder(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const { order, files } = await resultsInForce(inner, orderId)
    const fileIds = files.map(({ file }) => file.id)
    await keepFilesOnly(inner.db, order.id, fileIds, ctx.clock.now())
    await enqueueMany(
      inner,
      takeFileJob,
      fileIds.map((fileId) => ({ payload: { fileId }, key: String(fileId) })),
    )
  })
}

/** The same for the order of a report that was published or withdrawn. */
export async function followReport(ctx: Ctx, reportId: number): Promise<void> {
  const orderId = await orderOfReport(ctx, reportId)
  if (orderId !== undefined) await followOrder(ctx, orderId)
}

/**
 * Keeps the curves of one file that is in force. A file whose reading failed is tried again by the reader, which tells of its success; a file
 * without a curve has no rows. Safe to repeat.
 */
export async function takeFile(ctx: Ctx, fileId: number): Promise<void> {
  const orderId = await orderOfResult(ctx, fileId)
  if (orderId === undefined) return
  const found = await resultsInForce(ctx, orderId)
  const result = found.files.find(({ file }) => file.id === fileId)
  const data = result && (await seriesOfFile(ctx, result.file)).data
  if (!data) return
  const { order, records } = found
  const sample = order.samples.find(({ sampleNo }) => sampleNo === result.sampleNo)
  const lines = sample ? order.lines.filter(({ id }) => id === sample.lineId) : order.lines
  const projects = [...new Set(lines.map(({ projectName }) => projectName))]
  const measured = records
    .filter(({ lineId }) => lines.some(({ id }) => id === lineId))
    .map(({ startedAt }) => startedAt)
  const file: CurveFile = {
    fileId,
    customerId: order.customerId,
    payerId: order.payerId,
    orderId: order.id,
    orderNo: order.orderNo,
    fileName: result.name,
    sampleNo: result.sampleNo,
    sampleName: sample?.name ?? '',
    ownNo: sample?.ownNo ?? '',
    composition: sample?.composition ?? '',
    ...composed(sample?.composition ?? ''),
    project: projects.join('、'),
    measuredAt: measured.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? result.releasedAt ?? ctx.clock.now(),
  }
  await inTx(ctx, (inner) => keepCurves(inner.db, file, curvesIn(data, projects), ctx.clock.now()))
}

function composed(text: string): Pick<CurveFile, 'elements' | 'shares' | 'formula'> {
  const read = compositionOf(text)
  return { elements: read?.elements ?? [], shares: read?.shares ?? null, formula: read?.key ?? '' }
}

function curvesIn(data: ParsedData, projects: readonly string[]): NewCurve[] {
  const axes = axisLabels(data, projects)
  const reversed = runsReversed(axes.x, projects)
  return data.series.map(({ label, x, y, total }, series) => {
    const [xFrom, xTo] = ends(x)
    return {
      series,
      label,
      xLabel: axes.x,
      yLabel: axes.y,
      reversed,
      xFrom,
      xTo,
      points: total ?? x.length,
      method: methodOf(projects.join('、'), axes.x),
      line: drawingOf({ x, y }, reversed),
    }
  })
}

/** Orders that one batch of the backfill queues. */
const ORDERS_AT_ONCE = 100

/** Queues the orders of the next reports: the results from before there was a library. */
export async function queueReported(ctx: Ctx, after: number): Promise<Batch<number>> {
  const reports = await ordersReportedAfter(ctx, after, ORDERS_AT_ONCE)
  const orderIds = [...new Set(reports.map(({ orderId }) => orderId))]
  await enqueueMany(
    ctx,
    followOrderJob,
    orderIds.map((orderId) => ({ payload: { orderId }, key: String(orderId) })),
  )
  return { next: reports.length < ORDERS_AT_ONCE ? undefined : reports.at(-1)?.id, rows: reports.length }
}

/** Curves that one batch looks at again. */
const CURVES_AT_ONCE = 500

/** Reads compositions again that were not understood when the curve came: what is understood grows from version to version. */
export async function readCompositionsAgain(ctx: Ctx, after: number): Promise<Batch<number>> {
  const curves = await notUnderstood(ctx.db, after, CURVES_AT_ONCE)
  for (const { id, composition } of curves) {
    const read = composed(composition)
    if (read.elements.length > 0) await setComposition(ctx.db, { id, ...read })
  }
  return { next: curves.length < CURVES_AT_ONCE ? undefined : curves.at(-1)?.id, rows: curves.length }
}
