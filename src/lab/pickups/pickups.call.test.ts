import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { changeSetting } from '../../ground/settings/actions.ts'
import { defaultSettings } from '../../ground/settings/rules.ts'
import { staffFileUpload } from '../../ground/files/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSampleReceive } from '../intake/contract.ts'
import { staffOrderApprove } from '../orders/staff-contract.ts'
import { samplingAdd, samplingCancel, samplingDays, samplingList } from './contract.ts'
import { pickupAssign, pickupCollect, pickupDepart, pickupDrivers, pickupRoute, pickupView } from './staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let driver: TestPerson

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  driver = await app.staff('logistics')
  await changeSetting(app.system, 'allowRegion', ['310100'])
})
afterAll(() => app.close())

const keyed = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })
const inShanghai = { name: '王同学', phone: '13800138000', address_code: '310104', address: '漕溪路 1 号 2 楼' }
// The clock of tests begins on Monday 2026-03-02, 09:00 in Shanghai.
const TODAY = '2026-03-02'
const wish = { type: 1 as const, date: '2026-03-03', time: 2 as const, message: '到了打电话', sendAddress: inShanghai }

async function ordered(samples = 2) {
  const person = await scene.buyer(0)
  const order = await scene.order(person, samples)
  await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: manager })
  return { person, ...order }
}

async function requested(change: Partial<typeof wish> = {}) {
  const made = await ordered()
  const { pickup } = await app.call(samplingAdd, { orderNo: made.orderNo, ...wish, ...change }, keyed(made.person))
  if (!pickup) throw new Error('no pickup')
  return { ...made, pickup }
}

const stagesOf = async (orderNo: string) =>
  (await app.db.rows<{ stage: string }>(sql`select stage from samples where order_no = ${orderNo} order by id`)).map(
    ({ stage }) => stage,
  )

describe('a pickup', () => {
  it('[K-07] is requested, listed and cancelled by the customer, and gives its place back', async () => {
    const { person, orderNo, pickup } = await requested({ date: '2026-03-04' })
    expect(pickup).toMatchObject({ stageName: '待确认', date: '2026-03-04', timeText: '11:00-13:00', sampleCount: 2 })
    expect(pickup).toMatchObject({ province: '上海市', area: '徐汇区', address_code: '310104', mayCancel: true })
    expect(await stagesOf(orderNo)).toEqual(['collecting', 'collecting'])
    const left = async () =>
      (await app.call(samplingDays, {})).days.find(({ date }) => date === '2026-03-04')?.slots[1]?.left
    const { capacity } = defaultSettings.samplingSetting
    expect(await left()).toBe(capacity - 1)
    const { list, total } = await app.call(samplingList, { orderNo }, { as: person })
    expect([list.map(({ pickupNo }) => pickupNo), total]).toEqual([[pickup.pickupNo], 1])
    await app.call(samplingCancel, { id: pickup.id }, keyed(person))
    expect(await left()).toBe(capacity)
    expect(await stagesOf(orderNo)).toEqual(['pending', 'pending'])
    const again = await app.send(samplingCancel, { id: pickup.id }, keyed(person))
    expect(again.body).toMatchObject({ code: 0, error: 'stageConflict' })
  })

  it('[K-07] goes from the door to the shelf: assigned, on the way, collected with photo and count, received by scan', async () => {
    const { person, orderNo, sampleNos, pickup } = await requested({ date: TODAY })
    const { drivers } = await app.call(pickupDrivers, { date: TODAY }, { as: manager })
    expect(drivers.map(({ id }) => id)).toContain(driver.id)
    const step = (version: number) => ({ id: pickup.id, version })
    await app.call(pickupAssign, { ...step(1), staffId: driver.id }, { as: manager })
    const tooLate = await app.send(samplingCancel, { id: pickup.id }, keyed(person))
    expect(tooLate.body).toMatchObject({ code: 0, error: 'tooLateToCancel' })
    const sheet = await app.call(pickupRoute, { date: TODAY }, { as: driver })
    expect(sheet.stops.map(({ pickupNo, phone, address }) => [pickupNo, phone, address])).toEqual([
      [pickup.pickupNo, inShanghai.phone, inShanghai.address],
    ])
    await app.call(pickupDepart, step(2), { as: driver })
    const photo = await app.call(
      staffFileUpload,
      { purpose: 'photo' },
      { as: driver, file: { name: 'door.png', content: onePixel }, idempotencyKey: randomUUID() },
    )
    await app.call(pickupCollect, { ...step(3), count: 2, photoFileIds: [photo.id] }, { as: driver })
    const view = await app.call(pickupView, { id: pickup.id }, { as: driver })
    expect(view).toMatchObject({ stage: 'collected', collectedCount: 2, photos: [{ id: photo.id }], full: true })
    for (const sampleNo of sampleNos)
      await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: driver })
    expect((await app.call(samplingList, { orderNo }, { as: person })).list[0]).toMatchObject({ stage: 'arrived' })
    expect(await stagesOf(orderNo)).toEqual(['received', 'received'])
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
