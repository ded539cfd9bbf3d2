import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { orderDetail, orderFunding } from '../contract.ts'
import { fundingOf } from './funding-actions.ts'
import { invoiceWishesOf } from '../invoicing/invoice-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

it('a funding number of each line is carried from the wizard to the order and its invoice, can be changed until it is paid, and its history is kept', async () => {
  const as = await scene.buyer(0)
  const planIds = [await scene.plan(as), await scene.plan(as)]
  const funding = [{ planId: planIds[0] ?? 0, fundingNo: 'KT-1' }]
  const input = { ...scene.request(planIds), funding }
  const { orderNo } = await app.call(orderAdd, input, { as, idempotencyKey: randomUUID() })
  const read = () => app.call(orderDetail, { orderNo }, { as })
  const { id, lines } = await read()
  expect(lines.map((line) => line.fundingNo)).toEqual(['KT-1', ''])
  const change = (fundingNo: string, lineId?: number) =>
    app.call(orderFunding, { orderNo, fundingNo, ...(lineId === undefined ? {} : { lineId }) }, { as })
  expect(await change('KT-2', lines[1]?.id)).toEqual({ changed: 1 })
  expect(await change('KT-2', lines[1]?.id)).toEqual({ changed: 0 })
  expect((await fundingOf(app.system, [id])).get(id)).toBe('KT-1、KT-2')
  expect((await invoiceWishesOf(app.system, [orderNo])).get(orderNo)?.fundingNo).toBe('KT-1、KT-2')
  expect(await change('卡 9')).toEqual({ changed: 2 })
  expect((await read()).fundingChanges.map(({ fromNo, toNo }) => `${fromNo}>${toNo}`)).toEqual([
    '>KT-2',
    'KT-1>卡 9',
    'KT-2>卡 9',
  ])
  const other = await scene.buyer(0)
  expect(await app.refusal(orderFunding, { orderNo, fundingNo: 'X' }, { as: other })).toMatchObject({ status: 404 })
  await app.db.run(sql`update orders set paid_at = now() where id = ${id}`)
  expect(await app.refusal(orderFunding, { orderNo, fundingNo: 'X' }, { as })).toMatchObject({ error: 'fundingPaid' })
  expect((await read()).fundingOpen).toBe(false)
})
