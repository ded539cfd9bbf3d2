import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../app/testing/order-scene.ts'
import { type TestApp, testApp } from '../app/testing/test-app.ts'
import { indexMsg } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[C-02] the ticker tells the latest orders of a month, newest first, and nobody’s name or number', async () => {
  expect((await app.call(indexMsg, {})).ticker).toEqual([])
  const scene = await orderScene(app)
  const teacher = await scene.buyer()
  await scene.order(teacher)
  app.clock.advance({ hours: 1 })
  await scene.order(teacher, 2)
  const { ticker } = await app.call(indexMsg, {})
  expect(ticker).toHaveLength(2)
  expect(ticker[0]?.text).toMatch(/^高校院所客户 1\d{2}\*{4}\d{4} 下单 X 射线衍射（XRD）/)
  expect((ticker[0]?.at ?? '') > (ticker[1]?.at ?? '')).toBe(true)
  expect(JSON.stringify(ticker)).not.toMatch(/1\d{10}|王同学/)
  app.clock.advance({ days: 31 })
  expect((await app.call(indexMsg, {})).ticker).toEqual([])
})
