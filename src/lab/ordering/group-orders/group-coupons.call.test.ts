import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../../app/book-checks.ts'
import { couponScene } from '../../../app/testing/scenes/coupon-scene.ts'
import { groupOf, inNameOf, joined } from '../../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { creditOf, openCredit } from '../../../money/credit/actions.ts'
import { discount4user, discountChoices, discountExchange } from '../../../money/coupons/contract.ts'
import { staffCodeAdd, staffCouponIssue } from '../../../money/coupons/staff-contract.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import type { Group } from '../../../people/groups/store.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderCancel } from '../../orders/contract.ts'
import { orderAdd } from '../contract.ts'

// Coupons belong to who pays: those of a group take off what the group pays, whoever of it orders, and nothing else.

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
let owner: TestPerson
let member: TestPerson
let group: Group
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
  owner = await scene.buyer(3)
  member = await scene.buyer(0)
  group = await groupOf(app, owner)
  await openCredit(app.system, group.accountId, 1_000_000)
  await joined(app, group, member)
})
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([])
  for (const { key, faults } of bookChecks) expect([key, await app.db.rows(faults(app.clock.now()))]).toEqual([key, []])
})
afterAll(() => app.close())

/** A coupon that staff issued to the group. */
async function couponOfGroup(): Promise<number> {
  const input = { campaignId: await coupons.campaign(), receiver: group.groupNo, reason: '长期合作' }
  return (await app.call(staffCouponIssue, input, { as: coupons.manager })).couponId
}

async function order(person: TestPerson, couponIds: number[], groupNo = group.groupNo) {
  const planId = await scene.plan(person, { sampleCount: 3 })
  return app.send(orderAdd, { ...scene.request([planId], [3]), couponIds, groupNo }, { as: person })
}
const placed = async (person: TestPerson, couponIds: number[]) => {
  const { body } = await order(person, couponIds)
  return body.data as { orderNo: string; discountFen: number; estimateFen: number }
}

const stageOf = async (couponId: number) =>
  (await app.db.one<{ stage: string }>(sql`select stage from coupons where id = ${couponId}`)).stage

describe('a coupon of a group', () => {
  it('[T-28] is used by owner and member for orders of the group, and the group holds less credit', async () => {
    for (const person of [owner, member]) {
      const couponId = await couponOfGroup()
      const before = (await creditOf(app.system, group.accountId)).heldFen
      const { orderNo, estimateFen, discountFen } = await placed(person, [couponId])
      expect(discountFen).toBe(2_000)
      expect((await creditOf(app.system, group.accountId)).heldFen).toBe(before + estimateFen - discountFen)
      expect(await stageOf(couponId)).toBe('locked')
      const { amountFen } = await app.db.one<{ amountFen: number }>(
        sql`select s.amount_fen from group_spend s join orders o on o.id = s.order_id where o.order_no = ${orderNo}`,
      )
      expect(amountFen).toBe(estimateFen - discountFen)
      await app.call(orderCancel, { orderNo, reason: '不做了' }, { as: person })
      expect(await stageOf(couponId)).toBe('issued')
      const { list } = await app.call(discount4user, {}, inNameOf(owner, group))
      expect(list.map(({ id }) => id)).toContain(couponId)
    }
  })

  it('[T-28] is offered for an order of the group only, and is neither listed nor taken for a member’s own order', async () => {
    const couponId = await couponOfGroup()
    const planId = await scene.plan(member, { sampleCount: 3 })
    const offered = async (groupNo: string) =>
      (await app.call(discountChoices, { planIds: [planId], groupNo }, { as: member })).choices.map(({ id }) => id)
    expect(await offered(group.groupNo)).toContain(couponId)
    expect(await offered('')).not.toContain(couponId)
    for (const person of [member, owner]) {
      const { list } = await app.call(discount4user, {}, { as: person })
      expect(list.map(({ id }) => id)).not.toContain(couponId)
      expect((await order(person, [couponId], '')).body.error).toBe('noSuchCoupon')
    }
    expect(await stageOf(couponId)).toBe('issued')
  })

  it('[T-28] is not taken by a stranger, a former member or another group, and a member’s own coupon not for the group', async () => {
    const couponId = await couponOfGroup()
    const [stranger, former] = [await scene.buyer(0), await scene.buyer(0)]
    await joined(app, group, former)
    await app.db.run(
      sql`update group_members set stage = 'removed', ended_at = now() where group_id = ${group.id} and customer_id = ${former.id}`,
    )
    for (const person of [stranger, former]) {
      expect((await order(person, [couponId])).body.error).toBe('notInGroup')
      const planIds = [await scene.plan(person)]
      expect(await app.refusal(discountChoices, { planIds, groupNo: group.groupNo }, { as: person })).toMatchObject({
        error: 'notInGroup',
      })
    }
    const other = await groupOf(app, stranger)
    await openCredit(app.system, other.accountId, 1_000_000)
    expect((await order(stranger, [couponId], other.groupNo)).body.error).toBe('noSuchCoupon')
    const own = await coupons.coupon(member)
    expect((await order(member, [own])).body.error).toBe('noSuchCoupon')
    expect([await stageOf(couponId), await stageOf(own)]).toEqual(['issued', 'issued'])
  })

  it('is issued by staff to verified groups only, and is announced to owner and managers', async () => {
    const founder = await scene.buyer(3)
    const fresh = await groupOf(app, founder, { verified: false })
    const campaignId = await coupons.campaign()
    for (const [receiver, error] of [
      [fresh.groupNo, 'noSuchGroup'],
      ['KT26030299999', 'noSuchGroup'],
      ['13700009999', 'noSuchCustomer'],
      ["KT1' or 1=1", 'invalid'],
    ] as const)
      expect(
        await app.refusal(staffCouponIssue, { campaignId, receiver, reason: '测试' }, { as: coupons.manager }),
      ).toMatchObject({ error })
    await app.drain()
    const couponsTold = () =>
      app.db.rows<{ customerId: number; text: string; link: string }>(
        sql`select customer_id, text, link from messages where template like 'coupon.%' order by id desc limit 1`,
      )
    await couponOfGroup()
    await app.drain()
    expect(await couponsTold()).toEqual([
      {
        customerId: owner.id,
        text: expect.stringContaining(`【课题组 ${group.name}】`),
        link: expect.stringMatching(new RegExp(`account=${group.groupNo}$`)),
      },
    ])
  })

  it('is exchanged and listed in the name of the group by owner and managers, not by members', async () => {
    const campaignId = await coupons.campaign()
    const { code } = await app.call(staffCodeAdd, { campaignId, code: 'GROUP2026' }, { as: coupons.editor })
    const { couponId } = await app.call(discountExchange, { code }, inNameOf(owner, group))
    const { list } = await app.call(discount4user, { size: 100 }, inNameOf(owner, group))
    expect(list.map(({ id }) => id)).toContain(couponId)
    expect(await app.refusal(discountExchange, { code: 'GROUP2026' }, inNameOf(member, group))).toMatchObject({
      status: 403,
      error: 'notInGroup',
    })
    expect(await app.refusal(discount4user, {}, inNameOf(member, group))).toMatchObject({ error: 'notInGroup' })
  })
})
