import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignForm, couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { accountRegistered } from '../../people/sign-in/events.ts'
import { sql } from '../../platform/db/sql.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { discount4user, discountExchange } from './contract.ts'
import { sweepExpiredCoupons } from './issue-actions.ts'
import {
  staffCampaign,
  staffCampaignAdd,
  staffCampaignEdit,
  staffCampaignStop,
  staffCodeAdd,
  staffCodeBatch,
  staffCodes,
  staffCodesExport,
  staffCouponIssue,
  staffCouponIssues,
  staffCouponIssueSegment,
  staffCoupons,
  staffCouponWithdraw,
} from './staff-contract.ts'
import { staffIssuedCoupons } from './issued-contract.ts'
import { staffCampaigns } from './list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
})
afterAll(() => app.close())

const own = async (person: TestPerson) => (await app.call(discount4user, { size: 100 }, { as: person })).list
const exchange = (code: string, as: TestPerson) => app.call(discountExchange, { code }, { as })
const refusedCode = (code: string, as: TestPerson) => app.refusal(discountExchange, { code }, { as })

describe('a campaign', () => {
  it('[Q-145] is checked between its fields, and shows each fault at its field', async () => {
    const add = (change: object) =>
      app.refusal(staffCampaignAdd, { ...campaignForm(), ...change }, { as: coupons.editor })
    expect(await add({ valueFen: 0 })).toMatchObject({ fields: { valueFen: '请填写减免金额' } })
    expect(await add({ thresholdFen: 1_000 })).toMatchObject({ fields: { thresholdFen: '门槛不能低于减免金额' } })
    expect(await add({ kind: 'percent', percentOff: 10 })).toMatchObject({ fields: { capFen: '请填写最高减免金额' } })
    expect(await add({ validDays: null })).toMatchObject({ fields: { validUntil: expect.any(String) } })
    expect(await add({ validDays: null, validUntil: '2026-03-01' })).toMatchObject({
      fields: { validUntil: '结束日期不能早于今天' },
    })
    const id = await coupons.campaign()
    const late = { id, version: 1, ...campaignForm({ validDays: null, validUntil: '2026-03-01' }) }
    expect(await app.refusal(staffCampaignEdit, late, { as: coupons.finance })).toMatchObject({
      fields: { validUntil: '结束日期不能早于今天' },
    })
  })

  it('keeps its terms once a coupon is issued; its limits may change, never below what is issued', async () => {
    const id = await coupons.campaign()
    await coupons.give(id, await scene.buyer(0))
    const edit = (change: object, version = 1) =>
      app.refusal(staffCampaignEdit, { id, version, ...campaignForm(), ...change }, { as: coupons.finance })
    expect(await edit({ valueFen: 3_000 })).toMatchObject({ status: 409, error: 'termsFixed' })
    await coupons.give(id, await scene.buyer(0))
    expect(await edit({ issueLimit: 1 })).toMatchObject({
      error: 'limitTooLow',
      fields: { issueLimit: expect.any(String) },
    })
    const changed = { id, version: 1, ...campaignForm({ issueLimit: 2, name: '新名称' }) }
    expect(await app.call(staffCampaignEdit, changed, { as: coupons.finance })).toEqual({ version: 2 })
    expect(await app.refusal(staffCampaignEdit, changed, { as: coupons.finance })).toMatchObject({ status: 409 })
    const input = { campaignId: id, receiver: (await scene.buyer(0)).phone, reason: '补发' }
    expect(await app.refusal(staffCouponIssue, input, { as: coupons.manager })).toMatchObject({
      error: 'campaignEmpty',
    })
  })

  it('issues nothing once it was stopped; coupons that were issued stay usable', async () => {
    const id = await coupons.campaign()
    const person = await scene.buyer(0)
    const couponId = await coupons.give(id, person)
    await app.call(staffCodeAdd, { campaignId: id, code: 'STOPPED1' }, { as: coupons.editor })
    await app.call(staffCampaignStop, { id, version: 1 }, { as: coupons.editor })
    const input = { campaignId: id, receiver: person.phone, reason: '再发一张' }
    expect(await app.refusal(staffCouponIssue, input, { as: coupons.manager })).toMatchObject({
      error: 'campaignStopped',
    })
    expect(await refusedCode('STOPPED1', person)).toMatchObject({ error: 'codeUnknown' })
    const planId = await scene.plan(person)
    expect(
      await app.call(orderAdd, { ...scene.request([planId]), couponIds: [couponId] }, { as: person }),
    ).toMatchObject({ discountFen: 2_000 })
    const { list } = await app.call(staffCampaigns, { tab: 'ended', size: 100 }, { as: coupons.finance })
    expect(list.find((row) => row.id === id)).toMatchObject({ running: false, lockedCount: 1, lockedFen: 2_000 })
  })
})

describe('issuing', () => {
  it('[Q-146] to one customer by phone keeps the limit per person, and tells the customer', async () => {
    const id = await coupons.campaign({ perPerson: 1 })
    const person = await scene.buyer(0)
    await coupons.give(id, person)
    await app.drain()
    expect((await noticesFor(app, person.id)).join()).toContain('收到一张优惠券「开学季满减」（减 ¥20）')
    const input = { campaignId: id, receiver: person.phone, reason: '再发一张' }
    expect(await app.refusal(staffCouponIssue, input, { as: coupons.manager })).toMatchObject({
      error: 'perPersonReached',
    })
    expect(
      await app.refusal(staffCouponIssue, { ...input, receiver: '13700000009' }, { as: coupons.manager }),
    ).toMatchObject({ error: 'noSuchCustomer', fields: { receiver: '没有找到使用这个手机号的客户' } })
  })

  it('to a segment gives each customer of it one coupon, and shows its progress', async () => {
    const id = await coupons.campaign()
    const [ordered, never, enterprise] = [await scene.buyer(3), await scene.buyer(3), await scene.buyer(2)]
    await scene.order(ordered)
    const issue = (segment: object) =>
      app.call(
        staffCouponIssueSegment,
        { campaignId: id, segment: { userTypes: [3], ...segment }, projectName: 'XRD' },
        { as: coupons.finance },
      )
    const { total } = await issue({ orders: 'never' })
    await app.drain()
    expect((await own(never)).filter(({ name }) => name === '开学季满减')).toHaveLength(1)
    expect(await own(ordered)).toEqual([])
    expect(await own(enterprise)).toEqual([])
    await issue({ orders: 'project', projectId: scene.rids.xrd })
    await app.drain()
    expect(await own(ordered)).toHaveLength(1)
    const { list } = await app.call(staffCouponIssues, { campaignId: id }, { as: coupons.manager })
    expect(list).toMatchObject([
      { about: '老师客户，下过「XRD」', finishedAt: expect.any(String) },
      { about: '老师客户，从未下单', total, seen: total, finishedAt: expect.any(String) },
    ])
  })

  it('at registration gives one coupon, also when the event comes twice', async () => {
    await coupons.campaign({ issuedOn: 'register', name: '新客礼' })
    const person = await app.customer()
    for (let i = 0; i < 2; i++) await emit(app.system, accountRegistered, { customerId: person.id, inviterCode: '' })
    await app.drain()
    expect((await own(person)).map(({ name }) => name)).toEqual(['新客礼'])
  })

  it('a coupon that is not used can be withdrawn with a reason, once', async () => {
    const id = await coupons.campaign()
    const person = await scene.buyer(0)
    const couponId = await coupons.give(id, person)
    const withdraw = { id: couponId, version: 1, reason: '发错客户' }
    await app.call(staffCouponWithdraw, withdraw, { as: coupons.finance })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'withdrawn', stageLabel: '已收回' })
    expect(await app.refusal(staffCouponWithdraw, withdraw, { as: coupons.finance })).toMatchObject({ status: 409 })
    const { list } = await app.call(staffCoupons, { campaignId: id }, { as: coupons.manager })
    expect(list).toMatchObject([{ stage: 'withdrawn', mayWithdraw: false }])
    const all = await app.call(staffIssuedCoupons, { tab: 'withdrawn', size: 100 }, { as: coupons.manager })
    expect(all.list.find((row) => row.id === couponId)).toMatchObject({ campaignId: id, stage: 'withdrawn' })
  })
})

describe('the list of all issued coupons', () => {
  it('is searched by the customer, by the campaign and by what a coupon is used for', async () => {
    const [person, other] = [await scene.buyer(0), await scene.buyer(0)]
    const couponId = await coupons.coupon(person, { name: '回访礼' })
    const otherId = await coupons.coupon(other, { name: '年终礼' })
    const found = async (kw: string) => {
      const { list } = await app.call(staffIssuedCoupons, { kw, size: 100 }, { as: coupons.manager })
      return list.map(({ id }) => id)
    }
    expect(await found(person.phone)).toEqual([couponId])
    expect(await found('年终礼')).toEqual([otherId])
    const request = { ...scene.request([await scene.plan(person)]), couponIds: [couponId] }
    expect(await found((await app.call(orderAdd, request, { as: person })).orderNo)).toEqual([couponId])
  })
})

describe('a coupon as staff see it', () => {
  it('[Q-95] [Q-96] [Q-128] lasts until the day that its customer sees, and names no other person as its issuer', async () => {
    const person = await scene.buyer(0)
    const id = await coupons.coupon(person, { validDays: 2 })
    const own = await app.call(discount4user, {}, { as: person })
    expect(own.list).toMatchObject([{ id, validUntil: '2026-03-04' }])
    expect((await noticesFor(app, person.id)).join()).toContain('有效期至 2026-03-04')
    const until = async (from: string, to: string) => {
      const input = { kw: person.phone, filters: { expires: { from, to } }, sort: 'expires', size: 20 }
      const { list } = await app.call(staffIssuedCoupons, input, { as: coupons.manager })
      return list.map(({ validUntil, sourceLabel }) => [validUntil, sourceLabel])
    }
    expect(await until('2026-03-04', '2026-03-04')).toEqual([['2026-03-04', '人工发放']])
    expect(await until('2026-03-05', '2026-03-06')).toEqual([])
  })
})

describe('codes', () => {
  it('[T-28] a shared code is redeemed once by each customer, as often as its limit', async () => {
    const id = await coupons.campaign()
    await app.call(staffCodeAdd, { campaignId: id, code: 'spring2026', useLimit: 2 }, { as: coupons.editor })
    expect(
      await app.refusal(staffCodeAdd, { campaignId: id, code: 'SPRING2026' }, { as: coupons.editor }),
    ).toMatchObject({ error: 'codeTaken' })
    const [first, second, third] = [await scene.buyer(0), await scene.buyer(0), await scene.buyer(0)]
    expect(await exchange(' Spring-2026 ', first)).toMatchObject({ name: '开学季满减', valueText: '减 ¥20' })
    expect(await refusedCode('SPRING2026', first)).toMatchObject({ status: 409, error: 'codeUsedByYou' })
    await exchange('ｓｐｒｉｎｇ２０２６', second)
    expect(await refusedCode('SPRING2026', third)).toMatchObject({ status: 409, error: 'codeUsedUp' })
    const { issued } = await app.call(staffCampaign, { id }, { as: coupons.finance })
    expect(issued).toBe(2)
  })

  it('[T-28] a code is not used up by a customer who may not have another coupon', async () => {
    const id = await coupons.campaign({ perPerson: 1 })
    await app.call(staffCodeAdd, { campaignId: id, code: 'ONEEACH', useLimit: 1 }, { as: coupons.editor })
    const [person, other] = [await scene.buyer(0), await scene.buyer(0)]
    await coupons.give(id, person)
    expect(await refusedCode('ONEEACH', person)).toMatchObject({ error: 'ownLimitReached' })
    await exchange('ONEEACH', other)
  })

  it('single codes work once each, and are exported as a file for Excel', async () => {
    const id = await coupons.campaign({ name: '=展会' })
    const made = await app.call(staffCodeBatch, { campaignId: id, count: 3 }, { as: coupons.editor })
    expect(made).toEqual({ batch: 1, count: 3 })
    const file = await app.call(staffCodesExport, { campaignId: id, batch: 1 }, { as: coupons.editor })
    expect(file.fileName).toBe('=展会-兑换码-第1批.csv')
    const [head, ...rows] = file.csv.trim().split('\r\n')
    expect(head).toContain('兑换码')
    expect(rows).toHaveLength(3)
    // A cell that begins like a formula would be calculated by Excel.
    expect(rows[0]).toContain(`"'=展会"`)
    const code = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(rows[0] ?? '')?.[0] ?? expect.fail(file.csv)
    const [person, other] = [await scene.buyer(0), await scene.buyer(0)]
    await exchange(code.toLowerCase(), person)
    expect(await refusedCode(code, other)).toMatchObject({ error: 'codeUsedUp' })
    expect((await app.call(staffCodes, { campaignId: id }, { as: coupons.manager })).list).toMatchObject([
      { batch: 1, codes: 3, uses: 1 },
    ])
  })

  it('[T-28] nobody finds codes by trying: after five wrong ones the customer waits, even with a right one', async () => {
    const id = await coupons.campaign()
    await app.call(staffCodeAdd, { campaignId: id, code: 'RIGHT1' }, { as: coupons.editor })
    const person = await scene.buyer(0)
    for (let i = 0; i < 5; i++) expect(await refusedCode(`WRONG${i}X`, person)).toMatchObject({ error: 'codeUnknown' })
    expect(await refusedCode('RIGHT1', person)).toMatchObject({ status: 429, error: 'tooManyTries' })
    app.clock.advance({ minutes: 1 })
    await exchange('RIGHT1', person)
  })
})

describe('the page of coupons', () => {
  it('shows only the customer’s own coupons, by state, the first to expire in front', async () => {
    const person = await scene.buyer(0)
    const [late, soon] = [
      await coupons.coupon(person, { validDays: 60 }),
      await coupons.coupon(person, { validDays: 3, name: '周末' }),
    ]
    const page = await app.call(discount4user, {}, { as: person })
    expect(page.list.map(({ id }) => id)).toEqual([soon, late])
    expect(page.list[0]).toMatchObject({ soon: true, conditionText: '满 ¥50 可用', scopeText: '全部项目' })
    expect(page.counts).toEqual({ usable: 2, used: 0, expired: 0 })
    await app.db.run(sql`update coupons set expires_at = ${app.clock.now()} where id = ${soon}`)
    await sweepExpiredCoupons(app.system)
    const after = await app.call(discount4user, { tab: 'expired' }, { as: person })
    expect(after.list).toMatchObject([{ id: soon, stage: 'expired' }])
    expect(after.counts).toEqual({ usable: 1, used: 0, expired: 1 })
  })
})
