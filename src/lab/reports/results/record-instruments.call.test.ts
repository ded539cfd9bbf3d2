import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { instrumentAdd } from '../../instruments/contract.ts'
import { orderForLab } from '../../orders/actions.ts'
import { staffInstrumentUsage, staffReportDetail } from '../contract.ts'
import { staffReportInstruments, staffReportRecord } from './record-contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

it('[F-34] a test record takes an instrument of the project and offers its last conditions', async () => {
  const as = { as: steps.staff.lab }
  const first = await steps.testing(1)
  const { lines } = await orderForLab(app.system, first.orderNo)
  const { id: lineId = 0, rid = 0 } = lines[0] ?? {}
  const plate = (instrumentNo: string, projectIds: number[]) => ({
    ...{ instrumentNo, name: '衍射仪', model: 'D8', location: 'A203', keeper: '李工', specification: '' },
    ...{ calibrationRule: 'warn' as const, projectIds },
  })
  const { id: instrumentId } = await app.call(instrumentAdd, plate('XRD-9', [rid]), as)
  const { id: foreign } = await app.call(instrumentAdd, plate('XRD-8', []), as)
  const record = {
    ...{ orderNo: first.orderNo, lineId, instrument: '随便', method: 'JY/T 0587-2020', conditions: 'Cu Kα，10–80°' },
    ...{ startedAt: '2026-03-02 09:00', endedAt: '2026-03-02 09:30' },
  }
  expect(await app.refusal(staffReportRecord, { ...record, instrumentId: foreign }, as)).toMatchObject({
    error: 'foreignInstrument',
  })
  await app.call(staffReportRecord, { ...record, instrumentId }, as)
  // A corrected record replaces the first and is not counted twice.
  await app.call(staffReportRecord, { ...record, instrumentId, endedAt: '2026-03-02 10:00' }, as)
  expect((await app.call(staffReportDetail, { orderNo: first.orderNo }, as)).records[0]).toMatchObject({
    instrument: '衍射仪（XRD-9）',
    instrumentId,
  })
  const second = await steps.testing(2)
  const offered = await app.call(staffReportInstruments, { orderNo: second.orderNo }, as)
  expect(offered.lines[0]?.instruments).toEqual([
    {
      ...{ id: instrumentId, label: '衍射仪（XRD-9）', environment: '' },
      ...{ method: 'JY/T 0587-2020', conditions: 'Cu Kα，10–80°' },
      ...{ outOfControl: [], uncertainties: [] },
    },
  ])
  expect(await app.call(staffInstrumentUsage, { instrumentId }, as)).toEqual({
    ...{ tests: 1, minutes: 60, recentTests: 1, recentMinutes: 60 },
    ...{ orders: 2, samples: 3 },
  })
  expect(await app.call(staffInstrumentUsage, { instrumentId: foreign }, as)).toMatchObject({ tests: 0, orders: 0 })
})

it('[Q-76] a record that a colleague has saved meanwhile is replaced only by somebody who has seen it', async () => {
  const as = { as: steps.staff.lab }
  const { orderNo } = await steps.testing(1)
  const { lines } = await orderForLab(app.system, orderNo)
  const record = {
    ...{ orderNo, lineId: lines[0]?.id ?? 0, instrument: 'D8', conditions: 'Cu 靶' },
    ...{ startedAt: '2026-03-02 09:00', endedAt: '2026-03-02 09:30' },
  }
  const { id: first } = await app.call(staffReportRecord, { ...record, replacesId: null }, as)
  expect(await app.refusal(staffReportRecord, { ...record, replacesId: null }, as)).toMatchObject({
    ...{ status: 409, error: 'recordChanged' },
  })
  await app.call(staffReportRecord, { ...record, replacesId: first }, as)
  expect(await app.refusal(staffReportRecord, { ...record, replacesId: first }, as)).toMatchObject({
    error: 'recordChanged',
  })
  // A program that does not ask replaces whatever there is, as before.
  const { id: third } = await app.call(staffReportRecord, record, as)
  const { records } = await app.call(staffReportDetail, { orderNo }, as)
  expect(records.map(({ id }) => id)).toEqual([third])
})
