import { filesOf } from '../../../core/files/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { orderForLab } from '../../orders/actions.ts'
import { previewOf } from '../documents/preview-rules.ts'
import { allRecords, countReports, reportById, reportedOrders, reportsOf, resultByFile, resultsOf } from '../store.ts'

// What of an order's results is in force, for slices above that keep something about each of them.

/**
 * The delivered files of an order that hold curves. None while its newest report is withdrawn; files that others have replaced are left out.
 * `records`: how the lines were measured, as the customer reads it.
 */
export async function resultsInForce(ctx: Pick<Ctx, 'db'>, orderId: number) {
  const order = await orderForLab(ctx, orderId)
  const [newest] = await reportsOf(ctx.db, order.id)
  const current = newest?.stage === 'valid' ? await resultsOf(ctx.db, order.id) : []
  const shown = current.filter(({ releasedAt, replacedAt }) => releasedAt !== null && replacedAt === null)
  const stored = await filesOf(
    ctx,
    shown.map(({ fileId }) => fileId),
  )
  const files = shown.flatMap(({ fileId, name, sampleNo, releasedAt }) => {
    const file = stored.get(fileId)
    return file && previewOf(name, file.mime, file.size) === 'series' ? [{ file, name, sampleNo, releasedAt }] : []
  })
  const records = (await allRecords(ctx.db, order.id)).filter(({ releasedAt }) => releasedAt !== null)
  return { order, files, records }
}

/** The order of a result file; undefined for any other file. */
export async function orderOfResult(ctx: Pick<Ctx, 'db'>, fileId: number): Promise<number | undefined> {
  return (await resultByFile(ctx.db, fileId))?.orderId
}

export async function orderOfReport(ctx: Pick<Ctx, 'db'>, reportId: number): Promise<number | undefined> {
  return (await reportById(ctx.db, reportId))?.orderId
}

/** The orders of the next reports behind an id, for work on everything that was ever published. */
export function ordersReportedAfter(ctx: Pick<Ctx, 'db'>, reportId: number, limit: number) {
  return reportedOrders(ctx.db, reportId, limit)
}

export function publishedCount(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return countReports(ctx.db)
}
