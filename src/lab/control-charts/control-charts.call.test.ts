import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { instrumentAdd } from '../instruments/contract.ts'
import {
  controlChartAdd,
  controlChartDetail,
  controlChartEdit,
  controlChartMeasure,
  controlChartMeasurements,
  controlChartSetLimits,
  controlChartStop,
  controlChartTakeBack,
} from './contract.ts'
import { controlChartList, controlMeasurementList } from './list-contract.ts'
import { tellDue } from './state-actions.ts'

let app: TestApp
let lab: TestPerson
let manager: TestPerson
let instrumentId: number
beforeAll(async () => {
  app = await testApp()
  lab = await app.staff('lab')
  manager = await app.staff('manager')
  const plate = { instrumentNo: 'XRD-7', name: '衍射仪', model: 'D8', location: 'A203', keeper: '李工' }
  instrumentId = (await app.call(instrumentAdd, { ...plate, calibrationRule: 'warn' }, keyed(lab))).id
})
afterAll(() => app.close())

const keyed = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })
const silicon = { unit: '°', material: '硅粉标准物质', certificateNo: 'SRM 640f', intervalDays: 7 }
const added = async (quantity: string) =>
  (await app.call(controlChartAdd, { instrumentId, quantity, ...silicon }, keyed(lab))).id
const detail = (id: number) => app.call(controlChartDetail, { id }, { as: manager })
/** Minutes after eight o'clock of the first of March. */
const at = (minute: number) => `2026-03-01 08:${String(minute).padStart(2, '0')}`
const enter = (id: number, value: number, measuredAt: string) =>
  app.call(controlChartMeasure, { id, value, unit: '°', measuredAt }, keyed(lab))
async function stated(id: number, target = 28.442, deviation = 0.005) {
  const { version } = await detail(id)
  await app.call(controlChartSetLimits, { id, version, limitWay: 'stated', target, deviation }, { as: lab })
}
/** A minute that limits set now already hold in. */
const nowText = (plusMinutes = 0) =>
  new Date(app.clock.now().getTime() + plusMinutes * 60_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

describe('charts', () => {
  it('the laboratory makes a chart once per quantity; others read, and nobody outside does', async () => {
    const id = await added('Si 111 峰位')
    expect(
      await app.refusal(controlChartAdd, { instrumentId, quantity: 'si 111 峰位', ...silicon }, keyed(lab)),
    ).toMatchObject({
      error: 'chartTwice',
    })
    expect(
      await app.refusal(controlChartAdd, { instrumentId: 999_999, quantity: 'x', ...silicon }, keyed(lab)),
    ).toMatchObject({ error: 'unknownInstrument' })
    expect(await detail(id)).toMatchObject({ chartNo: `QC-${id}`, instrumentNo: 'XRD-7', state: 'unset', due: 'ok' })
    const form = { instrumentId, quantity: '别的', ...silicon }
    expect(await app.refusal(controlChartAdd, form, keyed(manager))).toMatchObject({ error: 'forbidden' })
    const finance = await app.staff('finance')
    expect(await app.refusal(controlChartDetail, { id }, { as: finance })).toMatchObject({ error: 'forbidden' })
  })

  it('is edited and stopped by version; a stopped one takes no measurement and makes room for another', async () => {
    const id = await added('Si 220 峰位')
    const { version } = await detail(id)
    const form = { id, version, material: '硅粉', certificateNo: 'GBW(E) 130014', intervalDays: 3 }
    const saved = await app.call(controlChartEdit, form, { as: lab })
    expect(await app.refusal(controlChartEdit, form, { as: lab })).toMatchObject({ error: 'stageConflict' })
    await app.call(controlChartStop, { id, version: saved.version, reason: '标准物质用完' }, { as: lab })
    expect(await detail(id)).toMatchObject({ due: 'stopped', stopReason: '标准物质用完', intervalDays: 3 })
    const entry = { id, value: 47.3, unit: '°', measuredAt: at(0) }
    expect(await app.refusal(controlChartMeasure, entry, keyed(lab))).toMatchObject({ error: 'chartStopped' })
    expect(await added('Si 220 峰位')).toBeGreaterThan(id)
  })
})

describe('measurements', () => {
  it('refuses what is no number, another unit, the future and the same measurement again', async () => {
    const id = await added('Si 311 峰位')
    const entry = { id, value: 56.12, unit: '°', measuredAt: at(0) }
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e13, '56.12', null])
      expect((await app.send(controlChartMeasure, { ...entry, value } as typeof entry, keyed(lab))).body.code).toBe(0)
    expect(await app.refusal(controlChartMeasure, { ...entry, unit: 'nm' }, keyed(lab))).toMatchObject({
      error: 'wrongUnit',
    })
    expect(await app.refusal(controlChartMeasure, { ...entry, measuredAt: nowText(10) }, keyed(lab))).toMatchObject({
      error: 'inFuture',
    })
    expect((await app.send(controlChartMeasure, { ...entry, measuredAt: '昨天' }, keyed(lab))).body.code).toBe(0)
    await app.call(controlChartMeasure, entry, keyed(lab))
    expect(await app.refusal(controlChartMeasure, entry, keyed(lab))).toMatchObject({ error: 'measuredTwice' })
    expect(await app.refusal(controlChartMeasure, { ...entry, value: 56.13 }, keyed(manager))).toMatchObject({
      error: 'forbidden',
    })
    expect((await detail(id)).points).toMatchObject([{ value: 56.12, state: 'none' }])
  })

  it('a broken rule is told to the laboratory; a measurement taken back stays in the list and no longer counts', async () => {
    const id = await added('Si 400 峰位')
    await stated(id)
    expect(await enter(id, 28.443, nowText())).toMatchObject({ state: 'in', broken: [] })
    const out = await enter(id, 28.46, nowText(1))
    expect(out).toMatchObject({ state: 'out', broken: ['1-2s', '1-3s'] })
    expect(await detail(id)).toMatchObject({ state: 'out', broken: ['1-2s', '1-3s'], counted: 2 })
    const { list: told } = await app.call(bellList, { page: 1, size: 20 }, { as: lab })
    expect(told.map(({ title }) => title)).toContain('质控失控：XRD-7 Si 400 峰位 28.46°，1-3s（1 次超出 ±3s）')
    await app.call(controlChartTakeBack, { measurementId: out.id, reason: '样品装歪' }, { as: lab })
    expect(await detail(id)).toMatchObject({ state: 'in', counted: 1 })
    const { list } = await app.call(controlChartMeasurements, { id }, { as: manager })
    expect(list).toMatchObject([
      { state: 'none', takenBack: { reason: '样品装歪' } },
      { state: 'in', takenBack: null },
    ])
    expect(
      await app.refusal(controlChartTakeBack, { measurementId: out.id, reason: '再次' }, { as: lab }),
    ).toMatchObject({ error: 'alreadyTakenBack' })
  })

  it('a measurement that is entered late is judged in its place, and changes what comes after it', async () => {
    const id = await added('Si 331 峰位')
    await stated(id)
    await enter(id, 28.453, nowText(2))
    expect(await detail(id)).toMatchObject({ state: 'warning', broken: ['1-2s'] })
    expect(await enter(id, 28.453, nowText(1))).toMatchObject({ state: 'warning' })
    expect(await detail(id)).toMatchObject({ state: 'out', broken: ['1-2s', '2-2s'] })
  })
})

describe('limits', () => {
  it('come from the latest measurements, ten at least; only what is measured from then on counts', async () => {
    const id = await added('Si 422 峰位')
    const set = async (count: number) => ({
      id,
      version: (await detail(id)).version,
      limitWay: 'measured' as const,
      count,
    })
    for (let i = 0; i < 9; i++) await enter(id, 88 + i / 1000, at(i))
    expect((await app.send(controlChartSetLimits, await set(9), { as: lab })).body.code).toBe(0)
    expect(await app.refusal(controlChartSetLimits, await set(10), { as: lab })).toMatchObject({
      error: 'tooFewMeasurements',
    })
    await enter(id, 88.009, at(9))
    const entry = await set(10)
    expect(await app.call(controlChartSetLimits, entry, { as: lab })).toEqual({ target: 88.0045, deviation: 0.00303 })
    expect(await app.refusal(controlChartSetLimits, entry, { as: lab })).toMatchObject({ error: 'stageConflict' })
    expect(await detail(id)).toMatchObject({ state: 'unmeasured', counted: 0, settings: [{ baseCount: 10 }] })
    // Measured before the limits held: it is kept, and compared with nothing.
    expect(await enter(id, 99, at(30))).toMatchObject({ state: 'none' })
    expect(await enter(id, 88.004, nowText())).toMatchObject({ state: 'in' })
    expect(await detail(id)).toMatchObject({ state: 'in', counted: 1, uncertainty: null })
  })

  it('that are stated need a positive deviation; equal measurements give none', async () => {
    const id = await added('Si 511 峰位')
    const { version } = await detail(id)
    const set = { id, version, limitWay: 'stated' as const, target: 1 }
    for (const deviation of [0, -1, Number.NaN, undefined])
      expect((await app.send(controlChartSetLimits, { ...set, deviation }, { as: lab })).body.code).toBe(0)
    for (let i = 0; i < 10; i++) await enter(id, 5, at(i))
    expect(
      await app.refusal(controlChartSetLimits, { id, version, limitWay: 'measured', count: 10 }, { as: lab }),
    ).toMatchObject({ error: 'noSpread' })
  })
})

describe('lists', () => {
  it('find charts by instrument and state, and measurements by state', async () => {
    const out = await app.call(controlChartList, { tab: 'out' }, { as: manager })
    expect(out.list.map(({ quantity }) => quantity)).toEqual(['Si 331 峰位'])
    const found = await app.call(controlChartList, { tab: 'all', kw: 'XRD-7' }, { as: manager })
    expect(found.total).toBeGreaterThan(5)
    const bad = await app.call(controlMeasurementList, { tab: 'warning' }, { as: manager })
    expect(bad.list.map(({ state }) => state)).toEqual(['out', 'warning'])
    expect(bad.list[0]).toMatchObject({ instrument: '衍射仪（XRD-7）', unit: '°', limits: { target: 28.442 } })
  })

  it('a chart that was not measured in its interval is overdue, and the laboratory is told once', async () => {
    const chart = { instrumentId, quantity: 'Si 620 峰位', ...silicon, intervalDays: 1 }
    const { id } = await app.call(controlChartAdd, chart, keyed(lab))
    // More than a day ago.
    await enter(id, 1, at(0))
    expect(await detail(id)).toMatchObject({ due: 'overdue' })
    const due = await app.call(controlChartList, { tab: 'due' }, { as: lab })
    expect(due.list.map((chart) => chart.id)).toContain(id)
    await tellDue(app.system)
    await tellDue(app.system)
    const { list } = await app.call(bellList, { page: 1, size: 100 }, { as: lab })
    expect(list.filter(({ title }) => title === '质控到期未测：XRD-7 Si 620 峰位')).toHaveLength(1)
  })
})
