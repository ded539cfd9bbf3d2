import { createHash } from 'node:crypto'
import { runAnalysis } from '../../core/analysis/run-actions.ts'
import type { AnalysisResult, AnalysisTool, Parameters } from '../../core/analysis/tool-rules.ts'
import { toolNamed } from '../../core/analysis/tools-rules.ts'
import { readableAmong } from '../../core/files/actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { curveSource, deliveredCurve, type DeliveredCurve } from '../reports/whole-curves/curve-actions.ts'
import type { analysisAdd, analysisList } from './contract.ts'
import { analysisErrors } from './errors.ts'
import { analysisLimits, type KeptResult } from './rules.ts'
import {
  analysesOf,
  analysisOf,
  type AnalysisRow,
  deleteRemoved,
  keepAnalysis,
  removeAnalysis,
  restoreAnalysis,
  setNote,
} from './store.ts'
import { analysisText } from './text-rules.ts'

/** Runs the tool on the file itself, so that what is kept is what the file says and not what a browser sent. */
export async function addAnalysis(ctx: Ctx<Customer>, input: InputOf<typeof analysisAdd>) {
  const tool = toolNamed(input.tool)
  if (!tool) throw refuse(analysisErrors.unknownTool)
  const curve = await deliveredCurve(ctx, input)
  const { label, x, y, xLabel, yLabel } = curve
  const analysed = await runAnalysis({
    tool: tool.key,
    curve: { label, x, y, xLabel, yLabel },
    parameters: input.parameters,
    axis: input.axis,
  })
  if (!analysed) throw refuse(analysisErrors.tooHeavy)
  if (analysed.refusal !== null) throw refuse(analysisErrors.notAnalysable, analysed.refusal)
  const result = keptResult(tool, curve, analysed.result)
  if (JSON.stringify(result).length > analysisLimits.result) throw refuse(analysisErrors.tooLarge)
  const { fileId, series, axis, note } = input
  const made = { fileId, series, tool: tool.key, toolVersion: tool.version, axis, parameters: analysed.parameters }
  const { orderNo, sampleNo, fileName } = curve
  const row = await keepAnalysis(
    ctx.db,
    { ...made, customerId: ctx.actor.id, orderNo, sampleNo, fileName, result, note, digest: digestOf(made) },
    { most: analysisLimits.perFile, now: ctx.clock.now() },
  )
  if (!row)
    throw refuse(analysisErrors.tooMany, `每个文件最多保存 ${analysisLimits.perFile} 次分析，请先移除不需要的分析`)
  return wire(row, true)
}

/** Parameters are in the order of the tool. */
function digestOf(made: { fileId: number; parameters: Parameters } & Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(made)).digest('hex')
}

function keptResult(tool: AnalysisTool, curve: DeliveredCurve, result: AnalysisResult): KeptResult {
  const { values, tables, steps, warnings } = result
  const { label, x, total, xLabel, yLabel, notes } = curve
  return {
    toolTitle: tool.title,
    values,
    tables,
    steps,
    warnings,
    curve: { label, points: x.length, total, xLabel, yLabel, notes },
  }
}

export async function listAnalyses(ctx: Ctx<Customer>, { fileId, series, page, size }: InputOf<typeof analysisList>) {
  refuseInDoubt(ctx)
  if (fileId !== undefined) await curveSource(ctx, fileId)
  const rows = await analysesOf(ctx.db, ctx.actor.id, {
    ...(fileId === undefined ? {} : { fileId }),
    ...(series === undefined ? {} : { series }),
    limit: size,
    offset: (page - 1) * size,
  })
  const readable = await readableAmong(
    ctx,
    rows.map((row) => row.fileId),
  )
  return { list: rows.map((row) => wire(row, readable.has(row.fileId))), total: rows[0]?.total ?? 0, page, size }
}

/** Of a file that the account may no longer read, only what the account knew of it is shown. */
function wire(row: AnalysisRow, readable: boolean) {
  const { id, fileId, series, orderNo, sampleNo, fileName, tool, toolVersion, axis, note, result } = row
  return {
    ...{ id, fileId, series, orderNo, sampleNo, fileName, tool, toolVersion, axis, note, readable },
    curveLabel: result.curve.label,
    toolTitle: result.toolTitle,
    currentVersion: toolNamed(tool)?.version ?? null,
    parameters: readable ? { ...row.parameters } : {},
    values: readable ? [...result.values] : [],
    warnings: readable ? [...result.warnings] : [],
    createdAt: shanghaiTime(row.createdAt),
  }
}

export async function editAnalysis(ctx: Ctx<Customer>, { id, note }: { id: number; note: string }): Promise<void> {
  refuseInDoubt(ctx)
  if ((await setNote(ctx.db, ctx.actor.id, id, note)) === 0) throw refuse(commonErrors.notFound)
}

export async function changeRemoved(
  ctx: Ctx<Customer>,
  { id, removed }: { id: number; removed: boolean },
): Promise<void> {
  refuseInDoubt(ctx)
  const found = removed
    ? await removeAnalysis(ctx.db, ctx.actor.id, id, ctx.clock.now())
    : await restoreAnalysis(ctx.db, ctx.actor.id, id)
  if (found === 0) throw refuse(commonErrors.notFound)
}

export async function textOfAnalysis(ctx: Ctx<Customer>, id: number): Promise<{ name: string; text: string }> {
  refuseInDoubt(ctx)
  const row = await analysisOf(ctx.db, ctx.actor.id, id)
  if (!row) throw refuse(commonErrors.notFound)
  const source = await curveSource(ctx, row.fileId)
  const now = toolNamed(row.tool)
  const text = analysisText({
    source,
    series: row.series,
    tool: {
      key: row.tool,
      version: row.toolVersion,
      summary: now?.summary ?? '',
      source: now?.source ?? '',
      parameters: now?.parameters ?? [],
    },
    axis: row.axis,
    parameters: row.parameters,
    result: row.result,
    note: row.note,
    madeAt: shanghaiTime(row.createdAt),
  })
  return { name: `${row.fileName.replace(/\.[^.]+$/, '')}-${row.result.toolTitle}.txt`, text }
}

/** Removed analyses that can no longer be taken back. */
export async function dropRemoved(ctx: Ctx): Promise<void> {
  await deleteRemoved(ctx.db, addDays(ctx.clock.now(), -analysisLimits.removedDays))
}
