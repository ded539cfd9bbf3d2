import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderCancel } from '../../../lab/orders/contract.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { balanceOf } from '../../../money/prestore/actions.ts'
import {
  bankImport,
  prestoreApplyInit,
  transferCandidates,
  transferApplyAdd,
  transferApplyCancel,
  transferApplyEdit,
  transferApplyList,
  transferConfirmMatch,
  transferMatch,
  transferReject,
  transferReturnMatch,
} from '../../../money/prestore/contract.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  settlementCancel,
  settlementList,
  settlementRows,
  staffFixAmount,
} from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivery = await deliveryScene(app)
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let serials = 0
async function line(amountFen: number, memo = ''): Promise<number> {
  serials += 1
  const serial = `T${String(serials).padStart(5, '0')}`
  const yuan = (amountFen / 100).toFixed(2)
  await app.call(bankImport, { text: `${serial}\t2026-03-02\t${yuan}\t某大学\t\t${memo}` }, { as: finance })
  return (await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = ${serial}`)).id
}

async function settled(amountFen = 6000) {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.order(as)
  await delivery.deliver(orderNo)
  const fix = { orderNo, finalFen: amountFen, reason: '按实际工时核定' }
  const { checking } = await app.call(staffFixAmount, fix, { as: delivery.manager })
  expect(checking).toBe(false)
  const { list } = await app.call(settlementRows, {}, { as })
  const rowIds = list.map((row) => row.id)
  const { settlementNo: no } = await app.call(assignSettlementCall, { rowIds, payerName: '' }, { as })
  return { as, no, orderNo, amountFen }
}

async function ordered() {
  const as = await scene.buyer(1)
  const { orderNo: no } = await scene.order(as)
  return { as, no, amountFen: (await orderForMoney(app.system, no)).prepayFen ?? expect.fail('no price') }
}

const fields = { payerName: '某大学', transferredOn: '2026-03-02' }

async function claim(kind: 'settlement' | 'order', payable: { as: TestPerson; no: string; amountFen: number }) {
  const { as, no, amountFen } = payable
  const { id } = await app.call(transferApplyAdd, { kind, no, amountFen, ...fields }, { as })
  return id
}

const stageOf = async (as: TestPerson, no: string) =>
  (await app.call(settlementList, { size: 100 }, { as })).list.find((row) => row.settlementNo === no)?.stage

const match = (claimId: number, bankLineId: number, version = 1) => ({ claimId, bankLineId, version })

describe('[M-02] a settlement that was paid by bank transfer', () => {
  it('waits for confirmation after the claim, and is paid when finance matches the bank line', async () => {
    const payable = await settled()
    const { as, no, amountFen } = payable
    const claimId = await claim('settlement', payable)
    expect(await stageOf(as, no)).toBe('confirming')
    expect((await app.call(orderReady2pay, {}, { as })).settlements).toMatchObject([
      { settlementNo: no, stage: 'confirming' },
    ])
    for (const refused of [
      app.refusal(payCreate, { kind: 'settlement', no, method: 'prestore' }, { as }),
      app.refusal(settlementCancel, { settlementNo: no }, { as }),
      app.refusal(transferApplyAdd, { kind: 'settlement', no, amountFen, ...fields }, { as }),
    ])
      expect(await refused).toMatchObject({ status: 409 })
    const { transferCode } = await app.call(prestoreApplyInit, {}, { as })
    const lineId = await line(amountFen, `${transferCode} ${no}`)
    const offered = await app.call(transferCandidates, { lineId }, { as: finance })
    expect(offered.list[0]).toMatchObject({ id: claimId, title: `结算单 ${no}`, kind: 'settlement' })
    expect(await app.call(transferMatch, match(claimId, lineId), { as: finance })).toEqual({
      stage: 'credited',
      use: 'paid',
      paidFen: amountFen,
    })
    expect(await stageOf(as, no)).toBe('paid')
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(0)
    expect((await creditOf(app.system, as.id)).usedFen).toBe(0)
    expect((await orderForMoney(app.system, payable.orderNo)).paidAt).not.toBeNull()
    expect(await app.db.row(sql`select method from settlements where settlement_no = ${no}`)).toEqual({
      method: 'transfer',
    })
    expect((await noticesFor(app, as.id)).join()).toContain('转账已核对到账，结算单已付款')
  })

  it('is unpaid again when the claim is rejected, and the corrected claim confirms it again', async () => {
    const payable = await settled()
    const { as, no, amountFen } = payable
    const claimId = await claim('settlement', payable)
    const reason = '未查到该笔到账'
    await app.call(transferReject, { claimId, version: 1, reason }, { as: finance })
    expect(await stageOf(as, no)).toBe('unpaid')
    expect((await noticesFor(app, as.id)).join()).toContain(`转账未能核对|您的结算单${no}`)
    const edit = { id: claimId, version: 2, amountFen, ...fields }
    await app.call(transferApplyEdit, edit, { as })
    expect(await stageOf(as, no)).toBe('confirming')
    await app.call(transferApplyCancel, { id: claimId }, { as })
    expect(await stageOf(as, no)).toBe('unpaid')
    expect((await app.call(transferApplyList, { kind: 'settlement' }, { as })).list).toMatchObject([
      { stage: 'cancelled', payableNo: no },
    ])
    await claim('settlement', payable)
  })

  it('is unpaid again when less arrived, and the money is in the balance; more than owed is kept there as well', async () => {
    const short = await settled()
    const shortClaim = await claim('settlement', short)
    const less = match(shortClaim, await line(5000))
    expect(await app.refusal(transferMatch, less, { as: finance })).toMatchObject({ error: 'amountsDiffer' })
    const overrideReason = '客户来电说明手续费已扣除'
    expect(await app.call(transferMatch, { ...less, overrideReason }, { as: finance })).toMatchObject({ use: 'short' })
    expect(await stageOf(short.as, short.no)).toBe('unpaid')
    expect((await balanceOf(app.system, short.as.id)).balanceFen).toBe(5000)
    expect((await noticesFor(app, short.as.id))[0]).toBe(
      `转账已到账|您的转账¥50.00已到账，不足以支付${short.no}，已计入预存余额，当前余额¥50.00。补足后可从预存余额付款。`,
    )
    const over = await settled()
    const overClaim = await claim('settlement', over)
    const more = { ...match(overClaim, await line(7000)), overrideReason }
    expect(await app.call(transferMatch, more, { as: finance })).toMatchObject({ use: 'over', paidFen: 6000 })
    expect(await stageOf(over.as, over.no)).toBe('paid')
    expect((await balanceOf(app.system, over.as.id)).balanceFen).toBe(1000)
  })

  it('[T-57] is paid above the limit only after a second person confirmed', async () => {
    await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '5000', now())`)
    const payable = await settled()
    const { as, no } = payable
    const claimId = await claim('settlement', payable)
    const lineId = await line(6000)
    expect(await app.call(transferMatch, match(claimId, lineId), { as: finance })).toMatchObject({ stage: 'checking' })
    expect(await stageOf(as, no)).toBe('confirming')
    const chosen = { claimId, version: 2 }
    expect(await app.refusal(transferConfirmMatch, chosen, { as: finance })).toMatchObject({ error: 'samePerson' })
    await app.call(transferReturnMatch, { ...chosen, reason: '户名不符' }, { as: second })
    expect(await stageOf(as, no)).toBe('confirming')
    await app.call(transferMatch, match(claimId, lineId, 3), { as: finance })
    const done = await app.call(transferConfirmMatch, { claimId, version: 4 }, { as: second })
    expect(done).toEqual({ stage: 'credited', use: 'paid', paidFen: 6000 })
    expect(await stageOf(as, no)).toBe('paid')
    await app.db.run(sql`delete from settings where key = 'secondPersonAboveFen'`)
  })

  it('[T-40] belongs to the customer: nobody else claims it, and their claims are not found', async () => {
    const payable = await settled()
    const claimId = await claim('settlement', payable)
    const as = await scene.buyer(0)
    const input = { kind: 'settlement', no: payable.no, amountFen: 1, ...fields }
    expect(await app.refusal(transferApplyAdd, input, { as })).toMatchObject({ status: 404 })
    expect(await app.refusal(transferApplyCancel, { id: claimId }, { as })).toMatchObject({ status: 404 })
    const edit = { id: claimId, version: 1, amountFen: 1, ...fields }
    expect(await app.refusal(transferApplyEdit, edit, { as })).toMatchObject({ status: 404 })
  })
})

describe('[M-02] a prepayment that was paid by bank transfer', () => {
  it('is marked as claimed, claimed once, and paid by the matched bank line', async () => {
    const payable = await ordered()
    const { as, no, amountFen } = payable
    const claimId = await claim('order', payable)
    expect((await app.call(orderReady2pay, {}, { as })).prepayments).toMatchObject([{ orderNo: no, claimed: true }])
    const again = { kind: 'order', no, amountFen, ...fields }
    expect(await app.refusal(transferApplyAdd, again, { as })).toMatchObject({ error: 'alreadyClaimed' })
    await app.call(transferMatch, match(claimId, await line(amountFen)), { as: finance })
    expect((await orderForMoney(app.system, no)).stage).toBe('awaiting_sample')
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: 0, advanceFen: amountFen })
  })

  it('[T-26] stays in the balance when the order was cancelled before the money came', async () => {
    const payable = await ordered()
    const { as, no, amountFen } = payable
    const claimId = await claim('order', payable)
    await app.call(orderCancel, { orderNo: no, reason: '不做了' }, { as })
    const used = await app.call(transferMatch, match(claimId, await line(amountFen)), { as: finance })
    expect(used).toMatchObject({ use: 'late', paidFen: 0 })
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: amountFen, advanceFen: 0 })
    expect((await noticesFor(app, as.id))[0]).toContain(`${no}已无需付款，款项计入预存余额`)
  })
})
