import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff, staffNamed } from '../../core/staff/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { instrumentNames, instrumentsMatching } from '../instruments/served-actions.ts'
import { chartIndex, measurementIndex } from './list-contract.ts'
import { chartSource, measurementSource } from './list-store.ts'
import { dueState, mostPoints, uncertaintyOf } from './rules.ts'
import {
  anyChart,
  type ChartRow,
  chartById,
  chartsByIds,
  countMeasurements,
  currentLimits,
  latestMeasurements,
  limitsByIds,
  limitsOfChart,
  type MeasurementRow,
  measurementsByIds,
  measurementsOf,
  measurementsUnder,
} from './store.ts'
import type { Limits } from './westgard-rules.ts'

type Reader = Pick<Ctx, 'db' | 'clock'>

/** Earlier settings of limits that the page of a chart shows. */
const mostSettings = 20

export const controlCharts = listed({
  index: chartIndex,
  source: (ctx) => chartSource(ctx.clock.now(), { instruments: (typed) => instrumentsMatching(ctx, typed) }),
  rows: async (ctx, ids) => chartItems(ctx, await chartsByIds(ctx.db, ids)),
})

export const controlMeasurements = listed({
  index: measurementIndex,
  source: (ctx) =>
    measurementSource({
      instruments: (typed) => instrumentsMatching(ctx, typed),
      staff: (typed) => staffNamed(ctx, typed),
    }),
  rows: async (ctx, ids) => {
    const rows = await measurementsByIds(ctx.db, ids)
    const items = await measurementItems(ctx, rows)
    const charts = await chartItems(
      ctx,
      await chartsByIds(
        ctx.db,
        items.map(({ chartId }) => chartId),
      ),
    )
    const byId = new Map(charts.map((chart) => [chart.id, chart]))
    return items.map((item) => {
      const { instrument = '', quantity = '', unit = '' } = byId.get(item.chartId) ?? {}
      return { ...item, instrument, quantity, unit }
    })
  },
})

export async function hasControlCharts(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await anyChart(ctx.db)) !== undefined
}

export async function chartItems(ctx: Reader, rows: readonly ChartRow[]) {
  const ids = rows.map(({ id }) => id)
  const limits = new Map((await currentLimits(ctx.db, ids)).map((each) => [each.chartId, plain(each)]))
  const names = await instrumentNames(
    ctx,
    rows.map(({ instrumentId }) => instrumentId),
  )
  const now = ctx.clock.now()
  return rows.map(({ createdAt: _, stoppedAt, ...row }) => ({
    ...row,
    chartNo: `QC-${row.id}`,
    instrumentNo: names.get(row.instrumentId)?.instrumentNo ?? '',
    instrument: names.get(row.instrumentId)?.label ?? '',
    limits: limits.get(row.id) ?? null,
    measuredAt: row.measuredAt && shanghaiTime(row.measuredAt),
    dueAt: shanghaiTime(row.dueAt),
    due: dueState({ stoppedAt, dueAt: row.dueAt }, now),
  }))
}

async function measurementItems(ctx: Reader, rows: readonly MeasurementRow[]) {
  const limits = new Map(
    (
      await limitsByIds(
        ctx.db,
        rows.flatMap(({ limitsId }) => limitsId ?? []),
      )
    ).map((each) => [each.id, plain(each)]),
  )
  const names = await namesOfStaff(ctx, [
    ...new Set(rows.flatMap(({ staffId, takenBackBy }) => [staffId, ...(takenBackBy === null ? [] : [takenBackBy])])),
  ])
  return rows.map(({ limitsId, staffId, takenBackAt, takenBackBy, takenBackReason, ...row }) => ({
    ...row,
    measuredAt: shanghaiTime(row.measuredAt),
    staffName: names.get(staffId) ?? '',
    limits: limits.get(limitsId ?? 0) ?? null,
    takenBack: takenBackAt && {
      by: names.get(takenBackBy ?? 0) ?? '',
      at: shanghaiTime(takenBackAt),
      reason: takenBackReason,
    },
  }))
}

export async function chartPage(ctx: Ctx<Staff>, id: number) {
  const row = await chartById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  const [item] = await chartItems(ctx, [row])
  if (!item) throw refuse(commonErrors.notFound)
  const settings = await limitsOfChart(ctx.db, id, mostSettings)
  const under = settings[0] ? await measurementsUnder(ctx.db, settings[0].id) : []
  const names = await namesOfStaff(
    ctx,
    settings.map(({ staffId }) => staffId),
  )
  return {
    ...item,
    points: (await latestMeasurements(ctx.db, id, mostPoints)).toReversed().map(pointOf),
    counted: under.length,
    base: await countMeasurements(ctx.db, id),
    settings: settings.map(({ target, deviation, baseCount, note, staffId, holdsFrom }) => ({
      ...{ target, deviation, baseCount, note, staffName: names.get(staffId) ?? '' },
      holdsFrom: shanghaiTime(holdsFrom),
    })),
    uncertainty: uncertaintyOf(under) ?? null,
  }
}

export async function measurementPage(ctx: Ctx<Staff>, filter: { id: number; page: number; size: number }) {
  if (!(await chartById(ctx.db, filter.id))) throw refuse(commonErrors.notFound)
  const rows = await measurementsOf(ctx.db, filter)
  return {
    list: await measurementItems(ctx, rows),
    total: rows[0]?.total ?? 0,
    page: filter.page,
    size: filter.size,
  }
}

export function pointOf({ id, value, measuredAt, state, broken }: MeasurementRow) {
  return { id, value, measuredAt: shanghaiTime(measuredAt), state, broken }
}

function plain({ target, deviation }: Limits): Limits {
  return { target, deviation }
}
