import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { planList, planSameAs, planSameChoices } from '../../plans/contract.ts'
import { staffReportInstruments } from '../../reports/results/record-contract.ts'
import { orderAgain, orderDetail } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

it('[F-34] a later order asks for the instrument and conditions of an earlier one, and the tester takes them over', async () => {
  const customer = await scene.buyer(0)
  const as = { as: customer }
  const { orderNo } = await scene.delivered(customer)
  const planId = await scene.plan(customer)
  const { list, total } = await app.call(planSameChoices, { rid: scene.rids.xrd }, as)
  expect([total, list[0]?.orderNo]).toEqual([1, orderNo])
  await app.call(planSameAs, { id: planId, orderNo }, as)
  expect((await app.call(planList, {}, as)).dataArr[0]?.items[0]).toMatchObject({ sameAs: orderNo })

  const later = await app.call(orderAdd, scene.request([planId]), { ...as, idempotencyKey: randomUUID() })
  expect((await app.call(orderDetail, { orderNo: later.orderNo }, as)).lines[0]).toMatchObject({ sameAs: orderNo })
  const offered = await app.call(staffReportInstruments, { orderNo: later.orderNo }, { as: scene.staff.lab })
  expect(offered.lines[0]?.same).toEqual({
    ...{ orderNo, instrumentId: null, instrument: 'D8 Advance', method: '' },
    ...{ conditions: 'Cu Kα，40 kV，10–80°', environment: '' },
  })
})

it('[F-34] a delivered order that is ordered again is compared with itself, until the customer says otherwise', async () => {
  const customer = await scene.buyer(0)
  const as = { as: customer }
  const { orderNo } = await scene.delivered(customer)
  await app.call(orderAgain, { orderNo }, { ...as, idempotencyKey: randomUUID() })
  const line = async () => (await app.call(planList, {}, as)).dataArr[0]?.items[0]
  const { id = 0, sameAs } = (await line()) ?? {}
  expect(sameAs).toBe(orderNo)
  await app.call(planSameAs, { id, orderNo: '' }, as)
  expect((await line())?.sameAs).toBe('')
})

it('[F-34] orders of others, orders without data and orders of another project are refused, and so are foreign plan lines', async () => {
  const [customer, other] = [await scene.buyer(0), await scene.buyer(0)]
  const as = { as: customer }
  const foreign = await scene.delivered(other)
  const open = await scene.order(customer)
  const planId = await scene.plan(customer)
  for (const orderNo of [foreign.orderNo, open.orderNo, 'MX26030299999'])
    expect(await app.refusal(planSameAs, { id: planId, orderNo }, as)).toMatchObject({ error: 'notSameAs' })
  const own = await scene.delivered(customer)
  const otherProject = await scene.plan(customer, { rid: scene.rids.quoteOnly })
  expect(await app.refusal(planSameAs, { id: otherProject, orderNo: own.orderNo }, as)).toMatchObject({
    error: 'notSameAs',
  })
  expect(await app.refusal(planSameAs, { id: planId, orderNo: '' }, { as: other })).toMatchObject({ status: 404 })
  expect((await app.call(planSameChoices, { rid: scene.rids.xrd }, { as: other })).total).toBe(1)
})
