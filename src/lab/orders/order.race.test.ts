import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { orderSteps } from '../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSampleReceive } from '../intake/contract.ts'
import { staffSampleReturn } from '../intake/return-contract.ts'
import { orderCancel } from './contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { staffOrderApprove, staffOrderReject } from './staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1)

describe('orders under races', () => {
  it('[T-42] of fifty orders for the last slot one gets it, and no other is booked or charged', async () => {
    const slot = { date: '2026-03-05', from: '10:00', minutes: 60 }
    const wishes = []
    for (let i = 0; i < 50; i++) {
      const person = await scene.buyer(0)
      const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
      wishes.push({ person, input: { ...scene.request([planId]), delivery: { kind: 'visit', people: 1 } } })
    }
    const answers = await Promise.all(
      wishes.map(({ person, input }) => app.send(orderAdd, input, { as: person, idempotencyKey: randomUUID() })),
    )
    expect(succeeded(answers)).toHaveLength(1)
    expect(new Set(answers.filter((answer) => answer.body.code === 0).map((answer) => answer.body.error))).toEqual(
      new Set(['slotTaken']),
    )
    const { reservations, orders } = await app.db.one<{ reservations: number; orders: number }>(
      sql`select (select count(*) from reservations) as reservations, (select count(*) from orders) as orders`,
    )
    expect([reservations, orders]).toEqual([1, 1])
    const held = await Promise.all(wishes.map(async ({ person }) => (await creditOf(app.system, person.id)).heldFen))
    expect(held.filter((fen) => fen > 0)).toHaveLength(1)
  })

  it('[T-20] twenty sends of one order with one key make one order and get one answer', async () => {
    const person = await scene.buyer(0)
    const input = scene.request([await scene.plan(person)])
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.send(orderAdd, input, { as: person, idempotencyKey })),
    )
    for (const answer of answers) expect(answer.body.data).toEqual(answers[0]?.body.data)
    expect(succeeded(answers)).toHaveLength(20)
    expect(await app.db.one(sql`select count(*) as count from orders where customer_id = ${person.id}`)).toEqual({
      count: 1,
    })
  })

  it('[T-20] twenty sends of one plan with keys of their own make one order', async () => {
    const person = await scene.buyer(0)
    const input = scene.request([await scene.plan(person)])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.send(orderAdd, input, { as: person, idempotencyKey: randomUUID() })),
    )
    expect(succeeded(answers)).toHaveLength(1)
    expect((await creditOf(app.system, person.id)).heldFen).toBe(6_000)
  })

  it('numbers stay unique when many orders are placed at once', async () => {
    const wishes = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const person = await scene.buyer(1)
        return { person, input: scene.request([await scene.plan(person)]) }
      }),
    )
    const answers = await Promise.all(
      wishes.map(({ person, input }) => app.send(orderAdd, input, { as: person, idempotencyKey: randomUUID() })),
    )
    const numbers = answers.map((answer) => (answer.body.data as { orderNo: string }).orderNo)
    expect(new Set(numbers).size).toBe(40)
  })

  it('[T-39] of approve, reject and cancel at the same time one succeeds, and the credit matches it', async () => {
    const [first, second] = [await app.staff('manager'), await app.staff('manager')]
    for (let round = 0; round < 10; round++) {
      const person = await scene.buyer(0)
      const { orderNo } = await scene.order(person)
      const answers = await Promise.all([
        app.send(staffOrderApprove, { orderNo, version: 1 }, { as: first }),
        app.send(staffOrderReject, { orderNo, version: 1, reason: '不做' }, { as: second }),
        app.send(orderCancel, { orderNo, version: 1, reason: '不做' }, { as: person, idempotencyKey: randomUUID() }),
      ])
      expect(succeeded(answers)).toHaveLength(1)
      const { stage } = await app.db.one<{ stage: string }>(sql`select stage from orders where order_no = ${orderNo}`)
      expect((await creditOf(app.system, person.id)).heldFen).toBe(stage === 'awaiting_sample' ? 6_000 : 0)
    }
  })

  it('two last samples scanned at the same time complete the order once', async () => {
    const [manager, logistics] = [await app.staff('manager'), await app.staff('logistics')]
    for (let round = 0; round < 10; round++) {
      const { orderNo, sampleNos } = await scene.order(await scene.buyer(0), 2)
      await app.call(staffOrderApprove, { orderNo }, { as: manager })
      await Promise.all(
        sampleNos.map((sampleNo) =>
          app.send(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A' }, { as: logistics }),
        ),
      )
      const rows = await app.db.rows(sql`
        select h.action from stage_history h join orders o on o.id = h.entity_id
        where h.entity = 'order' and o.order_no = ${orderNo} and h.action = 'receive'`)
      expect(rows).toHaveLength(1)
    }
  })
})

describe('samples that move at the same time', () => {
  it('[F-08] the last two samples, sent back at the same time, close their order', async () => {
    const steps = await orderSteps(app)
    for (let round = 0; round < 5; round++) {
      const order = await steps.paid(2, true)
      const answers = await Promise.all(
        order.sampleNos.map((sampleNo) =>
          app.send(
            staffSampleReturn,
            { sampleNo, courier: '顺丰', waybill: 'SF123' },
            { as: steps.staff.logistics, idempotencyKey: randomUUID() },
          ),
        ),
      )
      expect(succeeded(answers)).toHaveLength(2)
      expect(await steps.stageOf(order)).toBe('closed')
    }
  })

  it('[F-50] an approval and the scan of an early parcel at the same time leave the order received and no sample parked', async () => {
    const steps = await orderSteps(app)
    for (let round = 0; round < 10; round++) {
      const order = await steps.placed(2)
      const [early = '', late = ''] = order.sampleNos
      await steps.receive(early)
      const answers = await Promise.all([
        app.send(staffOrderApprove, { orderNo: order.orderNo }, { as: steps.staff.manager }),
        app.send(staffSampleReceive, { sampleNo: late, ...steps.intake }, { as: steps.staff.logistics }),
      ])
      expect(succeeded(answers)).toHaveLength(2)
      expect(await steps.stageOf(order)).toBe('received')
      expect(await app.db.rows(sql`select distinct stage from samples where order_id = ${order.id}`)).toEqual([
        { stage: 'received' },
      ])
    }
  })
})
