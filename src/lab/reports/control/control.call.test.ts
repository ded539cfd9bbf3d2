import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps } from '../../../app/testing/order-steps.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { enterResults } from '../../../app/testing/test-results.ts'
import {
  controlChartAdd,
  controlChartDetail,
  controlChartMeasure,
  controlChartSetLimits,
} from '../../control-charts/contract.ts'
import { instrumentAdd } from '../../instruments/contract.ts'
import { orderForLab } from '../../orders/actions.ts'
import { staffOrderHandIn, staffOrderVerify } from '../../orders/staff/staff-contract.ts'
import { reportList, staffReportDetail } from '../contract.ts'
import { staffReportInstruments, staffReportRecord } from '../results/record-contract.ts'
import { reportControl, staffReportControl } from './control-contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

const keyed = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })

async function instrument(instrumentNo: string, rid: number): Promise<number> {
  const plate = {
    instrumentNo,
    name: '衍射仪',
    model: 'D8',
    location: 'A203',
    keeper: '李工',
    calibrationRule: 'warn' as const,
  }
  return (await app.call(instrumentAdd, { ...plate, projectIds: [rid] }, keyed(steps.staff.lab))).id
}

/** A chart of the silicon line with stated limits. */
async function chart(instrumentId: number): Promise<number> {
  const form = { instrumentId, quantity: 'Si 111 峰位', unit: '°', material: '硅粉', intervalDays: 7 }
  const { id } = await app.call(controlChartAdd, form, keyed(steps.staff.lab))
  const { version } = await app.call(controlChartDetail, { id }, { as: steps.staff.lab })
  const limits = { limitWay: 'stated' as const, target: 28.442, deviation: 0.005 }
  await app.call(controlChartSetLimits, { id, version, ...limits }, { as: steps.staff.lab })
  return id
}

const measure = (id: number, value: number, measuredAt: string) =>
  app.call(controlChartMeasure, { id, value, unit: '°', measuredAt }, keyed(steps.staff.lab))

async function testing() {
  const order = await steps.testing(1)
  const { lines } = await orderForLab(app.system, order.orderNo)
  const { id: lineId = 0, rid = 0 } = lines[0] ?? {}
  return { order, lineId, rid }
}

const record = (orderNo: string, lineId: number, instrumentId: number) => ({
  ...{ orderNo, lineId, instrumentId, instrument: '-', conditions: 'Cu Kα，10–80°' },
  ...{ startedAt: '2026-03-02 10:00', endedAt: '2026-03-02 10:01' },
})

async function deliver(orderNo: string) {
  await app.call(staffOrderHandIn, { orderNo }, { as: steps.staff.lab })
  await app.call(staffOrderVerify, { orderNo }, { as: steps.staff.reviewer })
}

it('a test on an instrument out of control is warned of, asks for a reason, keeps it, and the customer reads the state without it', async () => {
  const { order, lineId, rid } = await testing()
  const { orderNo } = order
  const instrumentId = await instrument('XRD-21', rid)
  const as = { as: steps.staff.lab }
  const chartId = await chart(instrumentId)
  await enterResults(app, orderNo, steps.staff.lab)
  await measure(chartId, 28.47, '2026-03-02 10:00')
  const offered = await app.call(staffReportInstruments, { orderNo }, as)
  expect(offered.lines[0]?.instruments.find(({ id }) => id === instrumentId)?.outOfControl).toEqual([
    'Si 111 峰位 28.47°，1-3s（1 次超出 ±3s）',
  ])
  const entry = record(orderNo, lineId, instrumentId)
  const refused = await app.refusal(staffReportRecord, entry, as)
  expect(refused).toMatchObject({ error: 'outOfControl' })
  expect(JSON.stringify(refused)).toContain('质控失控：Si 111 峰位 28.47°')
  await app.call(staffReportRecord, { ...entry, controlReason: '峰位不影响本次物相检索' }, as)
  const kept = (await app.call(staffReportDetail, { orderNo }, { as: steps.staff.reviewer })).records.find(
    ({ replaced }) => !replaced,
  )
  expect(kept?.controlReason).toBe('峰位不影响本次物相检索')

  expect(await app.call(reportControl, { orderNo }, { as: order.customer })).toEqual({ records: [] })
  await deliver(orderNo)
  const { records } = await app.call(reportControl, { orderNo }, { as: order.customer })
  expect(records).toMatchObject([
    {
      instrument: '衍射仪（XRD-21）',
      charts: [
        {
          ...{ quantity: 'Si 111 峰位', state: 'out', value: 28.47, sameDay: true, late: false },
          ...{ limits: { target: 28.442, deviation: 0.005 }, points: [{ value: 28.47 }] },
        },
      ],
    },
  ])
  const delivered = await app.call(reportList, { orderNo }, { as: order.customer })
  expect(delivered.records.map(({ controlReason }) => controlReason)).toEqual(
    ['', ''].slice(0, delivered.records.length),
  )
  const stranger = await app.customer(0)
  expect(await app.refusal(reportControl, { orderNo }, { as: stranger })).toMatchObject({ error: 'notFound' })
})

it('nothing is said where no chart is kept, none has limits, or nothing was measured by the day of the test', async () => {
  const { order, lineId, rid } = await testing()
  const { orderNo } = order
  const instrumentId = await instrument('XRD-22', rid)
  const form = { instrumentId, quantity: '强度', unit: '', material: '硅粉', intervalDays: 7 }
  const { id } = await app.call(controlChartAdd, form, keyed(steps.staff.lab))
  await app.call(controlChartMeasure, { id, value: 1, measuredAt: '2026-03-02 10:00' }, keyed(steps.staff.lab))
  await chart(instrumentId)
  await enterResults(app, orderNo, steps.staff.lab)
  await app.call(staffReportRecord, record(orderNo, lineId, instrumentId), { as: steps.staff.lab })
  expect(await app.call(staffReportControl, { orderNo }, { as: steps.staff.reviewer })).toEqual({ records: [] })
})

it('ten measurements in control give an uncertainty for values of that name and unit', async () => {
  const { order, rid } = await testing()
  const instrumentId = await instrument('XRD-23', rid)
  const chartId = await chart(instrumentId)
  for (let i = 0; i < 10; i++) await measure(chartId, 28.442 + (i % 2 === 0 ? 0.003 : -0.003), `2026-03-02 10:00:0${i}`)
  const { lines } = await app.call(staffReportInstruments, { orderNo: order.orderNo }, { as: steps.staff.lab })
  expect(lines[0]?.instruments.find(({ id }) => id === instrumentId)?.uncertainties).toEqual([
    { quantity: 'Si 111 峰位', unit: '°', text: '0.0063（k=2，质控 10 次）' },
  ])
})
