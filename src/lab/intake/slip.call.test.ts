import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sampleList } from '../samples/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import { staffOrderApprove } from '../orders/staff/staff-contract.ts'
import { staffSampleReceiveAll, staffSampleSlip } from './slip-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let logistics: TestPerson

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  logistics = await app.staff('logistics')
})
afterAll(() => app.close())

type Entry = { sampleNo: string; mark: 'good' | 'flawed' | 'refused'; note?: string; weightMg?: number; shelf?: string }

const receive = (orderNo: string, samples: Entry[]) =>
  app.send(
    staffSampleReceiveAll,
    { orderNo, condition: '完好', shelf: 'A-01-02', samples },
    { as: logistics, idempotencyKey: randomUUID() },
  )
const good = (sampleNos: string[]) => sampleNos.map((sampleNo) => ({ sampleNo, mark: 'good' as const }))

describe('the packing slip', () => {
  it('receives a parcel of 96 samples at once, with the exceptions marked', async () => {
    const person = await scene.buyer(0)
    const { orderNo, sampleNos } = await scene.order(person, 96)
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    const slip = await app.call(staffSampleSlip, { orderNo }, { as: logistics })
    expect([slip.total, slip.samples.filter(({ open }) => open).length]).toEqual([96, 96])
    const [flawed = '', elsewhere = '', refused = '', missing = ''] = sampleNos
    const answer = await receive(orderNo, [
      { sampleNo: flawed, mark: 'flawed', note: '受潮', weightMg: 1200 },
      { sampleNo: elsewhere, mark: 'good', shelf: 'F-02-01' },
      { sampleNo: refused, mark: 'refused', note: '容器破裂' },
      ...good(sampleNos.slice(4)),
    ])
    expect(answer.body).toMatchObject({
      code: 1,
      data: { received: 94, total: 96, takenIn: 94, refused: 1, parked: false, orderReceived: false },
    })
    const { list } = await app.call(sampleList, { orderNo, size: 99 }, { as: person })
    const of = (sampleNo: string) => list.find((sample) => sample.sampleNo === sampleNo)
    expect(of(flawed)).toMatchObject({ stage: 'received', condition: '受潮', weightMg: 1200, shelf: 'A-01-02' })
    expect(of(elsewhere)).toMatchObject({ stage: 'received', condition: '完好', shelf: 'F-02-01' })
    // The customer reads why it was refused.
    expect(of(refused)).toMatchObject({ stage: 'refused', stageReason: '容器破裂' })
    expect(of(missing)).toMatchObject({ stage: 'pending' })
    const last = await receive(orderNo, good([missing]))
    expect(last.body.data).toMatchObject({ received: 95, orderReceived: true })
    expect((await app.call(orderDetail, { orderNo }, { as: person })).stage).toBe('received')
  })

  it('parks an early parcel with its place, and the approval takes it up', async () => {
    const person = await scene.buyer(0)
    const { orderNo, sampleNos } = await scene.order(person, 3)
    expect((await receive(orderNo, good(sampleNos))).body.data).toMatchObject({ parked: true, orderReceived: false })
    const parked = await app.call(sampleList, { orderNo }, { as: person })
    expect(parked.list.map(({ stage, shelf }) => [stage, shelf])).toEqual(sampleNos.map(() => ['parked', 'A-01-02']))
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    expect((await app.call(orderDetail, { orderNo }, { as: person })).stage).toBe('received')
  })

  it('[Q-55] takes all or nothing, and says what is wrong', async () => {
    const { orderNo, sampleNos } = await scene.order(await scene.buyer(0), 2)
    const other = await scene.order(await scene.buyer(0), 1)
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    const [first = '', second = ''] = sampleNos
    const refusals: [Entry[], string][] = [
      [[...good([first]), { sampleNo: second, mark: 'flawed' }], 'slipFaulty'],
      [[...good([first]), { sampleNo: second, mark: 'refused' }], 'slipFaulty'],
      [good([first, first]), 'slipFaulty'],
      [good([first, other.sampleNos[0] ?? '']), 'notOnSlip'],
    ]
    const weightless = await receive(orderNo, [{ sampleNo: first, mark: 'good', weightMg: 0 }])
    expect(weightless.body.fields).toEqual({ 'samples.0.weightMg': '重量应大于 0，没有称重请留空' })
    for (const [samples, error] of refusals) expect((await receive(orderNo, samples)).body.error).toBe(error)
    expect((await app.call(staffSampleSlip, { orderNo }, { as: logistics })).received).toBe(0)
    await receive(orderNo, good([first]))
    expect((await receive(orderNo, good([first, second]))).body.error).toBe('movedMeanwhile')
    expect((await app.call(staffSampleSlip, { orderNo }, { as: logistics })).received).toBe(1)
  })

  it('is unknown for numbers that no order has', async () => {
    const answer = await app.send(staffSampleSlip, { orderNo: 'MX26010199999' }, { as: logistics })
    expect([answer.status, answer.body.error]).toEqual([404, 'unknownSlip'])
  })

  it('of two staff who receive one parcel at once one does it', async () => {
    const { orderNo, sampleNos } = await scene.order(await scene.buyer(0), 4)
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    const answers = await Promise.all([receive(orderNo, good(sampleNos)), receive(orderNo, good(sampleNos))])
    expect(answers.map(({ body }) => body.code).sort()).toEqual([0, 1])
  })
})
