import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { downsample } from '../../../core/curves/curve-rules.ts'
import { seriesInText } from '../../../core/curves/series-actions.ts'
import type { FigureData } from '../../media/figure-rules.ts'
import { catalogueErrors } from '../errors.ts'
import { examplesOf, projectCount, projectResults, projectTitles, putResults } from './example-store.ts'
import { formOfMeasurement, type MeasurementForm, measurementOf } from './measurement-rules.ts'
import { mostCurves, mostRows, tableText } from './measurement-table-rules.ts'
import { lockProject } from '../project-store.ts'

// Editing of a project's results. The caller purges cached answers about the catalogue.

type DbCtx = Pick<Ctx, 'db'>

export interface ResultEdit {
  title: string
  text: string
  figure: FigureData | null
  measurement: MeasurementForm | null
}

const MOST_LISTED = 1000

/** Projects whose name contains `kw`, the most ordered first; `also` are always included. */
export function projectsToEdit(ctx: DbCtx, { kw = '', also = [] }: { kw?: string; also?: readonly number[] } = {}) {
  return projectTitles(ctx.db, { kw, also, most: MOST_LISTED })
}

export async function projectsInAll(ctx: DbCtx): Promise<number> {
  return (await projectCount(ctx.db)).count
}

export async function readResults(ctx: DbCtx, rid: number): Promise<{ results: ResultEdit[] } | undefined> {
  const project = await projectResults(ctx.db, rid)
  if (!project) return undefined
  const examples = new Map((await examplesOf(ctx.db, rid)).map(({ position, data }) => [position, data]))
  return {
    results: project.results.map(({ title, text, figure }, place) => {
      const data = examples.get(place)
      return { title, text, figure: figure ?? null, measurement: data ? formOfMeasurement(data) : null }
    }),
  }
}

export async function writeResults(ctx: Ctx, rid: number, edits: readonly ResultEdit[]): Promise<void> {
  if (!(await lockProject(ctx.db, rid))) throw refuse(catalogueErrors.projectUnavailable)
  const results = edits.map(({ title, text, figure }) => ({ title, text, figure: figure ?? undefined }))
  const examples = edits.flatMap(({ measurement }, position) => {
    const data = measurement && measurementOf(measurement).data
    return data ? [{ position, data }] : []
  })
  await putResults(ctx.db, rid, results, examples, ctx.clock.now())
}

/** Reads the table of a spectrum in an exchange format, with the reader of delivered results. */
export async function tableOfSpectrum(
  ctx: Ctx,
  text: string,
): Promise<{ table: string; xLabel: string; yLabel: string }> {
  const found = await seriesInText(ctx, text)
  if (!found) throw refuse(catalogueErrors.noSpectrum)
  const shown = found.series.slice(0, mostCurves)
  const curves = shown.map(({ label, x, y }, i) => ({
    name: shown.some((other, at) => at < i && other.label === label) ? `${label} ${i + 1}` : label,
    ...downsample(x, y, Math.floor(mostRows / shown.length)),
  }))
  return { table: tableText(curves, found.xLabel), xLabel: found.xLabel, yLabel: found.yLabel }
}
