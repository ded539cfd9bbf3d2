import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { CourierRefused } from '../../../platform/courier/courier.ts'
import { courierService } from '../../../platform/courier/courier-service.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { staffOrderApprove } from '../../orders/staff/staff-contract.ts'
import { sampleList, sampleRoute, sampleWaybill, staffSampleRoute } from '../contract.ts'
import { askForRoutes, sweepParcels } from './parcel-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let double: NonNullable<NonNullable<ReturnType<typeof courierService>>['double']>
let lastWaybill = 1_000_000_000_000

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  const found = courierService(app.services)?.double
  if (!found) throw new Error('the demo has a double of the courier')
  double = found
  const labAddress = { receiver: '收样组', phone: '021-5555 8765 转 2', address: '科研路 88 号', postcode: '' }
  await changeSetting(app.system, 'labAddress', labAddress)
})
afterAll(() => app.close())
beforeEach(async () => {
  double.broken = undefined
  await app.db.run(sql`update parcels set ask_at = null`)
})

async function sent(courier = '顺丰速运') {
  const person = await scene.buyer(0)
  const { orderNo, sampleNos } = await scene.order(person)
  const waybill = `SF${(lastWaybill += 1)}`
  double.parcel(waybill, ['13800138000', '02155558765'])
  const sampleNo = sampleNos[0] ?? ''
  const { list } = await app.call(sampleList, { orderNo }, { as: person })
  await app.call(sampleWaybill, { ids: list.map(({ id }) => id), courier, waybill }, { as: person })
  return { person, orderNo, sampleNo, waybill }
}

/** Signed in just now, because the tests move the clock. */
async function shown(person: TestPerson, sampleNo: string) {
  const { token } = await openSession(app.system, 'customer', person.id)
  const { parcels } = await app.call(sampleRoute, { sampleNo }, { as: { ...person, token } })
  return parcels.flatMap(({ nodes }) => nodes)
}
const seen = async (person: TestPerson, orderNo: string) =>
  (await app.call(sampleList, { orderNo }, { as: person })).list[0]
const asks = async (waybill: string) =>
  (await app.db.row<{ askAt: Date | null }>(sql`select ask_at from parcels where waybill = ${waybill}`))?.askAt
const push = (payload: string, type = 'application/json') =>
  app.server.inject({ method: 'POST', url: '/api/notify/sf', headers: { 'content-type': type }, payload })
const route = (waybill: string, opCode: string, id = '1') => ({
  mailno: waybill,
  id,
  opCode,
  acceptTime: '2026-03-02 10:00:00',
  remark: '伪造的节点',
})

describe('the route of a parcel', () => {
  it('is shown to the customer and staff, each node once, newest first', async () => {
    const { person, orderNo, sampleNo, waybill } = await sent()
    expect((await seen(person, orderNo))?.followed).toBe(true)
    double.scan(waybill, '50', '顺丰速运 已收取快件')
    await askForRoutes(app.system)
    app.clock.advance({ hours: 1 })
    double.scan(waybill, '31', '快件到达中转场')
    await askForRoutes(app.system)
    expect((await shown(person, sampleNo)).map(({ kind }) => kind)).toEqual(['collected'])
    app.clock.advance({ hours: 1 })
    await askForRoutes(app.system)
    expect((await shown(person, sampleNo)).map(({ kindName }) => kindName)).toEqual(['运输中', '已揽收'])
    const staff = await app.staff('logistics')
    const { parcels } = await app.call(staffSampleRoute, { sampleNo }, { as: staff })
    expect(parcels).toMatchObject([{ way: 'here', waybill, nodes: [{ kind: 'moving' }, { kind: 'collected' }] }])
  })

  it('that ends with the signature is asked for no longer, and the sample is not received by it', async () => {
    const { person, orderNo, sampleNo, waybill } = await sent()
    double.scan(waybill, '80', '已签收')
    await askForRoutes(app.system)
    expect((await shown(person, sampleNo)).map(({ kindName }) => kindName)).toEqual(['快递已签收'])
    expect(await seen(person, orderNo)).toMatchObject({ stage: 'in_transit', receivedAt: null })
    expect(await asks(waybill)).toBeNull()
  })

  it('is asked for no longer after 14 days, nor when the sample was received', async () => {
    const [old, here] = [await sent(), await sent()]
    await app.call(staffOrderApprove, { orderNo: here.orderNo }, { as: await app.staff('manager') })
    const input = { sampleNo: here.sampleNo, condition: '完好', shelf: 'A-01' }
    await app.call(staffSampleReceive, input, { as: await app.staff('logistics') })
    await askForRoutes(app.system)
    expect(await asks(here.waybill)).toBeNull()
    expect(await asks(old.waybill)).not.toBeNull()
    app.clock.advance({ days: 14 })
    await askForRoutes(app.system)
    expect(await asks(old.waybill)).toBeNull()
  })

  it('of somebody else is not found, and that of another courier is not asked for', async () => {
    const { sampleNo } = await sent()
    const other = await scene.buyer(0)
    expect((await app.refusal(sampleRoute, { sampleNo }, { as: other })).error).toBe('notFound')
    const typed = await sent('中通快递')
    expect(await asks(typed.waybill)).toBeUndefined()
    expect((await seen(typed.person, typed.orderNo))?.followed).toBe(false)
  })

  it('is asked for again later when the courier did not answer', async () => {
    const { person, sampleNo, waybill } = await sent()
    double.scan(waybill, '50', '已收取快件')
    double.broken = 'request'
    await askForRoutes(app.system)
    expect(await shown(person, sampleNo)).toEqual([])
    double.broken = undefined
    app.clock.advance({ hours: 2 })
    await askForRoutes(app.system)
    expect(await shown(person, sampleNo)).toHaveLength(1)
  })

  it('is shown also when the courier refuses the waybill that it was asked about together with', async () => {
    const [one, refused] = [await sent(), await sent()]
    double.scan(one.waybill, '50', '顺丰速运 已收取快件')
    const courier = courierService(app.services)?.courier ?? expect.fail('no courier')
    const { routes } = courier
    const asked = vi.spyOn(courier, 'routes').mockImplementation(async (parcels) => {
      if (parcels.some(({ waybill }) => waybill === refused.waybill)) throw new CourierRefused('20020', '单号不正确')
      return routes(parcels)
    })
    try {
      await app.db.run(
        sql`update parcels set ask_at = ${app.clock.now()} where waybill in (${one.waybill}, ${refused.waybill})`,
      )
      await askForRoutes(app.system)
    } finally {
      asked.mockRestore()
    }
    expect(await shown(one.person, one.sampleNo)).toMatchObject([{ kind: 'collected' }])
    expect(await shown(refused.person, refused.sampleNo)).toEqual([])
  })

  it('is deleted after 180 days', async () => {
    const { waybill } = await sent()
    double.scan(waybill, '50', '已收取快件')
    await askForRoutes(app.system)
    app.clock.advance({ days: 181 })
    await sweepParcels(app.system)
    expect(await asks(waybill)).toBeUndefined()
    expect(await app.db.rows(sql`select 1 as one from route_nodes where waybill = ${waybill}`)).toEqual([])
  })
})

describe('a push of the courier', () => {
  it('that is forged writes nothing that the courier does not answer', async () => {
    const { person, orderNo, sampleNo, waybill } = await sent()
    const body = JSON.stringify({ Body: { WaybillRoute: [route(waybill, '80')] } })
    expect((await push(body)).json()).toMatchObject({ return_code: '0000' })
    await app.drain()
    expect(await shown(person, sampleNo)).toEqual([])
    expect(await seen(person, orderNo)).toMatchObject({ stage: 'in_transit' })
    expect(await asks(waybill)).not.toBeNull()
  })

  it('that comes twice or in the wrong order applies each node once, and asks again only after a pause', async () => {
    const { person, sampleNo, waybill } = await sent()
    await askForRoutes(app.system)
    app.clock.advance({ minutes: 10 })
    double.scan(waybill, '50', '已收取快件')
    app.clock.advance({ minutes: 10 })
    double.scan(waybill, '31', '快件到达中转场')
    const pushed = (opCode: string, id: string) =>
      push(
        `content=${encodeURIComponent(JSON.stringify(route(waybill, opCode, id)))}`,
        'application/x-www-form-urlencoded',
      )
    for (const [opCode, id] of [
      ['31', '2'],
      ['50', '1'],
      ['31', '2'],
    ] as const) {
      await pushed(opCode, id)
      await app.drain()
    }
    expect((await shown(person, sampleNo)).map(({ kind }) => kind)).toEqual(['moving', 'collected'])
    double.scan(waybill, '44', '正在派送')
    await pushed('44', '3')
    await app.drain()
    expect(await shown(person, sampleNo)).toHaveLength(2)
    app.clock.advance({ minutes: 5 })
    await pushed('44', '3')
    await app.drain()
    expect((await shown(person, sampleNo)).map(({ kind }) => kind)).toEqual(['delivering', 'moving', 'collected'])
  })

  it('about unknown waybills, or without any, does nothing', async () => {
    const before = await app.db.rows(sql`select waybill, ask_at from parcels order by waybill`)
    for (const payload of ['', '%', '{', '[]', JSON.stringify(route('SF9999999999999', '80')), 'null'])
      expect((await push(payload)).statusCode).toBe(200)
    await app.drain()
    expect(await app.db.rows(sql`select waybill, ask_at from parcels order by waybill`)).toEqual(before)
    expect(
      await app.db.rows(sql`select 1 as one from jobs where name = 'sample.ask-routes' and state = 'waiting'`),
    ).toEqual([])
  })
})
