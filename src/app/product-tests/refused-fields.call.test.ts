import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKeyAdd } from '../../core/api-keys/contract.ts'
import { controlChartAdd, controlChartMeasure } from '../../lab/control-charts/contract.ts'
import { instrumentAdd, instrumentNote } from '../../lab/instruments/contract.ts'
import { bankImport, prestoreApplyAdd } from '../../money/prestore/contract.ts'
import { bankKeep } from '../../money/prestore/received/received-contract.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { sql } from '../../platform/db/sql.ts'
import { webhookAdd } from '../../workspace/webhooks/contract.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const keyed = <T>(as: T) => ({ as, headers: { 'Idempotency-Key': randomUUID() } })
const marked = ({ fields }: { fields?: object | undefined }) => Object.keys(fields ?? {})
const dayIn = (days: number) => shanghaiDate(addDays(app.clock.now(), days))

it('[Q-176] refusals about one value of a form mark its field: instruments and control charts', async () => {
  const lab = await app.staff('lab')
  const plate = { instrumentNo: 'YQ-9', name: '天平', model: 'A', location: 'B1', keeper: '陈立' }
  const instrument = { ...plate, calibrationRule: 'warn' as const }
  const { id } = await app.call(instrumentAdd, instrument, keyed(lab))
  expect(marked(await app.refusal(instrumentAdd, instrument, keyed(lab)))).toEqual(['instrumentNo'])
  const note = { id, kind: 'calibration' as const, note: '校准', happenedOn: dayIn(0), nextDue: dayIn(30) }
  expect(marked(await app.refusal(instrumentNote, { ...note, happenedOn: dayIn(1) }, keyed(lab)))).toEqual([
    'happenedOn',
  ])
  expect(marked(await app.refusal(instrumentNote, { ...note, nextDue: dayIn(-1) }, keyed(lab)))).toEqual(['nextDue'])
  const chart = { instrumentId: id, quantity: '砝码', unit: 'g', material: '标准砝码', intervalDays: 7 }
  const added = await app.call(controlChartAdd, chart, keyed(lab))
  expect(marked(await app.refusal(controlChartAdd, chart, keyed(lab)))).toEqual(['quantity'])
  const measuredAt = shanghaiTime(addDays(app.clock.now(), 1)).slice(0, 16)
  const measured = { id: added.id, value: 1, unit: 'g', measuredAt }
  expect(marked(await app.refusal(controlChartMeasure, measured, keyed(lab)))).toEqual(['measuredAt'])
})

it('[Q-176] refusals about one value of a form mark its field: money, keys and addresses of programs', async () => {
  const [as, finance] = [await app.customer(0), await app.staff('finance')]
  const claim = { amountFen: 100, payerName: '某大学', transferredOn: dayIn(1) }
  expect(marked(await app.refusal(prestoreApplyAdd, claim, keyed(as)))).toEqual(['transferredOn'])
  await app.call(bankImport, { text: 'F0001\t2026-03-01\t12.34\t某大学' }, { as: finance })
  const { id } = await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = 'F0001'`)
  const keep = { bankLineId: id, customer: '13799999999', reason: '户名' }
  expect(marked(await app.refusal(bankKeep, keep, keyed(finance)))).toEqual(['customer'])
  const key = { name: '系统', scopes: ['orders.read' as const], lastDay: dayIn(-1) }
  expect(marked(await app.refusal(apiKeyAdd, key, { as }))).toEqual(['lastDay'])
  const hook = { url: 'http://example.com/', types: ['order.completed' as const] }
  expect(marked(await app.refusal(webhookAdd, hook, { as }))).toEqual(['url'])
})
