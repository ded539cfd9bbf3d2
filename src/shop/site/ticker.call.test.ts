import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { indexMsg } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[C-02] [F-36] the ticker shows method, region and day of orders some hours later, and nothing about a person', async () => {
  expect((await app.call(indexMsg, {})).ticker).toEqual([])
  const scene = await orderScene(app)
  const teacher = await scene.buyer()
  const request = scene.request([await scene.plan(teacher)])
  const returnAddress = { name: '王同学', phone: '13800138000', province: '江苏省', address: '某路 1 号' }
  await app.call(orderAdd, { ...request, returnAddress }, { as: teacher })
  app.clock.advance({ hours: 1 })
  await scene.order(teacher, 2)
  expect((await app.call(indexMsg, {})).ticker).toEqual([])
  app.clock.advance({ hours: 5 })
  expect((await app.call(indexMsg, {})).ticker).toEqual([
    { text: '江苏省客户下单 X 射线衍射（XRD）', at: '2026-03-02' },
  ])
  app.clock.advance({ hours: 1 })
  const { ticker } = await app.call(indexMsg, {})
  expect(ticker.map(({ at }) => at)).toEqual(['2026-03-02', '2026-03-02'])
  expect(JSON.stringify(ticker)).not.toMatch(/\d{4}\*|\*{2}|:\d{2}|王同学|高校/)
  app.clock.advance({ days: 31 })
  expect((await app.call(indexMsg, {})).ticker).toEqual([])
})
