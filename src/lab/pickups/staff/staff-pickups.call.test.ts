import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { staffFileUpload } from '../../../core/files/contract.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { defaultSettings } from '../../../core/settings/rules.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { staffOrderApprove } from '../../orders/staff/staff-contract.ts'
import { samplingAdd, samplingCancel, samplingList } from '../contract.ts'
import { pickupSearch } from '../list-contract.ts'
import {
  pickupArrive,
  pickupAssign,
  pickupCollect,
  pickupDepart,
  pickupDispatchCourier,
  pickupDrivers,
  pickupDrop,
  pickupFail,
  pickupRoute,
  pickupView,
} from './staff-contract.ts'

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
  await changeSetting(app.system, 'samplingSetting', { ...defaultSettings.samplingSetting, capacity: 100 })
})
afterAll(() => app.close())

const TODAY = '2026-03-02'
const address = { name: '王同学', phone: '13800138000', address_code: '310104', address: '漕溪路 1 号 2 楼' }

async function requested({ date = TODAY, approved = true, address_code = '310104', time = 2 as 2 | 3 } = {}) {
  const person = await scene.buyer(0)
  const { orderNo, sampleNos } = await scene.order(person, 2)
  if (approved) await app.call(staffOrderApprove, { orderNo }, { as: manager })
  const { pickup } = await app.call(
    samplingAdd,
    { orderNo, type: 1, date, time, sendAddress: { ...address, address_code } },
    { as: person },
  )
  return { person, orderNo, sampleNos, id: pickup?.id ?? 0 }
}

const photo = (as: TestPerson) =>
  app.call(
    staffFileUpload,
    { purpose: 'photo' },
    { as, file: { name: 'door.png', content: onePixel }, idempotencyKey: randomUUID() },
  )

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const receive = (sampleNo: string) =>
  app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: driver })
const stagesOf = async (orderNo: string) =>
  (await app.db.rows<{ stage: string }>(sql`select stage from samples where order_no = ${orderNo} order by id`)).map(
    ({ stage }) => stage,
  )
const shown = async (person: TestPerson, orderNo: string) =>
  (await app.call(samplingList, { orderNo }, { as: person })).list[0]

describe('a pickup, for the staff', () => {
  it('[K-07] goes from the door to the shelf: assigned, on the way, collected with count and photo, received by scan', async () => {
    const { person, orderNo, sampleNos, id } = await requested()
    const { drivers } = await app.call(pickupDrivers, { date: TODAY }, { as: manager })
    expect(drivers.map((each) => each.id)).toContain(driver.id)
    await app.call(pickupAssign, { id, version: 1, staffId: driver.id }, { as: manager })
    expect(await app.refusal(samplingCancel, { id }, { as: person })).toMatchObject({ error: 'tooLateToCancel' })
    expect(await app.refusal(samplingAdd, { orderNo, type: 0 }, { as: person })).toMatchObject({
      error: 'tooLateToCancel',
    })
    await app.call(pickupDepart, { id, version: 2 }, { as: driver })
    const { id: fileId } = await photo(driver)
    await app.call(pickupCollect, { id, version: 3, count: 2, photoFileIds: [fileId] }, { as: driver })
    const view = await app.call(pickupView, { id }, { as: driver })
    expect(view).toMatchObject({ stage: 'collected', collectedCount: 2, photos: [{ id: fileId }], full: true })
    expect(view.history.map(({ what, who }) => `${who}：${what}`)).toEqual([
      '客户：预约取样',
      '测试manager：派单',
      '测试logistics：出发',
      '测试logistics：已取样',
    ])
    expect(await shown(person, orderNo)).toMatchObject({ stageName: '已取样', who: view.driverName })
    await receive(sampleNos[0] ?? '')
    expect(await shown(person, orderNo)).toMatchObject({ stageName: '已入库' })
    expect(await stagesOf(orderNo)).toEqual(['received', 'collecting'])
    await receive(sampleNos[1] ?? '')
    const titles = (await noticesFor(app, person.id)).map((notice) => notice.split('|')[0])
    expect(titles).toEqual(expect.arrayContaining(['上门取样已派单', '取样员已出发', '样品已取走']))
  })

  it('nobody is sent before the order is approved, before the day, or who is no driver', async () => {
    const early = await requested({ approved: false })
    const assign = (id: number, staffId: number) => ({ id, version: 1, staffId })
    expect(await app.refusal(pickupAssign, assign(early.id, driver.id), { as: manager })).toMatchObject({
      error: 'orderNotReady',
    })
    const { id } = await requested({ date: '2026-03-03' })
    const wrong = await app.refusal(pickupAssign, assign(id, manager.id), { as: manager })
    expect(wrong).toMatchObject({ error: 'noSuchDriver' })
    await app.call(pickupAssign, assign(id, driver.id), { as: manager })
    expect(await app.refusal(pickupDepart, { id, version: 2 }, { as: driver })).toMatchObject({ error: 'tooEarly' })
    const stale = await app.refusal(pickupAssign, assign(id, driver.id), { as: manager })
    expect(stale).toMatchObject({ status: 409, error: 'stageConflict' })
    await app.call(pickupAssign, { ...assign(id, driver.id), version: 2 }, { as: manager })
  })

  it('a failed pickup says why, and its samples can be fetched again', async () => {
    const { person, orderNo, id } = await requested()
    await app.call(pickupAssign, { id, version: 1, staffId: driver.id }, { as: driver })
    await app.call(pickupDepart, { id, version: 2 }, { as: driver })
    expect(await app.refusal(pickupFail, { id, version: 3, reason: ' ' }, { as: driver })).toMatchObject({
      error: 'invalid',
    })
    await app.call(pickupFail, { id, version: 3, reason: '无人应门' }, { as: driver })
    expect(await shown(person, orderNo)).toMatchObject({ stageName: '取样失败', reason: '无人应门' })
    expect(await stagesOf(orderNo)).toEqual(['pending', 'pending'])
    expect((await noticesFor(app, person.id))[0]).toContain('无人应门')
    await app.call(samplingAdd, { orderNo, type: 1, date: '2026-03-04', time: 1, sendAddress: address }, { as: person })
  })

  it('what a driver did not bring can be fetched again or sent', async () => {
    const { person, orderNo, sampleNos, id } = await requested()
    await app.call(pickupAssign, { id, version: 1, staffId: driver.id }, { as: driver })
    await app.call(pickupDepart, { id, version: 2 }, { as: driver })
    await receive(sampleNos[0] ?? '')
    expect(await shown(person, orderNo)).toMatchObject({ stage: 'arrived' })
    await app.call(samplingAdd, { orderNo, type: 0 }, { as: person })
    expect(await stagesOf(orderNo)).toEqual(['received', 'pending'])
    await app.call(samplingAdd, { orderNo, type: 1, date: '2026-03-04', time: 1, sendAddress: address }, { as: person })
    expect(await shown(person, orderNo)).toMatchObject({ stage: 'requested', sampleCount: 1 })
  })

  it('a courier comes instead of a driver, and staff record the arrival', async () => {
    const { person, orderNo, id } = await requested()
    const courier = { courier: '顺丰速运', waybill: 'SF1234567890' }
    await app.call(pickupDispatchCourier, { id, version: 1, ...courier }, { as: manager })
    expect(await shown(person, orderNo)).toMatchObject({ who: '顺丰速运 SF1234567890' })
    await app.call(pickupDepart, { id, version: 2 }, { as: driver })
    await app.call(pickupArrive, { id, version: 3 }, { as: driver })
    expect(await shown(person, orderNo)).toMatchObject({ stage: 'arrived' })
  })

  it('staff cancel with a reason; place and samples are free again', async () => {
    const { person, orderNo, id } = await requested({ date: '2026-03-05' })
    await app.call(pickupDrop, { id, version: 1, reason: '大雪停运' }, { as: manager })
    expect(await shown(person, orderNo)).toMatchObject({ stage: 'cancelled', reason: '大雪停运' })
    const { taken } = await app.db.one<{ taken: number }>(
      sql`select taken from pickup_slots where day = '2026-03-05' and slot = 2`,
    )
    expect([taken, await stagesOf(orderNo)]).toEqual([0, ['pending', 'pending']])
  })

  it('[T-58] lists and sheets of others mask phone and street; the own stops of the day are ordered and in full, each read recorded', async () => {
    const other = await app.staff('logistics')
    const late = await requested({ time: 3 })
    const near = await requested({ time: 2, address_code: '310115' })
    const far = await requested({ time: 2, address_code: '310101' })
    for (const { id } of [late, near, far])
      await app.call(pickupAssign, { id, version: 1, staffId: other.id }, { as: manager })
    const { stops, own } = await app.call(pickupRoute, { date: TODAY }, { as: other })
    expect(own).toBe(true)
    expect(stops.map(({ id }) => id)).toEqual([far.id, near.id, late.id])
    expect(stops[0]).toMatchObject({ phone: address.phone, address: address.address })
    const reads = await app.db.rows(sql`
      select 1 from audit_log where action = 'personal.read' and actor_id = ${other.id} and actor_kind = 'staff'`)
    expect(reads).toHaveLength(3)
    const theirs = await app.call(pickupRoute, { date: TODAY, driverId: other.id }, { as: manager })
    expect(theirs.stops[0]).toMatchObject({ phone: '138****8000' })
    expect(theirs.stops[0]?.address).not.toContain('2 楼')
    const { list } = await app.call(pickupSearch, {}, { as: manager })
    expect(list.length).toBeGreaterThan(2)
    expect(list.filter(({ phone }) => phone === address.phone)).toEqual([])
  })

  it('[T-47] the proof is a picture of the person who took it', async () => {
    const { id } = await requested()
    await app.call(pickupAssign, { id, version: 1, staffId: driver.id }, { as: driver })
    await app.call(pickupDepart, { id, version: 2 }, { as: driver })
    const { id: foreign } = await photo(await app.staff('logistics'))
    const collect = { id, version: 3, count: 1 }
    expect(await app.refusal(pickupCollect, { ...collect, photoFileIds: [foreign] }, { as: driver })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(pickupCollect, { ...collect, photoFileIds: [] }, { as: driver })).toMatchObject({
      error: 'invalid',
    })
    expect((await app.call(pickupView, { id }, { as: driver })).stage).toBe('collecting')
  })
})
