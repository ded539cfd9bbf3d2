import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { orderDetail } from '../contract.ts'
import { devicePromise, leastPromises } from './promise-contract.ts'
import { orderForLab } from '../actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

const promised = async (orderNo: string) => {
  const { id } = await orderForLab(app.system, orderNo)
  return app.db.one<{ promisedAt: Date; promiseKept: boolean | null }>(sql`
    select promised_at, promise_kept from orders where id = ${id}`)
}

describe('the promised time to data', () => {
  it('ends with the last working day of the longest project, without Sundays, and is the step that the customer waits for', async () => {
    const customer = await scene.buyer(0)
    const order = await scene.testing(customer)
    // Received on Monday; diffraction is promised within four working days.
    expect(shanghaiTime((await promised(order.orderNo)).promisedAt)).toBe('2026-03-06 18:30:00')
    const { next } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: customer })
    expect(next).toMatchObject({ what: '检测中，约定日期前出数据', dueAt: '2026-03-06 18:30:00' })
  })

  it('is kept or missed at the first delivery; a share is shown from twenty orders on', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.delivered(customer)
    expect(await promised(orderNo)).toMatchObject({ promiseKept: true })
    const rid = scene.rids.xrd
    expect(await app.call(devicePromise, { rid })).toEqual({ orders: 1, keptPercent: null })
    const late = await scene.testing(customer)
    await app.db.run(sql`update orders set promised_at = received_at where id = ${late.id}`)
    app.clock.advance({ minutes: 1 })
    await scene.record(late)
    await scene.upload(late, `${late.sampleNos[0]}.xy`, '10 1\n20 2\n')
    await scene.verify(late)
    expect(await promised(late.orderNo)).toMatchObject({ promiseKept: false })
    for (let more = 2; more < leastPromises; more++) await scene.delivered(customer)
    app.services.cache.purge(['catalogue'])
    expect(await app.call(devicePromise, { rid })).toEqual({ orders: leastPromises, keptPercent: 95 })
  })
})
