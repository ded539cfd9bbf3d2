import { attachFile } from '../../core/files/actions.ts'
import { staffWhoMay } from '../../core/staff/actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { addMinutes, fromShanghai } from '../../platform/time.ts'
import { instrumentNames } from '../instruments/served-actions.ts'
import type { ChartForm } from './contract.ts'
import { controlErrors } from './errors.ts'
import {
  type ChartState,
  clockToleranceMinutes,
  dueAfter,
  limitsOf,
  type LimitWay,
  numberText,
  withUnit,
} from './rules.ts'
import {
  type ChartRow,
  chartById,
  currentLimits,
  followMeasurements,
  insertChart,
  insertLimits,
  insertMeasurement,
  latestMeasurements,
  type LimitsRow,
  limitsByIds,
  lockChart,
  measurementAt,
  measurementById,
  measurementsUnder,
  raiseVersion,
  saveVerdicts,
  stopChart,
  takeBackMeasurement,
  updateChart,
} from './store.ts'
import { brokenText, judged, type Limits } from './westgard-rules.ts'

export async function addChart(ctx: Ctx<Staff>, form: ChartForm & { instrumentId: number }): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    if (!(await instrumentNames(inner, [form.instrumentId])).has(form.instrumentId))
      throw refuse(controlErrors.unknownInstrument)
    const added = await insertChart(inner.db, form, ctx.clock.now())
    if (!added) throw refuseAt('quantity', controlErrors.chartTwice)
    await recordAudit(inner, { action: 'controlChart.add', subject: `controlChart:${added.id}`, after: form })
    return added
  })
}

export async function editChart(
  ctx: Ctx<Staff>,
  form: Pick<ChartForm, 'material' | 'certificateNo' | 'intervalDays'> & { id: number; version: number },
): Promise<{ version: number }> {
  return inTx(ctx, async (inner) => {
    const before = await keptUp(inner, form.id)
    const dueAt = dueAfter(before.measuredAt, before.createdAt, form.intervalDays)
    const saved = await updateChart(inner.db, { ...form, dueAt })
    if (!saved) throw refuse(commonErrors.stageConflict)
    await recordAudit(inner, {
      action: 'controlChart.edit',
      subject: `controlChart:${form.id}`,
      before: {
        material: before.material,
        certificateNo: before.certificateNo,
        intervalDays: before.intervalDays,
      },
      after: form,
    })
    return saved
  })
}

export async function endChart(ctx: Ctx<Staff>, input: { id: number; version: number; reason: string }): Promise<void> {
  await inTx(ctx, async (inner) => {
    await keptUp(inner, input.id)
    if (!(await stopChart(inner.db, input, ctx.clock.now()))) throw refuse(commonErrors.stageConflict)
    await recordAudit(inner, {
      action: 'controlChart.stop',
      subject: `controlChart:${input.id}`,
      reason: input.reason,
    })
  })
}

interface LimitsEntry {
  id: number
  version: number
  limitWay: LimitWay
  target?: number | undefined
  deviation?: number | undefined
  count?: number | undefined
  note: string
}

/** New limits hold from now on; what was measured before keeps those it was compared with. */
export async function setLimits(ctx: Ctx<Staff>, entry: LimitsEntry): Promise<Limits> {
  return inTx(ctx, async (inner) => {
    const chart = await keptUp(inner, entry.id)
    if (chart.version !== entry.version) throw refuse(commonErrors.stageConflict)
    const { target, deviation } = await wantedLimits(inner, entry)
    const now = ctx.clock.now()
    const row = {
      ...{ chartId: chart.id, target, deviation, note: entry.note, staffId: ctx.actor.id },
      baseCount: entry.limitWay === 'measured' ? (entry.count ?? null) : null,
      // Times of measurements are typed in minutes: one of this minute is compared with them.
      holdsFrom: new Date(Math.floor(now.getTime() / 60_000) * 60_000),
    }
    await insertLimits(inner.db, row, now)
    await raiseVersion(inner.db, chart.id)
    await follow(inner, chart)
    await recordAudit(inner, { action: 'controlChart.setLimits', subject: `controlChart:${chart.id}`, after: row })
    return { target, deviation }
  })
}

async function wantedLimits(
  ctx: Ctx,
  { id, limitWay, target = 0, deviation = 0, count = 0 }: LimitsEntry,
): Promise<Limits> {
  if (limitWay === 'stated') return { target, deviation }
  const base = await latestMeasurements(ctx.db, id, count)
  if (base.length < count) throw tooFew(base.length, count)
  const found = limitsOf(base.map(({ value }) => value))
  if (!found) throw refuse(controlErrors.noSpread)
  return found
}

function tooFew(there: number, wanted: number) {
  const text = `只有 ${there} 次测量，不能由 ${wanted} 次确定界限`
  return refuse(controlErrors.tooFewMeasurements, text, { fields: { count: text } })
}

interface Measured {
  id: number
  value: number
  unit: string
  /** Shanghai time, as in the call. */
  measuredAt: string
  note: string
  fileId: number | null
}

/** Enters a measurement. One that breaks a rule is told to the people who keep the charts. */
export async function measure(ctx: Ctx<Staff>, entry: Measured) {
  const measuredAt = fromShanghai(entry.measuredAt)
  const now = ctx.clock.now()
  if (measuredAt > addMinutes(now, clockToleranceMinutes)) throw refuseAt('measuredAt', controlErrors.inFuture)
  return inTx(ctx, async (inner) => {
    const chart = await keptUp(inner, entry.id)
    if (entry.unit !== chart.unit)
      throw refuse(
        controlErrors.wrongUnit,
        `质控图的单位是${chart.unit === '' ? '空' : ` ${chart.unit} `}，请换算后填写`,
      )
    const { value, note, fileId } = entry
    if (await measurementAt(inner.db, { chartId: chart.id, measuredAt, value }))
      throw refuseAt('measuredAt', controlErrors.measuredTwice)
    if (fileId !== null) await attachFile(inner, fileId, `controlChart:${chart.id}`, ['control'])
    const [limits] = await currentLimits(inner.db, [chart.id])
    const counts = limits !== undefined && measuredAt >= limits.holdsFrom
    const row = { chartId: chart.id, value, measuredAt, note, fileId, staffId: ctx.actor.id }
    const added = await insertMeasurement(inner.db, { ...row, limitsId: counts ? limits.id : null }, now)
    if (counts) await judgeAgain(inner, limits)
    await follow(inner, chart)
    const { state, broken } = (await measurementById(inner.db, added.id)) ?? { state: 'none' as const, broken: [] }
    await recordAudit(inner, { action: 'controlChart.measure', subject: `controlChart:${chart.id}`, after: entry })
    if (state === 'out')
      await tellBroken(inner, chart, added.id, `${withUnit(numberText(value), chart.unit)}，${brokenText(broken)}`)
    return { id: added.id, state, broken }
  })
}

/** A measurement entered by mistake no longer counts, and those after it are judged without it. It is kept with the reason. */
export async function takeBack(ctx: Ctx<Staff>, { measurementId, reason }: { measurementId: number; reason: string }) {
  await inTx(ctx, async (inner) => {
    const found = await measurementById(inner.db, measurementId)
    const chart = found && (await lockChart(inner.db, found.chartId))
    if (!found || !chart) throw refuse(commonErrors.notFound)
    const entry = { id: measurementId, staffId: ctx.actor.id, reason }
    if (!(await takeBackMeasurement(inner.db, entry, ctx.clock.now()))) throw refuse(controlErrors.alreadyTakenBack)
    const [limits] = found.limitsId === null ? [] : await limitsByIds(inner.db, [found.limitsId])
    if (limits) await judgeAgain(inner, limits)
    await follow(inner, chart)
    await recordAudit(inner, {
      action: 'controlChart.takeBack',
      subject: `controlChart:${chart.id}`,
      before: { value: found.value, measuredAt: found.measuredAt },
      reason,
    })
  })
}

async function keptUp(ctx: Ctx, id: number): Promise<ChartRow> {
  const chart = await lockChart(ctx.db, id)
  if (!chart) throw refuse(commonErrors.notFound)
  if (chart.stoppedAt) throw refuse(controlErrors.chartStopped)
  return chart
}

/** A measurement that is entered late, or taken back, changes the patterns after it. */
async function judgeAgain(ctx: Ctx, limits: LimitsRow): Promise<void> {
  const rows = await measurementsUnder(ctx.db, limits.id)
  const verdicts = judged(
    rows.map(({ value }) => value),
    limits,
  )
  const changed = rows.flatMap((row, i) => {
    const now = verdicts[i]
    const same = now?.state === row.state && now.broken.join() === row.broken.join()
    return now === undefined || same ? [] : [{ id: row.id, ...now }]
  })
  await saveVerdicts(ctx.db, changed)
}

/** The state and the next date of a chart come from its latest measurement. */
async function follow(ctx: Ctx, chart: ChartRow): Promise<void> {
  const fresh = (await chartById(ctx.db, chart.id)) ?? chart
  const [latest] = await latestMeasurements(ctx.db, chart.id, 1)
  const [limits] = await currentLimits(ctx.db, [chart.id])
  const verdict = limits && latest?.limitsId === limits.id && latest.state !== 'none' ? latest : undefined
  await followMeasurements(ctx.db, {
    id: chart.id,
    state: verdict ? (verdict.state as ChartState) : limits ? 'unmeasured' : 'unset',
    broken: verdict?.broken ?? [],
    measuredAt: latest?.measuredAt ?? null,
    dueAt: dueAfter(latest?.measuredAt ?? null, fresh.createdAt, fresh.intervalDays),
  })
}

async function tellBroken(ctx: Ctx, chart: ChartRow, measurementId: number, text: string): Promise<void> {
  const name = (await instrumentNames(ctx, [chart.instrumentId])).get(chart.instrumentId)?.instrumentNo ?? ''
  await tellStaff(ctx, {
    staffIds: await staffWhoMay(ctx, 'controlChart.measure'),
    kind: 'control',
    title: `质控失控：${name} ${chart.quantity} ${text}`,
    path: `/console/control-charts/${chart.id}`,
    key: `control-out:${measurementId}`,
  })
}
