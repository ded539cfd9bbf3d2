import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { staffOrderDetail, staffOrderHandIn, staffOrderVerify } from '../../orders/staff/staff-contract.ts'
import { staffReportDetail } from '../contract.ts'
import { checksFor, unticked } from './check-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

it('the check-list of an order has the items for all orders and those for its projects and methods', () => {
  const items = [
    { text: '编号一致', only: '' },
    { text: '零点', only: 'xrd' },
    { text: '标准', only: 'JY/T 0587' },
    { text: '溅射', only: 'XPS' },
    { text: '编号一致', only: 'XRD' },
  ]
  expect(checksFor(items, ['X 射线衍射（XRD）', 'JY/T 0587-2020'])).toEqual(['编号一致', '零点', '标准'])
  expect(unticked(['甲', '乙'], ['乙', '丙'])).toEqual(['甲'])
})

it('nothing is delivered until the second person has ticked every item, and what was ticked is kept with name and time', async () => {
  await changeSetting(app.system, 'verifyChecks', [
    { text: '样品编号一致', only: '' },
    { text: '零点已核对', only: 'X 射线衍射' },
    { text: '溅射深度', only: 'XPS' },
  ])
  const order = await scene.testing(await scene.buyer(0), 1)
  await scene.record(order)
  await scene.upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 2\n30 1\n')
  const { orderNo } = order
  await app.call(staffOrderHandIn, { orderNo }, { as: scene.staff.lab })
  const reviewer = { as: scene.staff.reviewer, idempotencyKey: randomUUID() }
  const before = await app.call(staffReportDetail, { orderNo }, reviewer)
  expect([before.checks, before.checked]).toEqual([['样品编号一致', '零点已核对'], []])

  for (const checks of [[], ['样品编号一致'], ['零点已核对', '别的']]) {
    const answer = await app.send(staffOrderVerify, { orderNo, checks }, reviewer)
    expect([answer.status, answer.body.error]).toEqual([409, 'uncheckedItem'])
  }
  expect((await app.call(staffOrderDetail, { orderNo }, reviewer)).stage).toBe('verifying')
  const own = await app.send(staffOrderVerify, { orderNo, checks: before.checks }, { as: scene.staff.lab })
  expect(own.status).toBe(403)

  await app.call(staffOrderVerify, { orderNo, checks: [...before.checks, '别的'] }, reviewer)
  const { checks, checked, reports } = await app.call(staffReportDetail, { orderNo }, reviewer)
  expect([checks, reports.length]).toEqual([[], 1])
  expect(checked.map(({ text }) => text)).toEqual(['样品编号一致', '零点已核对'])
  expect(checked.every(({ by, at }) => by !== '' && at.startsWith('20'))).toBe(true)
})
