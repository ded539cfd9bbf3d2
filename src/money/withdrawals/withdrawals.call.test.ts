import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { balancesOf, post, verifyBooks } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { creditPrestore } from '../prestore/actions.ts'
import { transferCode } from '../prestore/rules.ts'
import { prestoreList } from '../prestore/contract.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawMake,
  staffWithdrawPay,
  staffWithdrawReject,
  staffWithdrawSendBack,
  withdrawAdd,
  withdrawCancel,
  withdrawCode,
  withdrawInit,
  withdrawList,
  withdrawUpdate4user,
} from './contract.ts'
import { staffWithdrawList } from './list-contract.ts'

let app: TestApp
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function code(as: TestPerson): Promise<string> {
  app.clock.advance({ minutes: 2 })
  await app.call(withdrawCode, {}, { as })
  const sent = (await app.outbox()).filter(({ to, template }) => to === as.phone && template === 'code.8')
  return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? expect.fail('no code')
}

const payout = { holder: '测试客户', bank: '某银行某支行', account: '6222 0000 1111 2222' }

let funds = 0
async function funded(prestoreFen: number, rebateFen = 0): Promise<TestPerson> {
  const as = await app.customer(1)
  funds += 1
  const move = {
    customerId: as.id,
    amountFen: prestoreFen,
    kind: 'test',
    businessId: funds,
    operation: 'fund',
    memo: '',
  }
  await creditPrestore(app.system, move)
  if (rebateFen > 0)
    await post(app.system, {
      kind: 'test',
      businessId: funds,
      operation: 'rebate',
      memo: '',
      legs: [leg(laboratoryAccount('income'), -rebateFen), leg(customerAccount(as.id, 'rebate'), rebateFen)],
    })
  await app.call(withdrawUpdate4user, { ...payout, code: await code(as) }, { as })
  return as
}

async function requested(as: TestPerson, amountFen: number, source: 'prestore' | 'rebate' = 'prestore') {
  return app.call(withdrawAdd, { source, amountFen, code: await code(as) }, { as })
}

const sums = async ({ id }: TestPerson) => {
  const { prestore, rebate, withdraw_held: held } = await balancesOf(app.system, id)
  return { prestore, rebate, held }
}
const paid = { bankSerial: 'OUT-0001', paidOn: '2026-03-02' }

describe('[M-02] withdrawals', () => {
  it('[T-34] hold the amount at the request and never more than there is; finance approves and enters the bank serial', async () => {
    const as = await funded(10_000)
    const { id, withdrawalNo } = await requested(as, 6000)
    expect(await sums(as)).toEqual({ prestore: 4000, rebate: 0, held: 6000 })
    const more = { source: 'prestore', amountFen: 4001, code: await code(as) }
    expect(await app.refusal(withdrawAdd, more, { as })).toMatchObject({ error: 'notEnough' })
    // The refusal did not use up the code.
    await app.call(withdrawAdd, { ...more, amountFen: 4000, source: 'prestore' as const }, { as })
    expect(await app.call(withdrawInit, {}, { as })).toMatchObject({
      prestoreFen: 0,
      heldFen: 10_000,
      account: { holder: '测试客户', account: '**** 2222' },
    })
    const chosen = { id, version: 1, amountFen: 6000 }
    expect(await app.refusal(staffWithdrawApprove, { ...chosen, amountFen: 600 }, { as: finance })).toMatchObject({
      error: 'amountTyped',
    })
    expect(await app.call(staffWithdrawApprove, chosen, { as: finance })).toEqual({ stage: 'approved' })
    expect(await app.refusal(withdrawCancel, { id }, { as })).toMatchObject({ status: 409 })
    const pay = { ...chosen, version: 2, ...paid }
    expect(await app.refusal(staffWithdrawPay, { ...pay, paidOn: '2026-03-09' }, { as: finance })).toMatchObject({
      error: 'futurePayment',
    })
    expect(await app.call(staffWithdrawPay, pay, { as: finance })).toEqual({ stage: 'paid' })
    expect(await sums(as)).toEqual({ prestore: 0, rebate: 0, held: 4000 })
    expect((await app.call(withdrawList, {}, { as })).list[1]).toMatchObject({
      withdrawalNo,
      stageLabel: '已打款',
      account: '**** 2222',
      bankSerial: 'OUT-0001',
    })
    expect((await noticesFor(app, as.id))[0]).toBe('提现已打款|您的提现¥60.00已汇出至尾号2222的账户，请留意到账。')
    const other = await app.call(staffWithdrawList, { tab: 'pending' }, { as: finance })
    const next = other.list.find((row) => row.amountFen === 4000) ?? expect.fail()
    expect(next).toMatchObject({ fullAccount: '6222000011112222' })
    const again = { id: next.id, version: 1, amountFen: 4000 }
    await app.call(staffWithdrawApprove, again, { as: finance })
    expect(await app.refusal(staffWithdrawPay, { ...again, version: 2, ...paid }, { as: finance })).toMatchObject({
      error: 'serialTaken',
    })
  })

  it('need a payout account, and a fresh code for it and for every request', async () => {
    const as = await app.customer(1)
    const add = { source: 'prestore', amountFen: 1, code: '123456' }
    expect(await app.refusal(withdrawAdd, add, { as })).toMatchObject({ error: 'noAccount' })
    expect(await app.refusal(withdrawUpdate4user, { ...payout, code: '123456' }, { as })).toMatchObject({
      error: 'wrongCode',
    })
    const funds = await funded(5000)
    expect((await noticesFor(app, funds.id))[0]).toMatch(/^收款账户已修改\|您的提现收款账户已改为尾号2222的账户/)
    const right = await code(funds)
    const wrong = right === '000000' ? '000001' : '000000'
    expect(await app.refusal(withdrawAdd, { ...add, code: wrong }, { as: funds })).toMatchObject({ error: 'wrongCode' })
    const once = { source: 'prestore' as const, amountFen: 100, code: right }
    await app.call(withdrawAdd, once, { as: funds })
    expect(await app.refusal(withdrawAdd, once, { as: funds })).toMatchObject({ error: 'wrongCode' })
    expect(await sums(funds)).toMatchObject({ prestore: 4900, held: 100 })
  })

  it('go back to their account by reversal entries when the customer cancels or finance rejects, also after approval', async () => {
    const as = await funded(3000, 2000)
    const { id } = await requested(as, 2000, 'rebate')
    expect(await sums(as)).toEqual({ prestore: 3000, rebate: 0, held: 2000 })
    await app.call(withdrawCancel, { id }, { as })
    expect(await sums(as)).toEqual({ prestore: 3000, rebate: 2000, held: 0 })
    const next = await requested(as, 3000)
    await app.call(staffWithdrawApprove, { id: next.id, version: 1, amountFen: 3000 }, { as: finance })
    const reason = '银行退回：户名不符'
    await app.call(staffWithdrawReject, { id: next.id, version: 2, reason }, { as: finance })
    expect(await sums(as)).toEqual({ prestore: 3000, rebate: 2000, held: 0 })
    expect((await app.call(prestoreList, {}, { as })).list.slice(0, 2)).toMatchObject([
      { memo: `提现 ${next.withdrawalNo} 驳回退回`, amountFen: 3000 },
      { memo: `提现 ${next.withdrawalNo} 冻结`, amountFen: -3000 },
    ])
    expect((await noticesFor(app, as.id))[0]).toContain(`未通过，金额已退回账户。原因：${reason}`)
  })

  it('[T-57] above the limit are approved by two people, also those that finance makes for a customer', async () => {
    const as = await funded(4_000_000)
    const { id } = await requested(as, 1_500_000)
    const chosen = { id, version: 1, amountFen: 1_500_000 }
    expect(await app.call(staffWithdrawApprove, chosen, { as: finance })).toEqual({ stage: 'checking' })
    const confirm = { ...chosen, version: 2 }
    expect(await app.refusal(staffWithdrawConfirm, confirm, { as: finance })).toMatchObject({ error: 'samePerson' })
    await app.call(staffWithdrawSendBack, { id, version: 2, reason: '账户待核实' }, { as: second })
    await app.call(staffWithdrawApprove, { ...chosen, version: 3 }, { as: second })
    expect(await app.call(staffWithdrawConfirm, { ...chosen, version: 4 }, { as: finance })).toEqual({
      stage: 'approved',
    })
    const made = { customer: as.phone, amountFen: 2_000_000, ...payout, reason: '合同终止，退回预存款' }
    const refund = await app.call(staffWithdrawMake, made, { as: finance })
    expect(refund.stage).toBe('checking')
    expect(await sums(as)).toMatchObject({ prestore: 500_000, held: 3_500_000 })
    const { list } = await app.call(staffWithdrawList, { tab: 'checking' }, { as: finance })
    expect(list).toMatchObject([{ id: refund.id, mayConfirm: false, reason: made.reason }])
    expect(await app.refusal(staffWithdrawMake, { ...made, amountFen: 500_001 }, { as: finance })).toMatchObject({
      error: 'notEnough',
    })
  })

  it('finance pays the balance of a group out, which is named by its transfer code [Q-100]', async () => {
    const owner = await funded(1)
    const group = await groupOf(app, owner)
    const move = { customerId: group.accountId, amountFen: 5000, kind: 'test', operation: 'fund', memo: '' }
    await creditPrestore(app.system, { ...move, businessId: group.id + 1_000_000 })
    const made = { customer: transferCode(group.accountId), amountFen: 5000, ...payout, reason: '课题组解散' }
    expect(await app.call(staffWithdrawMake, made, { as: finance })).toMatchObject({ stage: 'approved' })
    expect(await balancesOf(app.system, group.accountId)).toMatchObject({ prestore: 0, withdraw_held: 5000 })
  })

  it('[T-40] [T-22] another customer’s withdrawal is not found, and amounts are positive whole fen', async () => {
    const as = await funded(1000)
    const { id } = await requested(as, 1000)
    const other = await app.customer(1)
    expect(await app.refusal(withdrawCancel, { id }, { as: other })).toMatchObject({ status: 404 })
    for (const amountFen of [-1, 0, 0.5, '1e2', 2 ** 53])
      expect(await app.refusal(withdrawAdd, { amountFen, code: '123456' }, { as })).toMatchObject({ error: 'invalid' })
  })
})
