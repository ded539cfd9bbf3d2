import { staffIdOf } from '../src/core/staff/actions.ts'
import { addChart, measure, setLimits } from '../src/lab/control-charts/actions.ts'
import { hasControlCharts } from '../src/lab/control-charts/read-actions.ts'
import { instrumentsWithProjects } from '../src/lab/instruments/served-actions.ts'
import { type Ctx, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { addDays, addHours, shanghaiTime } from '../src/platform/time.ts'
import { seededRandom, seedOf } from '../src/ui/drawings/random.ts'

interface DemoChart {
  instrumentNo: string
  quantity: string
  unit: string
  material: string
  certificateNo: string
  intervalDays: number
  target: number
  deviation: number
  /** Decimal places of a value. */
  places: number
  /** The latest measurements in standard deviations from the target, the last one so many days ago. */
  latest: number[]
  lastDaysAgo: number
}

/** Targets are those of the literature; the values around them are invented for the demo and say so. */
const charts: DemoChart[] = [
  {
    ...{
      instrumentNo: 'XRD-01',
      quantity: 'Si 111 峰位',
      unit: '°',
      material: '硅粉标样',
      certificateNo: 'DEMO-SI-111',
    },
    ...{ intervalDays: 7, target: 28.442, deviation: 0.005, places: 4, latest: [0.4, -0.3, 0.2], lastDaysAgo: 1 },
  },
  {
    ...{
      instrumentNo: 'XPS-01',
      quantity: 'Au 4f7/2 结合能',
      unit: 'eV',
      material: '纯金片',
      certificateNo: 'DEMO-AU-4F',
    },
    ...{ intervalDays: 7, target: 83.96, deviation: 0.03, places: 3, latest: [1.1, -0.2, 2.3], lastDaysAgo: 2 },
  },
  {
    ...{
      instrumentNo: 'ICP-01',
      quantity: '铑内标回收率',
      unit: '%',
      material: '多元素标准溶液',
      certificateNo: 'DEMO-ICP-21',
    },
    ...{ intervalDays: 3, target: 100, deviation: 1.6, places: 1, latest: [0.8, 1.9, 3.4], lastDaysAgo: 1 },
  },
  {
    ...{ instrumentNo: 'SEM-01', quantity: '格栅间距', unit: 'nm', material: '标准格栅', certificateNo: 'DEMO-GRID-1' },
    ...{ intervalDays: 7, target: 463.2, deviation: 0.9, places: 1, latest: [0.1, -0.6, 0.3], lastDaysAgo: 12 },
  },
]

/** Measurements before the limits, which they set, and after them. */
const before = 20
const after = 12

/** Control charts of the demo instruments by the product's own actions, each at the time at which it would have been done. */
export async function seedControlCharts(ctx: Ctx): Promise<void> {
  if (await hasControlCharts(ctx)) return
  const id = await staffIdOf(ctx, 'lab@demo')
  if (id === undefined) return
  const keeper: Ctx<Staff> = {
    ...ctx,
    actor: { kind: 'staff', id, role: 'lab', actions: null, name: 'lab@demo', sessionId: 0 },
  }
  const instruments = await instrumentsWithProjects(ctx)
  await inTx(keeper, async (inner) => {
    for (const chart of charts) {
      const found = instruments.find(({ instrumentNo }) => instrumentNo === chart.instrumentNo)
      if (found) await seedChart(inner, chart, found.id)
    }
  })
}

async function seedChart(ctx: Ctx<Staff>, chart: DemoChart, instrumentId: number): Promise<void> {
  const { quantity, unit, material, certificateNo, intervalDays, target, deviation, places, latest, lastDaysAgo } =
    chart
  const random = seededRandom(seedOf(`control ${quantity}`))
  // Six even numbers make a bell without far tails, so that a single value breaks no rule by chance.
  const bell = () => Array.from({ length: 6 }, () => random() - 0.5).reduce((sum, each) => sum + each, 0) * 1.2
  const count = before + after
  const dayOf = (i: number) => addDays(ctx.clock.now(), -lastDaysAgo - (count - 1 - i) * intervalDays)
  const at = (moment: Date): Ctx<Staff> => ({ ...ctx, clock: { now: () => moment } })
  const form = { instrumentId, quantity, unit, material, certificateNo, intervalDays }
  const { id } = await addChart(at(addHours(dayOf(0), -1)), form)
  for (let i = 0; i < count; i++) {
    if (i === before) {
      // Measurements do not change the version of a chart.
      const entry = { id, version: 1, limitWay: 'measured' as const, count: before, note: '演示数据' }
      await setLimits(at(addHours(dayOf(i), -1)), entry)
    }
    const value = Number((target + (latest[i - count + latest.length] ?? bell()) * deviation).toFixed(places))
    const measuredAt = shanghaiTime(dayOf(i)).slice(0, 16)
    await measure(at(dayOf(i)), { id, value, unit, measuredAt, note: '演示数据', fileId: null })
  }
}
