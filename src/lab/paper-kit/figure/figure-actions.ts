import { axisLabels } from '../../../core/curves/axis-rules.ts'
import { type ParsedData, reduced } from '../../../core/curves/curve-rules.ts'
import { keepGenerated, linkTo } from '../../../core/files/actions.ts'
import { Refusal, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import { orderForLab } from '../../orders/actions.ts'
import { readableResult, seriesOf } from '../../reports/compared-curves/series-actions.ts'
import { paperErrors } from '../errors.ts'
import { wholeCurves } from '../record-actions.ts'
import { figureDrawing, sourceKey } from './figure-rules.ts'
import type { FigureSettings } from './settings-rules.ts'

/** More points than a figure shows in the width of two columns, so that a chosen range is still fine. */
const mostFigurePoints = 20_000

/** The curves of files that the caller may read. A file that cannot be drawn says why. */
export async function figureFiles(ctx: Ctx<Customer>, fileIds: readonly number[]) {
  refuseInDoubt(ctx)
  const files = []
  for (const id of new Set(fileIds)) {
    const { file, result } = await readableResult(ctx, id)
    const { orderNo, lines, samples } = await orderForLab(ctx, result.orderId)
    const sample = samples.find(({ sampleNo }) => sampleNo === result.sampleNo)
    const projectNames = lines.filter((line) => !sample || line.id === sample.lineId).map((line) => line.projectName)
    const { data, why } = await drawnCurves(ctx, id)
    // Few points of a long curve are stored; all of them are read again.
    const isShort = data?.series.some(({ total }) => total !== undefined)
    const whole = data && isShort ? ((await wholeCurves(ctx, file)) ?? data) : data
    const curves = whole && reduced(whole, mostFigurePoints)
    const axes = curves && axisLabels(curves, projectNames)
    files.push({
      id,
      name: result.name,
      orderNo,
      sampleNo: result.sampleNo,
      sampleName: sample?.name ?? '',
      projectNames,
      xLabel: axes?.x ?? '',
      yLabel: axes?.y ?? '',
      curves: (curves?.series ?? []).map(({ label, x, y }) => ({ label, x, y })),
      notes: [...(why === undefined ? [] : [why]), ...(curves?.notes ?? [])],
    })
  }
  return files
}

async function drawnCurves(ctx: Ctx<Customer>, id: number): Promise<{ data?: ParsedData; why?: string }> {
  try {
    return { data: await seriesOf(ctx, id) }
  } catch (error) {
    if (error instanceof Refusal && error.kind.status !== 404) return { why: error.message }
    throw error
  }
}

/** The same drawing that the browser shows, as a PDF in its size on paper. It is removed after a day. */
export async function figurePdf(ctx: Ctx<Customer>, settings: FigureSettings, browserKey: string | undefined) {
  const ids = [...new Set(settings.panels.flatMap(({ curves }) => curves.map(({ fileId }) => fileId)))]
  const files = await figureFiles(ctx, ids)
  const sources = new Map(
    files.flatMap(({ id, curves }) => curves.map((curve, at) => [sourceKey({ fileId: id, at }), curve] as const)),
  )
  if (sources.size === 0) throw refuse(paperErrors.noFigure)
  const bytes = await renderPdf({
    title: '论文插图',
    mark: '',
    owner: '',
    layout: 'drawing',
    blocks: [{ kind: 'drawing', ...figureDrawing(settings, sources) }],
  })
  const file = await keepGenerated(ctx, {
    name: `插图-${settings.widthMm}mm.pdf`,
    mime: 'application/pdf',
    bytes,
    purpose: 'paperKit',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}
