import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { enterResults } from '../../app/testing/test-results.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { addHours, shanghaiTime } from '../../platform/time.ts'
import { staffSampleReceive } from '../../lab/intake/contract.ts'
import { staffSampleReturn, sampleReturnAddress, sampleReturns } from '../../lab/intake/return-contract.ts'
import { markPaid, orderForMoney } from '../../lab/orders/actions.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { inboxRead } from './contract.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderLogCall,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../lab/orders/staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let lab: TestPerson
let reviewer: TestPerson
let logistics: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  lab = await app.staff('lab')
  reviewer = await app.staff('reviewer')
  logistics = await app.staff('logistics')
})
afterAll(() => app.close())

/** Signs in again, since the clock of these tests moves past the end of a session. */
const by = async (person: TestPerson) => ({ as: await openSession(app.system, 'staff', person.id) })

async function queue(person: TestPerson, key: string) {
  const { queues } = await app.call(inboxRead, {}, await by(person))
  return queues.find((each) => each.key === key)
}
const numbers = async (person: TestPerson, key: string) =>
  (await queue(person, key))?.items.map((item) => item.orderNo) ?? []

const returnAddress = {
  name: '王同学',
  phone: '13800138000',
  province: '江苏省',
  city: '无锡市',
  area: '滨湖区',
  address: '滨湖大道18号',
}

async function receivedOrder(returnWanted: boolean) {
  const student = await scene.buyer(0)
  const request = scene.request([await scene.plan(student)])
  const { orderNo, sampleNos } = await app.call(
    orderAdd,
    { ...request, samples: request.samples.map((sample) => ({ ...sample, returnWanted })), returnAddress },
    { as: student, idempotencyKey: randomUUID() },
  )
  await app.call(staffOrderApprove, { orderNo }, await by(manager))
  await app.call(
    staffSampleReceive,
    { sampleNo: sampleNos[0] ?? '', weightMg: 20, condition: '完好', shelf: 'A-01' },
    { ...(await by(logistics)), idempotencyKey: randomUUID() },
  )
  return { orderNo, sampleNo: sampleNos[0] ?? '' }
}

describe('inbox of the console', () => {
  it('shows each role only the queues of its own work', async () => {
    const keys = async (person: TestPerson) =>
      (await app.call(inboxRead, {}, await by(person))).queues.map((each) => each.key)
    expect(await keys(manager)).toEqual([
      'call',
      'lateData',
      'review',
      'quote',
      'contract',
      'retest',
      'dispute',
      'correction',
      'fixAmount',
    ])
    expect(await keys(lab)).toEqual(['checkIn', 'startTesting', 'data'])
    expect(await keys(reviewer)).toEqual(['correction', 'verify'])
    expect(await keys(logistics)).toEqual(['checkIn', 'receive', 'return', 'destroy'])
    expect(await keys(await app.staff('editor'))).toEqual([])
  })

  it('an order waits for review, then for its samples', async () => {
    const { orderNo } = await scene.order(await scene.buyer(0))
    expect(await numbers(manager, 'review')).toContain(orderNo)
    await app.call(staffOrderApprove, { orderNo }, await by(manager))
    expect(await numbers(manager, 'review')).not.toContain(orderNo)
    expect(await numbers(logistics, 'receive')).toContain(orderNo)
  })

  it('the manager’s call is due two hours after the samples arrived, then overdue, and gone after it was recorded', async () => {
    const { orderNo } = await receivedOrder(false)
    const dueAt = shanghaiTime(addHours(app.clock.now(), 2))
    const due = (await queue(manager, 'call'))?.items.find((item) => item.orderNo === orderNo)
    expect(due).toMatchObject({ dueAt, overdue: false })
    app.clock.advance({ hours: 2, seconds: 1 })
    expect(await queue(manager, 'call')).toMatchObject({ total: 1, overdue: 1, items: [{ orderNo, overdue: true }] })
    await app.call(staffOrderLogCall, { orderNo, note: '已与客户确认参数' }, await by(manager))
    expect(await queue(manager, 'call')).toMatchObject({ total: 0, overdue: 0, items: [] })
  })

  it('data is due two hours after the experiment, and overdue data appears in the manager’s queue', async () => {
    const { orderNo } = await receivedOrder(false)
    await app.call(staffOrderLogCall, { orderNo, note: '已确认' }, await by(manager))
    expect(await numbers(lab, 'startTesting')).toContain(orderNo)
    await app.call(staffOrderStartTesting, { orderNo }, await by(lab))
    await enterResults(app, orderNo, (await by(lab)).as)
    await app.call(staffOrderHandIn, { orderNo }, await by(lab))
    expect(await numbers(reviewer, 'verify')).toEqual([orderNo])
    expect(await numbers(manager, 'lateData')).toEqual([])
    app.clock.advance({ hours: 2, minutes: 1 })
    expect(await queue(reviewer, 'verify')).toMatchObject({ overdue: 1 })
    expect(await numbers(manager, 'lateData')).toEqual([orderNo])
    await app.call(staffOrderVerify, { orderNo }, await by(reviewer))
    expect(await numbers(manager, 'lateData')).toEqual([])
    expect(await numbers(manager, 'fixAmount')).toContain(orderNo)
  })

  it('[T-58] samples of a paid order are due back within 48 hours; the list masks the address, the full one is read per order', async () => {
    const { orderNo, sampleNo } = await receivedOrder(true)
    await app.call(staffOrderStartTesting, { orderNo }, await by(lab))
    await enterResults(app, orderNo, (await by(lab)).as)
    await app.call(staffOrderHandIn, { orderNo }, await by(lab))
    await app.call(staffOrderVerify, { orderNo }, await by(reviewer))
    expect((await app.call(sampleReturns, {}, await by(logistics))).parcels).toEqual([])
    await markPaid(app.system, (await orderForMoney(app.system, orderNo)).id)
    const { parcels, total } = await app.call(sampleReturns, {}, await by(logistics))
    expect(total).toBe(1)
    expect(parcels).toMatchObject([
      {
        orderNo,
        overdue: false,
        to: { name: '王同学', phone: '138****8000', address: '江苏省无锡市滨湖区滨湖***' },
        samples: [{ sampleNo, stage: 'to_return' }],
      },
    ])
    expect(await app.call(sampleReturnAddress, { orderNo }, await by(logistics))).toEqual({
      name: '王同学',
      phone: '13800138000',
      address: '江苏省无锡市滨湖区滨湖大道18号',
    })
    const trace = await app.db.rows(
      sql`select after, reason from audit_log where action = 'personal.read' and reason is not null`,
    )
    expect(trace).toEqual([{ after: { orderNo }, reason: '寄回样品' }])
    expect(await app.refusal(sampleReturnAddress, { orderNo: 'MX0' }, await by(logistics))).toMatchObject({
      status: 404,
    })
    app.clock.advance({ hours: 49 })
    expect(await queue(logistics, 'return')).toMatchObject({ total: 1, overdue: 1, items: [{ orderNo }] })
    await app.call(
      staffSampleReturn,
      { sampleNo, courier: '顺丰', waybill: 'SF123' },
      { ...(await by(logistics)), idempotencyKey: randomUUID() },
    )
    expect(await queue(logistics, 'return')).toMatchObject({ total: 0, items: [] })
    // After the parcel is sent, its address can no longer be read.
    expect(await app.refusal(sampleReturnAddress, { orderNo }, await by(logistics))).toMatchObject({ status: 404 })
  })

  it('[Q-174] [Q-292] orders that wait for visitors or data are called that also when the visit is on a later day; visitors to be checked in stand in the order of their visits, with the time, whenever they ordered', async () => {
    const booked = async (date: string) => {
      const person = await scene.buyer(0)
      const slot = { date, from: '10:00', minutes: 60 }
      const parameters = { place: 'remote', slot }
      const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters, sampleCount: 1, urgent: false })
      const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const, people: 1 } }
      const { orderNo } = await app.call(orderAdd, request, { as: person })
      await app.call(staffOrderApprove, { orderNo }, await by(manager))
      return orderNo
    }
    const [day, dayBefore] = [12, 11].map((days) => shanghaiTime(addHours(app.clock.now(), 24 * days)).slice(0, 10))
    const [late, soon] = [await booked(day ?? ''), await booked(dayBefore ?? '')]
    const waiting = await queue(lab, 'checkIn')
    expect(waiting?.label).toBe('等待到场或数据')
    const items = waiting?.items ?? []
    expect(items.map(({ orderNo, visitAt }) => [orderNo, visitAt])).toEqual([
      [soon, `${dayBefore} 10:00:00`],
      [late, `${day} 10:00:00`],
    ])
  })

  it('is closed to customers', async () => {
    const student = await scene.buyer(0)
    expect(await app.refusal(inboxRead, {}, { as: student })).toMatchObject({ status: 403 })
    expect(await app.refusal(sampleReturns, {}, await by(manager))).toMatchObject({ status: 403 })
  })
})
