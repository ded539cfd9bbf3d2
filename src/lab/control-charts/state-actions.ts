import { staffWhoMay } from '../../core/staff/actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { instrumentNames } from '../instruments/served-actions.ts'
import { pointOf } from './read-actions.ts'
import { numberText, type Uncertainty, uncertaintyOf, withUnit } from './rules.ts'
import {
  type ChartRow,
  chartsEver,
  chartsOfInstruments,
  currentLimits,
  latestMeasurements,
  limitsByIds,
  type MeasurementRow,
  measurementsUnder,
  overdueCharts,
} from './store.ts'
import { brokenText } from './westgard-rules.ts'

// What charts say about an instrument: to who starts or records a test, and beside the results of a customer.

type Reader = Pick<Ctx, 'db' | 'clock'>

/** Points of the small chart beside results. */
const mostShown = 30

/** `Si 111 峰位 28.470°，1-3s（1 次超出 ±3s）` of each chart that was out of control at the end of the day of this moment, by instrument. */
export async function outOfControl(
  ctx: Reader,
  instrumentIds: readonly number[],
  moment: Date,
): Promise<Map<number, string[]>> {
  const charts = await chartsOfInstruments(ctx.db, [...new Set(instrumentIds)])
  const found = new Map<number, string[]>()
  for (const chart of charts) {
    const latest = await latestUntil(ctx, chart, moment)
    if (latest?.state !== 'out') continue
    const text = `${chart.quantity} ${withUnit(numberText(latest.value), chart.unit)}，${brokenText(latest.broken)}`
    found.set(chart.instrumentId, [...(found.get(chart.instrumentId) ?? []), text])
  }
  return found
}

/**
 * The charts of an instrument as they stood on the day of a test: the latest measurement of that day, or else the one before it. A chart
 * without a measurement under limits by then says nothing, and so is left out.
 */
export async function controlOnDay(ctx: Reader, instrumentId: number, tested: Date) {
  const charts = await chartsEver(ctx.db, instrumentId, tested)
  const found = await Promise.all(
    charts.map(async (chart) => {
      const rows = await latestMeasurements(ctx.db, chart.id, mostShown, dayAfter(tested))
      const [latest] = rows
      const [limits] = latest?.limitsId ? await limitsByIds(ctx.db, [latest.limitsId]) : []
      if (!latest || !limits || latest.state === 'none') return undefined
      return {
        chartId: chart.id,
        ...{ quantity: chart.quantity, unit: chart.unit, material: chart.material },
        ...{ state: latest.state, broken: latest.broken, value: latest.value },
        limits: { target: limits.target, deviation: limits.deviation },
        measuredAt: shanghaiTime(latest.measuredAt),
        sameDay: shanghaiDate(latest.measuredAt) === shanghaiDate(tested),
        /** It was due before the test and not measured. */
        late: addDays(latest.measuredAt, chart.intervalDays) < tested,
        points: rows
          .filter(({ limitsId }) => limitsId === limits.id)
          .toReversed()
          .map(pointOf),
      }
    }),
  )
  return found.filter((each) => each !== undefined)
}

/** What charts of an instrument give for the uncertainty of a value with this name and unit. */
export async function chartUncertainties(
  ctx: Reader,
  instrumentIds: readonly number[],
): Promise<(Uncertainty & { instrumentId: number; quantity: string; unit: string })[]> {
  const charts = await chartsOfInstruments(ctx.db, [...new Set(instrumentIds)])
  const limits = await currentLimits(
    ctx.db,
    charts.map(({ id }) => id),
  )
  const found = await Promise.all(
    charts.map(async ({ id, instrumentId, quantity, unit }) => {
      const current = limits.find(({ chartId }) => chartId === id)
      const given = current && uncertaintyOf(await measurementsUnder(ctx.db, current.id))
      return given && { ...given, instrumentId, quantity, unit }
    }),
  )
  return found.filter((each) => each !== undefined)
}

/** Charts told about in one run; the rest follows in the next. */
const mostTold = 200

/** Tells the people who measure that a measurement is due; once per date. */
export async function tellDue(ctx: Ctx): Promise<void> {
  const late = await overdueCharts(ctx.db, ctx.clock.now(), mostTold)
  if (late.length === 0) return
  const names = await instrumentNames(
    ctx,
    late.map(({ instrumentId }) => instrumentId),
  )
  const staffIds = await staffWhoMay(ctx, 'controlChart.measure')
  await inTx(ctx, async (inner) => {
    for (const { id, instrumentId, quantity, dueAt } of late)
      await tellStaff(inner, {
        staffIds,
        kind: 'control',
        title: `质控到期未测：${names.get(instrumentId)?.instrumentNo ?? ''} ${quantity}`,
        path: `/console/control-charts/${id}`,
        key: `control-due:${id}:${dueAt.getTime()}`,
      })
  })
}

async function latestUntil(ctx: Reader, { id }: ChartRow, moment: Date): Promise<MeasurementRow | undefined> {
  const [latest] = await latestMeasurements(ctx.db, id, 1, dayAfter(moment))
  return latest
}

/** The midnight that ends the day. */
function dayAfter(moment: Date): Date {
  return addDays(fromShanghai(shanghaiDate(moment)), 1)
}
