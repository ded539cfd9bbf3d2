import { axisLabels } from '../../../core/curves/axis-rules.ts'
import { CurveRefused } from '../../../core/curves/curve-rules.ts'
import { SeriesUnread } from '../../../core/curves/read-actions.ts'
import { type WholeCurve, wholeCurveOf } from '../../../core/curves/whole-actions.ts'
import type { FileRow } from '../../../core/files/actions.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import { orderForLab } from '../../orders/actions.ts'
import { readableResult, seriesOf } from '../compared-curves/series-actions.ts'
import { reportErrors } from '../errors.ts'
import { allRecords, type ResultRow } from '../store.ts'

/** Where the curves of a result file come from. */
export interface CurveSource {
  fileName: string
  sha256: string
  orderNo: string
  sampleNo: string
  sampleName: string
  projectNames: string[]
  /** How the sample was measured, as the customer may read it. */
  records: { projectName: string; instrument: string; method: string; conditions: string; environment: string }[]
}

export type DeliveredCurve = WholeCurve & CurveSource & { file: FileRow }

/** A curve with all its points and where it comes from. Files that cannot be drawn answer as `report/series` does. */
export async function deliveredCurve(
  ctx: Ctx<Customer> | Ctx<Staff>,
  input: { fileId: number; series: number },
): Promise<DeliveredCurve> {
  const drawn = await seriesOf(ctx, input.fileId)
  const { file, result } = await readableResult(ctx, input.fileId)
  if (!drawn.series[input.series]) throw refuse(reportErrors.noSeries, `该文件没有第 ${input.series + 1} 条曲线`)
  const curve = await readWhole(ctx, file, input.series)
  const source = await sourceOf(ctx, file, result)
  const axes = axisLabels(curve, source.projectNames)
  return { ...curve, ...source, xLabel: axes.x, yLabel: axes.y, file }
}

/** Where a file comes from that the caller may read; not found for any other. */
export async function curveSource(ctx: Ctx<Customer>, fileId: number): Promise<CurveSource> {
  const { file, result } = await readableResult(ctx, fileId)
  return sourceOf(ctx, file, result)
}

async function readWhole(ctx: Ctx, file: FileRow, index: number): Promise<WholeCurve> {
  try {
    const curve = await wholeCurveOf(ctx, file, index)
    if (curve) return curve
  } catch (error) {
    if (error instanceof CurveRefused) throw refuse(reportErrors.noSeries, error.message)
    if (error instanceof SeriesUnread) throw refuse(reportErrors.seriesFailed)
    throw error
  }
  throw refuse(reportErrors.noSeries)
}

/** The sample of a file with its project, or all projects of the order when the file belongs to the whole order. */
async function sourceOf(ctx: Ctx, { sha256 }: FileRow, result: ResultRow): Promise<CurveSource> {
  const { orderId, sampleNo, name: fileName } = result
  const order = await orderForLab(ctx, orderId)
  const sample = order.samples.find((each) => each.sampleNo === sampleNo)
  const lines = order.lines.filter(({ id }) => !sample || id === sample.lineId)
  const records = (await allRecords(ctx.db, orderId)).filter(
    ({ lineId, releasedAt, replacedAt }) =>
      releasedAt !== null && replacedAt === null && lines.some(({ id }) => id === lineId),
  )
  const projectOf = (lineId: number) => lines.find(({ id }) => id === lineId)?.projectName ?? ''
  return {
    fileName,
    sha256,
    orderNo: order.orderNo,
    sampleNo,
    sampleName: sample?.name ?? '',
    projectNames: lines.map(({ projectName }) => projectName),
    records: records.map(({ lineId, instrument, method, conditions, environment }) => ({
      projectName: projectOf(lineId),
      instrument,
      method,
      conditions,
      environment,
    })),
  }
}
