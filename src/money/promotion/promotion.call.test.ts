import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'
import { newDevice, rewardScene, testRules } from '../../app/testing/scenes/reward-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { consentsOf } from '../../people/customers/consent-actions.ts'
import { inviteInit, staffTieClear } from '../../people/invitations/contract.ts'
import { staffTies } from '../../people/invitations/list-contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import { savePayoutAccount } from '../withdrawals/store.ts'
import { staffWithdrawReject, withdrawAdd, withdrawCode, withdrawInit } from '../withdrawals/contract.ts'
import {
  promoterApplyAdd,
  promoterApplyCancel,
  promoterApplyList,
  promoterRebateFile,
  promoterRebateList,
  promotionInit,
  promotionLeave,
  staffPromoterApprove,
  staffPromoterReject,
  staffPromoterResume,
  staffPromoterSuspend,
  staffRebateRuleDrop,
  staffRebateRules,
  staffRebateRuleSave,
} from './contract.ts'
import { staffPromoters, staffRebates } from './list-contract.ts'
import { setRebate } from './rebate-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof rewardScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await rewardScene(app)
})
afterEach(async () => {
  for (const check of bookChecks.filter(({ key }) => /^(ledger|promotion|withdrawals|points)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
})
afterAll(() => app.close())

const money = async (person: TestPerson) => {
  const { rebate, pending } = await scene.moneyOf(person)
  return { rebate, pending }
}
const rebatesOf = async (as: TestPerson) => (await app.call(promoterRebateList, {}, { as })).list
const browserKey = 'a-browser-of-the-promoter-01'
const sheetOf = async (as: TestPerson) => {
  const { url } = await app.call(promoterRebateFile, { browserKey }, { as })
  const answer = await app.server.inject({ url, headers: { cookie: `mx_files=${browserKey}` } })
  return cellsOf(answer.rawPayload, 1)
}
const own = (as: TestPerson) => app.call(promotionInit, {}, { as })

async function withdraw(as: TestPerson, amountFen: number): Promise<number> {
  const to = { holder: '测试客户', bank: '某银行', account: `62220000${String(as.id).padStart(8, '0')}` }
  await savePayoutAccount(app.db, as.id, to, app.clock.now())
  app.clock.advance({ minutes: 2 })
  await app.call(withdrawCode, {}, { as })
  const code = /\d{6}/.exec((await app.outbox()).findLast((each) => each.to === as.phone)?.text ?? '')?.[0] ?? ''
  return (await app.call(withdrawAdd, { source: 'rebate', amountFen, code }, { as })).id
}

describe('[M-11] the application', () => {
  it('keeps the consent with its version, waits for staff, is rejected with a reason and can be made again', async () => {
    const as = await app.customer(0)
    expect(await own(as)).toMatchObject({ open: true, application: null, profileComplete: true, availableFen: 0 })
    const { agreementVersion } = await own(as)
    const input = { plan: '实验室同学', agreementVersion, agreed: true as const }
    const fault = await app.refusal(promoterApplyAdd, { ...input, agreementVersion: '2020-01' }, { as })
    expect(fault).toMatchObject({ status: 409, error: 'textChanged' })
    expect(await app.refusal(promoterApplyAdd, { ...input, agreed: false }, { as })).toMatchObject({ error: 'invalid' })
    expect(await app.refusal(promoterApplyAdd, { ...input, plan: ' ' }, { as })).toMatchObject({ error: 'invalid' })
    expect((await app.call(promoterApplyList, {}, { as })).total).toBe(0)
    const { id } = await app.call(promoterApplyAdd, input, { as })
    expect(await app.refusal(promoterApplyAdd, input, { as })).toMatchObject({ status: 409, error: 'alreadyApplied' })
    expect(await consentsOf(app.system, as.id)).toContainEqual(
      expect.objectContaining({ document: 'promotion', version: agreementVersion }),
    )
    const reason = '请写明推广渠道'
    await app.call(staffPromoterReject, { id, version: 1, reason }, { as: scene.finance })
    expect((await own(as)).application).toMatchObject({ stage: 'rejected', reason })
    expect((await noticesFor(app, as.id)).join()).toContain('推广合伙人申请未通过')
    const again = await scene.apply(as)
    await app.call(staffPromoterApprove, { id: again, version: 1 }, { as: scene.finance })
    const late = await app.refusal(staffPromoterApprove, { id: again, version: 1 }, { as: scene.finance })
    expect(late).toMatchObject({ status: 409 })
    expect((await own(as)).application).toMatchObject({ stage: 'active' })
  })

  it('is withdrawn by its customer only, and needs a complete profile and an open programme', async () => {
    const [as, stranger, fresh] = [await app.customer(1), await app.customer(1), await app.customer()]
    const id = await scene.apply(as)
    expect(await app.refusal(promoterApplyCancel, { id }, { as: stranger })).toMatchObject({ status: 404 })
    await app.call(promoterApplyCancel, { id }, { as })
    expect(await app.refusal(promoterApplyCancel, { id }, { as })).toMatchObject({ status: 409 })
    await expect(scene.apply(fresh)).rejects.toThrow('完善资料')
    await changeSetting(app.system, 'rebateRules', [])
    await expect(scene.apply(stranger)).rejects.toThrow('尚未开放')
    expect((await own(stranger)).rules).toEqual([])
    await changeSetting(app.system, 'rebateRules', testRules.rebateRules)
  })

  it('is decided by the roles of the table only, and HTML in it stays text', async () => {
    const as = await app.customer(1)
    const version = (await own(as)).agreementVersion
    const plan = '<img src=x onerror=alert(1)>'
    const { id } = await app.call(promoterApplyAdd, { plan, agreementVersion: version, agreed: true }, { as })
    const lab = await app.staff('lab')
    expect((await app.refusal(staffPromoterApprove, { id, version: 1 }, { as: lab })).status).toBe(403)
    expect((await scene.promoterRow(id)).plan).toBe(plan)
    expect(await app.refusal(staffPromoterApprove, { id: 999_999, version: 1 }, { as: scene.finance })).toMatchObject({
      status: 404,
    })
  })
})

describe('[M-11] a rebate', () => {
  it('[M-23] is pending when the order is paid, available after the waiting time, and is withdrawn; customers are masked', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const { orderNo, finalFen } = await scene.paidOrder(friend, 2)
    const rebate = Math.floor(finalFen / 20)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: rebate })
    const [row] = await rebatesOf(promoter)
    expect(row).toMatchObject({ state: 'pending', amountFen: rebate, baseFen: finalFen, customerName: '陈**' })
    expect(JSON.stringify(row)).not.toContain(orderNo)
    expect(JSON.stringify(row)).not.toContain(friend.phone)
    const sheet = await sheetOf(promoter)
    expect(sheet[1]).toEqual(expect.arrayContaining(['陈**', String(rebate / 100), '待结算']))
    for (const secret of [orderNo, friend.phone]) expect(JSON.stringify(sheet)).not.toContain(secret)
    expect(await app.refusal(promoterRebateFile, { browserKey }, { as: friend })).toMatchObject({ error: 'noRebates' })
    await scene.passes(14)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: rebate })
    await scene.passes(1)
    expect(await money(promoter)).toEqual({ rebate, pending: 0 })
    expect(await own(promoter)).toMatchObject({ customers: 1, orders: 1, availableFen: rebate, earnedFen: rebate })
    expect((await noticesFor(app, promoter.id)).join()).toContain('返利可以提现')
    await withdraw(promoter, rebate)
    expect(await app.call(withdrawInit, {}, { as: promoter })).toMatchObject({ rebateFen: 0, heldFen: rebate })
    // The promoter gets rebates instead of points; the friend gets the points of a friend.
    expect((await scene.moneyOf(promoter)).points).toBe(0)
    expect((await scene.moneyOf(friend)).points).toBe(Math.floor(finalFen / 100) + 100)
  })

  it('[T-32] is taken back in part and in full: from pending, then from the balance, and the rest from later rebates', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const first = await scene.paidOrder(friend)
    await scene.refund(first.orderNo, 1_500)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 300 })
    await scene.passes(16)
    await scene.refund(first.orderNo, 2_000)
    expect(await money(promoter)).toEqual({ rebate: 200, pending: 0 })
    await withdraw(promoter, 150)
    await scene.refund(first.orderNo, 4_000)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    expect(await own(promoter)).toMatchObject({ owedFen: 150, earnedFen: 0 })
    expect((await rebatesOf(promoter))[0]).toMatchObject({ state: 'taken_back', amountFen: 0, owedFen: 150 })
    expect((await noticesFor(app, promoter.id)).join()).toContain('从之后的返利中抵扣')
    await scene.paidOrder(friend)
    await scene.passes(16)
    expect(await money(promoter)).toEqual({ rebate: 375 - 150, pending: 0 })
    expect(await own(promoter)).toMatchObject({ owedFen: 0 })
  })

  it('[T-32] what a withdrawal gives back pays what is owed', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const { orderNo, finalFen } = await scene.paidOrder(friend)
    await scene.passes(16)
    const id = await withdraw(promoter, 375)
    await scene.refund(orderNo, finalFen)
    expect(await own(promoter)).toMatchObject({ owedFen: 375 })
    await app.call(staffWithdrawReject, { id, version: 1, reason: '订单已退款' }, { as: scene.finance })
    await scene.run()
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    expect(await own(promoter)).toMatchObject({ owedFen: 0 })
  })

  it('goes by the rule of the day of payment, also when the order becomes cheaper under another rule', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const today = (await app.call(staffRebateRules, {}, { as: scene.finance })).today
    const from = `${Number(today.slice(0, 4)) + 1}-01-01`
    const rule = { ...testRules.rebateRules[0], from, rateBp: 1_000, taxNote: '' }
    const save = (change: object) => app.refusal(staffRebateRuleSave, { ...rule, ...change }, { as: scene.finance })
    expect(await save({ from: today })).toMatchObject({ status: 409, error: 'ruleBegun' })
    expect(await save({ from: '2026-02-30' })).toMatchObject({ error: 'invalid' })
    expect(await save({ rateBp: 5_001 })).toMatchObject({ error: 'invalid' })
    expect(await save({ rateBp: 0.5 })).toMatchObject({ error: 'invalid' })
    await app.call(staffRebateRuleSave, rule as never, { as: scene.finance })
    const { orderNo } = await scene.paidOrder(friend)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 375 })
    await scene.passes(330)
    await scene.refund(orderNo, 500)
    expect(await money(promoter)).toEqual({ rebate: 350, pending: 0 })
    expect(await app.refusal(staffRebateRuleDrop, { from }, { as: scene.finance })).toMatchObject({
      error: 'ruleBegun',
    })
    expect(await app.refusal(staffRebateRuleDrop, { from: '2099-01-01' }, { as: scene.finance })).toMatchObject({
      error: 'noSuchRule',
    })
    await changeSetting(app.system, 'rebateRules', testRules.rebateRules)
  })

  it('counts orders placed within the time of the binding only', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    await scene.passes(366)
    await scene.paidOrder(friend)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    expect(await own(promoter)).toMatchObject({ customers: 1, orders: 0 })
  })

  it('of a customer without a promoter does not exist, and an inviter who becomes one later binds nobody afterwards', async () => {
    const as = await app.customer(1)
    const code = await scene.codeOf(as)
    const friend = await scene.friend(code)
    const id = await scene.apply(as)
    await app.call(staffPromoterApprove, { id, version: 1 }, { as: scene.finance })
    await scene.paidOrder(friend)
    expect(await money(as)).toEqual({ rebate: 0, pending: 0 })
  })
})

describe('[T-31] no rebate', () => {
  it('for an order that the promoter or the promoter’s group pays, and for a customer who is paid out to the same account; staff see why', async () => {
    const promoter = await scene.promoter()
    const [payee, paid] = [await scene.friend(promoter.code), await scene.friend(promoter.code)]
    for (const { id } of [promoter, payee])
      await savePayoutAccount(
        app.db,
        id,
        { holder: '同一人', bank: '某银行', account: '6222000011113333' },
        app.clock.now(),
      )
    const one = await scene.paidOrder(payee)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    const { accountId } = await groupOf(app, promoter)
    const paidBy = async (payerId: number) => {
      const at = app.clock.now()
      const order = { orderId: 900_000 + payerId, orderNo: `MX9${payerId}`, customerId: paid.id, payerIds: [payerId] }
      await setRebate(app.system, { ...order, placedAt: at, paidAt: at, baseFen: 7_500, lines: [] }, 'paid')
      return order.orderNo
    }
    const orderNos = [await paidBy(promoter.id), await paidBy(accountId)]
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    const { list } = await app.call(staffRebates, { tab: 'refused' }, { as: scene.finance })
    const whyOf = (no: string) => list.find((row) => row.orderNo === no)?.refusal
    expect([whyOf(one.orderNo), ...orderNos.map(whyOf)]).toEqual(['payee', 'payer', 'payer'])
    expect(await rebatesOf(promoter)).toEqual([])
  })

  it('[Q-30] for an order whose settlement the customer hands over to the promoter, who pays it; another payer changes nothing', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code, newDevice(), 0)
    const { orderNo } = await scene.paidByAnother(friend, promoter)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    const { list } = await app.call(staffRebates, { tab: 'refused' }, { as: scene.finance })
    expect(list.find((row) => row.orderNo === orderNo)?.refusal).toBe('payer')
    const { finalFen } = await scene.paidByAnother(friend, await app.customer(1))
    expect(await money(promoter)).toEqual({ rebate: 0, pending: Math.floor(finalFen / 20) })
  })

  it('for a customer registered on a device of the promoter, until staff clear the tie', async () => {
    const promoter = await scene.promoter()
    const { headers } = await app.send(inviteInit, {}, { as: promoter, ...newDevice() })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const friend = await scene.friend(promoter.code, { ...newDevice(), cookie })
    await scene.paidOrder(friend)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
    const { list } = await app.call(staffTies, { tab: 'flagged', sort: '-registered' }, { as: scene.finance })
    await app.call(staffTieClear, { id: list[0]?.id ?? 0, reason: '夫妻共用电脑' }, { as: scene.finance })
    await scene.run()
    await scene.paidOrder(friend)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 375 })
  })
})

describe('suspending and leaving', () => {
  it('a suspended promoter binds nobody, earns nothing and waits; resuming lets due rebates through', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    await scene.paidOrder(friend)
    const { promoterId: id } = promoter
    const suspend = { id, version: 2, reason: '核查推广方式' }
    expect((await app.refusal(staffPromoterSuspend, suspend, { as: await app.staff('manager') })).status).toBe(403)
    await app.call(staffPromoterSuspend, suspend, { as: scene.finance })
    expect(await app.refusal(promotionLeave, {}, { as: promoter })).toMatchObject({ status: 409, error: 'notPromoter' })
    await scene.paidOrder(friend)
    await scene.friend(promoter.code)
    await scene.passes(20)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 375 })
    expect(await own(promoter)).toMatchObject({ customers: 1, orders: 1 })
    await app.call(staffPromoterResume, { id, version: 3 }, { as: scene.finance })
    await scene.run()
    expect(await money(promoter)).toEqual({ rebate: 375, pending: 0 })
    expect((await noticesFor(app, promoter.id)).join()).toContain('推广资格已恢复')
  })

  it('[Q-04] an order that was paid while the promoter was suspended earns nothing when it becomes cheaper later', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const { promoterId: id } = promoter
    await app.call(staffPromoterSuspend, { id, version: 2, reason: '核查推广方式' }, { as: scene.finance })
    const { orderNo } = await scene.paidOrder(friend)
    await app.call(staffPromoterResume, { id, version: 3 }, { as: scene.finance })
    await scene.refund(orderNo, 1_500)
    expect(await money(promoter)).toEqual({ rebate: 0, pending: 0 })
  })

  it('whoever leaves keeps what is pending, and later orders and friends bring nothing', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    await scene.paidOrder(friend)
    await app.call(promotionLeave, {}, { as: promoter })
    expect(await app.refusal(promotionLeave, {}, { as: promoter })).toMatchObject({ status: 409 })
    app.clock.advance({ minutes: 1 })
    await scene.paidOrder(friend)
    await scene.friend(promoter.code)
    await scene.passes(16)
    expect(await money(promoter)).toEqual({ rebate: 375, pending: 0 })
    expect(await own(promoter)).toMatchObject({ customers: 1, orders: 1, application: { stage: 'left' } })
    const { list } = await app.call(staffPromoters, { tab: 'ended' }, { as: scene.finance })
    expect(list.map(({ stage }) => stage)).toContain('left')
  })
})
