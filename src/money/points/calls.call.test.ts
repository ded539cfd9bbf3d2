import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { pointRule, pointScene } from '../../app/testing/scenes/point-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { balancesOf } from '../ledger/actions.ts'
import { discount4user } from '../coupons/contract.ts'
import {
  integrationAcceptTransfer,
  integrationApplyExchange,
  integrationCancelExchange,
  integrationCancelTransfer,
  integrationCode,
  integrationConfirmExchange,
  integrationExchanges,
  integrationGoods,
  integrationInit,
  integrationList,
  integrationTransfer,
  integrationTransfers,
} from './contract.ts'
import { staffExchangeList, staffGoodsList } from './list-contract.ts'
import { ownPoints, remindOfExpiry } from './own-actions.ts'
import { expiryOf, lastDay } from './rules.ts'
import {
  staffExchangeAddress,
  staffExchangeCancel,
  staffExchangeShip,
  staffGoodsAdd,
  staffGoodsEdit,
  staffGoodsShow,
  staffPointRuleDrop,
  staffPointRules,
  staffPointRuleSave,
} from './staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof pointScene>>
let logistics: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await pointScene(app)
  logistics = await app.staff('logistics')
})
afterAll(() => app.close())

const balance = async ({ id }: TestPerson) => (await balancesOf(app.system, id)).points
const stockOf = async (id: number) =>
  (await app.db.one<{ stock: number }>(sql`select stock from point_goods where id = ${id}`)).stock

async function booksTie() {
  for (const check of bookChecks.filter(({ key }) => /^(points|ledger)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
}

async function rich(points = 1000): Promise<TestPerson> {
  const person = await app.customer(0)
  await scene.earn(person.id, points)
  return person
}

async function exchanged(person: TestPerson, goodsId: number, points = 100) {
  const addressId = await scene.address(person)
  return app.call(integrationApplyExchange, { goodsId, points, addressId }, { as: person })
}

describe('goods for points', () => {
  it('[M-13] are taken, sent with a waybill and confirmed', async () => {
    const person = await rich(300)
    const goodsId = await scene.goods(2)
    expect((await app.call(integrationGoods, {}, { as: person })).list).toContainEqual(
      expect.objectContaining({ id: goodsId, stock: 2, points: 100 }),
    )
    const { id } = await exchanged(person, goodsId)
    expect([await balance(person), await stockOf(goodsId)]).toEqual([200, 1])
    const { list } = await app.call(staffExchangeList, {}, { as: logistics })
    const row = list.find((each) => each.id === id)
    expect(row).toMatchObject({ stage: 'to_ship', receiver: '王**', phone: '138****8000' })
    expect(await app.call(staffExchangeAddress, { id }, { as: logistics })).toMatchObject({
      receiver: '王同学',
      phone: '13800138000',
    })
    const sent = { id, version: 1, courier: '顺丰', waybill: 'SF1234567890' }
    await app.call(staffExchangeShip, sent, { as: logistics })
    expect((await app.refusal(staffExchangeShip, sent, { as: logistics })).status).toBe(409)
    expect((await app.refusal(integrationCancelExchange, { id }, { as: person })).status).toBe(409)
    await app.call(integrationConfirmExchange, { id }, { as: person })
    expect((await app.call(integrationExchanges, {}, { as: person })).list[0]).toMatchObject({ stage: 'done' })
    await booksTie()
  })

  it('[T-29] cancelled, give item and points back once, to the customer and by staff', async () => {
    const person = await rich(200)
    const goodsId = await scene.goods(1)
    const first = await exchanged(person, goodsId)
    const stranger = await rich()
    expect((await app.refusal(integrationCancelExchange, { id: first.id }, { as: stranger })).error).toBe('notFound')
    await app.call(integrationCancelExchange, { id: first.id }, { as: person })
    expect((await app.refusal(integrationCancelExchange, { id: first.id }, { as: person })).status).toBe(409)
    const second = await exchanged(person, goodsId)
    const verdict = { id: second.id, version: 1, reason: '缺货' }
    await app.call(staffExchangeCancel, verdict, { as: scene.editor })
    expect((await app.refusal(staffExchangeCancel, verdict, { as: scene.editor })).status).toBe(409)
    expect([await balance(person), await stockOf(goodsId)]).toEqual([200, 1])
    await booksTie()
  })

  it('are refused clearly, with nothing written, when they are off, changed, gone or too dear', async () => {
    const person = await rich(100)
    const addressId = await scene.address(person)
    const goodsId = await scene.goods(1, 100, 1)
    const take = { goodsId, points: 100, addressId }
    const refused = async (input: object) =>
      (await app.refusal(integrationApplyExchange, { ...take, ...input }, { as: person })).error
    expect(await refused({ points: 99 })).toBe('priceChanged')
    expect(await refused({ addressId: null })).toBe('addressNeeded')
    expect(await refused({ goodsId: 999_999 })).toBe('noSuchGoods')
    expect(await refused({ addressId: await scene.address(await rich()) })).toBe('notFound')
    const dear = await scene.goods(1, 101)
    expect(await refused({ goodsId: dear, points: 101 })).toBe('notEnoughPoints')
    await app.call(staffGoodsShow, { id: goodsId, version: 1, onSale: false }, { as: scene.editor })
    expect(await refused({})).toBe('noSuchGoods')
    await app.call(staffGoodsShow, { id: goodsId, version: 2, onSale: true }, { as: scene.editor })
    await app.call(integrationApplyExchange, take, { as: person })
    await scene.earn(person.id, 100)
    expect(await refused({})).toBe('perPersonReached')
    const other = await rich()
    expect(
      (await app.refusal(integrationApplyExchange, { ...take, addressId: await scene.address(other) }, { as: other }))
        .error,
    ).toBe('soldOut')
    expect([await balance(person), await stockOf(goodsId), await stockOf(dear)]).toEqual([100, 0, 1])
  })

  it('may be a coupon of a campaign, as far as the campaign issues any', async () => {
    const coupons = await couponScene(app)
    const person = await rich(300)
    const campaignId = await coupons.campaign({ perPerson: 1 })
    const form = { kind: 'coupon' as const, name: '满减券', about: '', points: 100, onSale: true, campaignId }
    const { id: goodsId } = await app.call(staffGoodsAdd, form, { as: scene.editor })
    const take = { goodsId, points: 100 }
    await app.call(integrationApplyExchange, take, { as: person })
    expect((await app.call(discount4user, {}, { as: person })).total).toBe(1)
    expect((await app.refusal(integrationApplyExchange, take, { as: person })).error).toBe('perPersonReached')
    expect(await balance(person)).toBe(200)
  })

  it('[Q-171] that this customer cannot take say so in the list, and a coupon that nobody could use costs no points', async () => {
    const coupons = await couponScene(app)
    const person = await rich(300)
    const obstacle = async (id: number, as: TestPerson) =>
      (await app.call(integrationGoods, { size: 100 }, { as })).list.find((each) => each.id === id)?.obstacle
    const goodsId = await scene.goods(5, 100, 1)
    expect(await obstacle(goodsId, person)).toBeNull()
    const { id } = await exchanged(person, goodsId)
    expect([await obstacle(goodsId, person), await obstacle(goodsId, await rich())]).toEqual(['perPerson', null])
    await app.call(integrationCancelExchange, { id }, { as: person })
    expect(await obstacle(goodsId, person)).toBeNull()
    const campaignId = await coupons.campaign({ useLimit: 1 })
    const form = { kind: 'coupon' as const, name: '满减券', about: '', points: 100, onSale: true, campaignId }
    const { id: couponGoods } = await app.call(staffGoodsAdd, form, { as: scene.editor })
    await app.db.run(sql`update coupon_campaigns set uses = 1 where id = ${campaignId}`)
    expect(await obstacle(couponGoods, person)).toBe('ended')
    const take = { goodsId: couponGoods, points: 100 }
    expect((await app.refusal(integrationApplyExchange, take, { as: person })).error).toBe('campaignClosed')
    expect(await balance(person)).toBe(300)
  })

  it('are edited by one person at a time', async () => {
    const goodsId = await scene.goods(3)
    const row = (await app.call(staffGoodsList, {}, { as: scene.editor })).list.find(({ id }) => id === goodsId)
    const form = { kind: 'goods' as const, name: '新名称', about: '', points: 120, stock: 5, onSale: true }
    await app.call(staffGoodsEdit, { ...form, id: goodsId, version: row?.version ?? 0 }, { as: scene.editor })
    expect((await app.refusal(staffGoodsEdit, { ...form, id: goodsId, version: 1 }, { as: scene.editor })).error).toBe(
      'goodsChanged',
    )
    expect((await app.refusal(staffGoodsAdd, { ...form, stock: null }, { as: scene.editor })).fields).toHaveProperty(
      'stock',
    )
  })
})

describe('a transfer of points', () => {
  const codeFor = async (person: TestPerson) => {
    app.clock.advance({ seconds: 61 })
    await app.call(integrationCode, {}, { as: person })
    const sent = (await app.outbox()).filter(({ to, template }) => to === person.phone && template === 'code.9')
    return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? expect.fail('no code')
  }
  const offered = async (person: TestPerson, phone: string, points: number) =>
    app.call(integrationTransfer, { phone, points, code: await codeFor(person) }, { as: person })

  it('[M-13] needs a code, leaves the sender at once and reaches the receiver who accepts it', async () => {
    const [from, to] = [await rich(), await app.customer(0)]
    expect(
      (await app.refusal(integrationTransfer, { phone: to.phone, points: 10, code: '000000' }, { as: from })).error,
    ).toBe('wrongCode')
    const { id, answerBy } = await offered(from, to.phone, 300)
    expect(`${answerBy}:00`).toBe(shanghaiTime(addDays(app.clock.now(), 7)).replace(/\d\d$/, '00'))
    expect([await balance(from), await balance(to)]).toEqual([700, 0])
    expect((await app.call(integrationTransfers, {}, { as: to })).list).toMatchObject([
      { id, sent: false, stage: 'offered', answerBy },
    ])
    expect((await app.refusal(integrationAcceptTransfer, { id }, { as: from })).error).toBe('notFound')
    await app.call(integrationAcceptTransfer, { id }, { as: to })
    expect((await app.refusal(integrationAcceptTransfer, { id }, { as: to })).status).toBe(409)
    expect((await app.refusal(integrationCancelTransfer, { id }, { as: from })).status).toBe(409)
    expect([await balance(from), await balance(to)]).toEqual([700, 300])
    await booksTie()
  })

  it('to a phone without an account is answered like any other, and goes back after a week', async () => {
    const [from, to] = [await rich(), await app.customer(0)]
    const known = await offered(from, to.phone, 10)
    const unknown = await offered(from, '13900009999', 10)
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    await app.call(integrationCancelTransfer, { id: known.id }, { as: from })
    app.clock.advance({ days: 7, minutes: 1 })
    await app.drain()
    expect(await balance(from)).toBe(1000)
    await booksTie()
  })

  it('is refused to oneself, beyond the limits and beyond the balance', async () => {
    const from = await rich()
    const to = await app.customer(0)
    const refused = async (phone: string, points: number) =>
      (await app.refusal(integrationTransfer, { phone, points, code: '000000' }, { as: from })).error
    expect(await refused(from.phone, 10)).toBe('transferToSelf')
    expect(await refused(to.phone, pointRule.transferMost + 1)).toBe('overTransferMost')
    expect(await refused(to.phone, 0)).toBe('invalid')
    await offered(from, to.phone, 500)
    expect(await refused(to.phone, 301)).toBe('overTransferMonth')
    const poor = await rich(5)
    expect(
      (await app.refusal(integrationTransfer, { phone: to.phone, points: 6, code: '000000' }, { as: poor })).error,
    ).toBe('notEnoughPoints')
  })
})

describe('points of a customer', () => {
  it('[M-13] show balance, ledger and the rule, and tell once that they expire', async () => {
    const person = await rich(70)
    const init = await app.call(integrationInit, {}, { as: person })
    expect(init).toMatchObject({ balance: 70, soon: 0, owed: 0, next: null })
    expect(init.rules[0]).toContain('每消费 100 元得 100 积分')
    expect((await app.call(integrationList, {}, { as: person })).list).toMatchObject([{ points: 70, balance: 70 }])
    const told = () =>
      app.db.rows<{ points: number; until: string }>(sql`
        select (payload ->> 'points')::int as points, payload ->> 'until' as until from jobs
        where name = 'points.expiring' and payload ->> 'customerId' = ${String(person.id)}`)
    const expiresAt = expiryOf(pointRule, app.clock.now())
    app.clock.set(addDays(expiresAt, -pointRule.reminderDays - 1))
    await remindOfExpiry(app.system)
    expect(await told()).toEqual([])
    app.clock.set(addDays(expiresAt, -pointRule.reminderDays + 1))
    for (let i = 0; i < 2; i++) await remindOfExpiry(app.system)
    const until = lastDay(expiresAt)
    expect(await told()).toEqual([{ points: 70, until }])
    expect(await ownPoints(app.customerCtx(person.id) as Ctx<Customer>)).toMatchObject({ soon: 70, soonUntil: until })
  })

  it('have rules with effect from a day; a rule in force is never changed', async () => {
    const finance = await app.staff('finance')
    const next = { ...pointRule, from: '2040-01-01', claimPoints: 900 }
    await app.call(staffPointRuleSave, next, { as: finance })
    const { list } = await app.call(staffPointRules, {}, { as: await app.staff('editor') })
    expect(list.map(({ state }) => state)).toEqual(['next', 'now'])
    expect((await app.refusal(staffPointRuleSave, { ...next, from: '2026-01-01' }, { as: finance })).error).toBe(
      'ruleBegun',
    )
    expect((await app.refusal(staffPointRuleSave, next, { as: await app.staff('editor') })).status).toBe(403)
    await app.call(staffPointRuleDrop, { from: '2040-01-01' }, { as: finance })
    expect((await app.refusal(staffPointRuleDrop, { from: '2026-01-01' }, { as: finance })).error).toBe('ruleBegun')
  })
})
