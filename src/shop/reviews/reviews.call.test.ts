import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { pointScene } from '../../app/testing/scenes/point-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { balancesOf } from '../../money/ledger/actions.ts'
import { deviceDetail } from '../site/contract.ts'
import { deviceReviews, evaluateAdd, evaluateOrder } from './contract.ts'
import { staffReviewHide, staffReviewList, staffReviewPublish, staffReviewReply } from './list-contract.ts'
import { shownName } from './rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivery = await deliveryScene(app)
  editor = (await pointScene(app)).editor
})
afterAll(() => app.close())

async function delivered() {
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.order(customer)
  await delivery.deliver(orderNo)
  return { customer, orderNo }
}

const points = async ({ id }: TestPerson) => (await balancesOf(app.system, id)).points

describe('evaluations', () => {
  it('[M-23] [T-51] of a delivered line are shown after review, masked, counted, and earn points once', async () => {
    const { customer, orderNo } = await delivered()
    const { lines, mayReview } = await app.call(evaluateOrder, { orderNo }, { as: customer })
    const [line] = lines
    if (!line) throw new Error('no line')
    expect(mayReview).toBe(true)
    const words = '<img src=x onerror=alert(1)> 数据准确'
    const review = { orderNo, lineId: line.lineId, stars: 4, tags: ['数据准确' as const], words }
    const { id } = await app.call(evaluateAdd, review, { as: customer })
    expect((await app.refusal(evaluateAdd, review, { as: customer })).error).toBe('reviewedBefore')
    const detail = () => app.call(deviceDetail, { rid: line.rid })
    expect((await detail()).rating).toBeNull()
    expect((await app.call(deviceReviews, { rid: line.rid })).total).toBe(0)
    const row = (await app.call(staffReviewList, {}, { as: editor })).list.find((each) => each.id === id)
    await app.call(staffReviewPublish, { id, version: row?.version ?? 0 }, { as: editor })
    await app.drain()
    expect((await detail()).rating).toEqual({ count: 1, average: 4 })
    const { list } = await app.call(deviceReviews, { rid: line.rid })
    expect(list).toMatchObject([{ stars: 4, words, company: '' }])
    expect(list[0]?.name).toMatch(/^(.\*\*|客户)$/)
    expect(await points(customer)).toBe(50)
    await app.call(staffReviewReply, { id, reply: '谢谢' }, { as: editor })
    expect((await app.call(deviceReviews, { rid: line.rid })).list[0]?.reply).toBe('谢谢')
    await app.call(staffReviewHide, { id, version: 2, reason: '含有测试内容' }, { as: editor })
    await app.drain()
    expect([(await detail()).rating, await points(customer)]).toEqual([null, 0])
  })

  it('are refused for orders that are not delivered, not the customer’s, or have no such line', async () => {
    const { customer, orderNo } = await delivered()
    const { lines } = await app.call(evaluateOrder, { orderNo }, { as: customer })
    const review = { orderNo, lineId: lines[0]?.lineId ?? 0, stars: 5 }
    const stranger = await app.customer(0)
    expect((await app.refusal(evaluateAdd, review, { as: stranger })).error).toBe('notFound')
    expect((await app.refusal(evaluateAdd, { ...review, lineId: 999_999 }, { as: customer })).error).toBe('notFound')
    expect((await app.refusal(evaluateAdd, { ...review, stars: 6 }, { as: customer })).error).toBe('invalid')
    expect((await app.refusal(evaluateAdd, { ...review, words: '长'.repeat(501) }, { as: customer })).error).toBe(
      'invalid',
    )
    expect((await app.refusal(evaluateAdd, { ...review, fileIds: [999_999] }, { as: customer })).error).toBe('notFound')
    await app.db.run(sql`update orders set delivered_at = null where order_no = ${orderNo}`)
    expect((await app.refusal(evaluateAdd, review, { as: customer })).error).toBe('notDelivered')
    expect(
      (await app.db.one<{ n: number }>(sql`select count(*) as n from reviews where order_no = ${orderNo}`)).n,
    ).toBe(0)
  })

  it('show only the first character of a name', () => {
    expect([shownName('张三'), shownName('  '), shownName('欧阳小明')]).toEqual(['张**', '客户', '欧**'])
  })
})
