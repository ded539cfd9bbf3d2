import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCheck } from '../../platform/book-check.ts'
import { bookChecks } from '../../app/book-checks.ts'
import { newDevice, rewardScene, testRules } from '../../app/testing/scenes/reward-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { staffOrderCancel } from '../../lab/orders/staff/staff-contract.ts'
import { orderLowered, orderPaid } from '../../lab/orders/events.ts'
import {
  inviteInit,
  inviteList,
  inviteOrderDetail,
  staffInviteRuleDrop,
  staffInviteRules,
  staffInviteRuleSave,
  staffTieClear,
} from '../../people/invitations/contract.ts'
import { staffTies } from '../../people/invitations/list-contract.ts'
import { sign } from '../../people/sign-in/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { emit } from '../../platform/jobs/outbox.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof rewardScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await rewardScene(app)
})
afterEach(async () => {
  for (const check of bookChecks.filter(({ key }) => /^(ledger|promotion|points)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
})
afterAll(() => app.close())

const inviter = async () => {
  const as = await app.customer(3)
  return { ...as, code: await scene.codeOf(as) }
}
const pointsOf = async (person: { id: number; token: string; phone: string }) => (await scene.moneyOf(person)).points
const firstOf = async (as: { token: string }) =>
  (await app.call(inviteList, {}, { as })).list[0] ?? expect.fail('no tie')
const passes = (days: number) => scene.passes(days)

describe('[M-12] a friend who registers with the code', () => {
  it('has a tie to the inviter, who sees name and phone masked; the code stays the same', async () => {
    const one = await inviter()
    expect((await app.call(inviteInit, {}, { as: one })).code).toBe(one.code)
    expect(one.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect(await app.call(inviteList, {}, { as: one })).toMatchObject({ list: [], total: 0 })
    const friend = await scene.friend(one.code)
    const row = await firstOf(one)
    expect(row).toMatchObject({ name: '陈**', flagged: false, state: 'none', points: 0, dueOn: null })
    expect(row.phone).toBe(`${friend.phone.slice(0, 3)}****${friend.phone.slice(-4)}`)
    expect(await app.call(inviteOrderDetail, { id: row.id }, { as: one })).toMatchObject({ order: null, state: 'none' })
    expect(JSON.stringify(await app.call(inviteList, {}, { as: one }))).not.toContain(friend.phone)
    expect(await app.refusal(inviteOrderDetail, { id: row.id }, { as: friend })).toMatchObject({ status: 404 })
  })

  it('[M-23] brings points to both after the first paid order and the waiting time; the order is shown masked', async () => {
    const one = await inviter()
    const friend = await scene.friend(one.code)
    const { orderNo, finalFen } = await scene.paidOrder(friend)
    const earned = Math.floor(finalFen / 100)
    expect(await firstOf(one)).toMatchObject({ state: 'waiting', points: 200 })
    expect([await pointsOf(one), await pointsOf(friend)]).toEqual([0, earned])
    await passes(6)
    expect(await pointsOf(one)).toBe(0)
    await passes(1)
    expect([await pointsOf(one), await pointsOf(friend)]).toEqual([200, earned + 100])
    const row = await firstOf(one)
    expect(row).toMatchObject({ state: 'given', points: 200 })
    const detail = await app.call(inviteOrderDetail, { id: row.id }, { as: one })
    expect(detail.order).toMatchObject({
      orderNo: `${orderNo.slice(0, 4)}****${orderNo.slice(-4)}`,
      service: '送样检测',
    })
    expect(JSON.stringify(detail)).not.toContain(orderNo)
    expect(await app.call(inviteInit, {}, { as: one })).toMatchObject({ friends: 1, rewarded: 1, points: 200 })
    expect((await noticesFor(app, one.id)).join()).toContain('邀请积分已到账')
    // A second order earns its own points and no second reward.
    await scene.paidOrder(friend)
    await passes(8)
    expect([await pointsOf(one), await pointsOf(friend)]).toEqual([200, 2 * earned + 100])
  })

  it('[T-32] brings nothing when the order is paid back in full before, and the points are taken back after', async () => {
    const one = await inviter()
    const before = await scene.friend(one.code)
    const early = await scene.paidOrder(before)
    await scene.refund(early.orderNo, early.finalFen)
    expect(await firstOf(one)).toMatchObject({ state: 'lost' })
    await passes(8)
    expect([await pointsOf(one), await pointsOf(before)]).toEqual([0, 0])

    const after = await scene.friend(one.code)
    const late = await scene.paidOrder(after)
    await passes(8)
    expect(await pointsOf(one)).toBe(200)
    await scene.refund(late.orderNo, late.finalFen)
    expect([await pointsOf(one), await pointsOf(after)]).toEqual([0, 0])
    expect(await firstOf(one)).toMatchObject({ state: 'lost' })
    // The next order that stays paid is the first one.
    await scene.paidOrder(after)
    await passes(8)
    expect(await pointsOf(one)).toBe(200)
  })

  it('a part refund takes back its part of the order’s points; below the least amount the reward is lost', async () => {
    const one = await inviter()
    const friend = await scene.friend(one.code)
    const { orderNo } = await scene.paidOrder(friend)
    await scene.refund(orderNo, 500)
    expect(await firstOf(one)).toMatchObject({ state: 'waiting' })
    expect(await pointsOf(friend)).toBe(70)
    await scene.refund(orderNo, 2_600)
    expect(await firstOf(one)).toMatchObject({ state: 'lost' })
    expect(await pointsOf(friend)).toBe(44)
  })

  it('events that arrive twice or in another order change nothing', async () => {
    const one = await inviter()
    const friend = await scene.friend(one.code)
    const { orderNo, finalFen, id: orderId } = await scene.paidOrder(friend)
    await passes(8)
    const before = [await pointsOf(one), await pointsOf(friend)]
    const ids = { customerId: friend.id, payerId: friend.id }
    for (let i = 0; i < 2; i++) {
      await emit(app.system, orderLowered, { orderId, finalFen: 1 })
      await emit(app.system, orderPaid, { orderId, orderNo, ...ids, finalFen })
    }
    await scene.run()
    expect([await pointsOf(one), await pointsOf(friend)]).toEqual(before)
  })
})

describe('[T-31] a referral of oneself', () => {
  it('from a browser of the inviter earns nothing until staff clear it, with a reason', async () => {
    const one = await app.customer(3)
    const { headers } = await app.send(inviteInit, {}, { as: one, ...newDevice() })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect(cookie).toMatch(/^mingxi_browser=/)
    const code = await scene.codeOf(one)
    const friend = await scene.friend(code, { ...newDevice(), cookie })
    expect(await firstOf(one)).toMatchObject({ flagged: true, state: 'none' })
    await scene.paidOrder(friend)
    await passes(8)
    expect(await pointsOf(one)).toBe(0)
    const { list } = await app.call(staffTies, { tab: 'flagged' }, { as: scene.finance })
    const tie =
      list.find(({ friendPhone }) => friendPhone.endsWith(friend.phone.slice(-4))) ?? expect.fail('not listed')
    expect(tie).toMatchObject({ flag: 'inviter_device', state: 'flagged' })
    expect(await app.refusal(staffTieClear, { id: tie.id, reason: ' ' }, { as: scene.finance })).toMatchObject({
      error: 'invalid',
    })
    await app.call(staffTieClear, { id: tie.id, reason: '两人共用实验室电脑' }, { as: scene.finance })
    expect(await app.refusal(staffTieClear, { id: tie.id, reason: '再次' }, { as: scene.finance })).toMatchObject({
      status: 409,
      error: 'notFlagged',
    })
    await scene.run()
    await passes(1)
    expect(await pointsOf(one)).toBe(200)
    const audit = await app.db.row(
      sql`select reason from audit_log where action = 'invite.clear' and subject = ${`invitation:${tie.id}`}`,
    )
    expect(audit).toEqual({ reason: '两人共用实验室电脑' })
  })

  it('from the address and kind of browser of a session of the inviter is flagged too', async () => {
    const device = newDevice()
    const first = await inviter()
    const one = await scene.friend(first.code, device)
    const code = await scene.codeOf(one, device)
    await scene.friend(code, { ip: device.ip, headers: device.headers })
    expect(await firstOf(one)).toMatchObject({ flagged: true })
  })

  it('one device counts once, also for different inviters', async () => {
    const [one, other] = [await inviter(), await inviter()]
    const device = newDevice()
    await scene.friend(one.code, device)
    await scene.friend(other.code, device)
    expect((await firstOf(one)).flagged).toBe(false)
    expect((await firstOf(other)).flagged).toBe(true)
  })

  it('[Q-30] by a settlement that is handed over to the inviter earns nothing; one that somebody else pays does', async () => {
    const one = await inviter()
    const friend = await scene.friend(one.code, newDevice(), 0)
    await scene.paidByAnother(friend, one)
    await passes(8)
    expect(await pointsOf(one)).toBe(0)
    const next = await scene.friend(one.code, newDevice(), 0)
    await scene.paidByAnother(next, await app.customer(1))
    await passes(8)
    expect(await pointsOf(one)).toBe(200)
  })

  it('cannot be made later: nobody names an inviter after registering, and an unknown code makes no tie', async () => {
    const one = await inviter()
    const input = await scene.registration('NOSUCHCODE')
    await app.call(sign, input, newDevice())
    expect((await app.call(inviteList, {}, { as: one })).total).toBe(0)
    // The inviter's own phone is an account already, so the code brings nothing to it.
    expect(
      (await app.refusal(sign, { ...(await scene.registration(one.code)), phone: one.phone }, newDevice())).status,
    ).toBe(200)
    expect((await app.call(inviteList, {}, { as: one })).total).toBe(0)
  })
})

describe('without a rule', () => {
  it('the code works and nothing is promised or given; a rule counts from its first day on', async () => {
    await changeSetting(app.system, 'inviteRules', [])
    const one = await inviter()
    const friend = await scene.friend(one.code)
    expect((await app.call(inviteInit, {}, { as: one })).rules).toEqual([])
    await scene.paidOrder(friend)
    await changeSetting(app.system, 'inviteRules', testRules.inviteRules)
    await passes(8)
    expect(await pointsOf(one)).toBe(0)
  })

  it('a rule of invitations begins tomorrow at the earliest and can be removed until then, by finance only', async () => {
    const { today } = await app.call(staffInviteRules, {}, { as: scene.finance })
    const rule = { inviterPoints: 300, friendPoints: 0, leastFen: 0, windowDays: 3 }
    const from = `${Number(today.slice(0, 4)) + 1}-06-01`
    expect(await app.refusal(staffInviteRuleSave, { ...rule, from: today }, { as: scene.finance })).toMatchObject({
      error: 'ruleBegun',
    })
    expect(
      await app.refusal(staffInviteRuleSave, { ...rule, from, windowDays: 91 }, { as: scene.finance }),
    ).toMatchObject({
      error: 'invalid',
    })
    const manager = await app.staff('manager')
    expect((await app.refusal(staffInviteRuleSave, { ...rule, from }, { as: manager })).status).toBe(403)
    await app.call(staffInviteRuleSave, { ...rule, from }, { as: scene.finance })
    expect((await app.call(staffInviteRules, {}, { as: manager })).rules).toContainEqual({ ...rule, from })
    await app.call(staffInviteRuleDrop, { from }, { as: scene.finance })
    expect(await app.refusal(staffInviteRuleDrop, { from }, { as: scene.finance })).toMatchObject({
      error: 'noSuchRule',
    })
  })

  it('an order that staff cancel earns nothing', async () => {
    const one = await inviter()
    const friend = await scene.friend(one.code)
    const { orderNo } = await scene.orders.order(friend)
    await app.call(staffOrderCancel, { orderNo, reason: '重复下单' }, { as: scene.deliveries.manager })
    await passes(8)
    expect([await pointsOf(one), await pointsOf(friend)]).toEqual([0, 0])
  })
})
