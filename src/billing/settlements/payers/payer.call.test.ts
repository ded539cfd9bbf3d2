import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { assetDetail } from '../../../workspace/member-home/contract.ts'
import { fileLink } from '../../../core/files/contract.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderCancel, orderDetail } from '../../../lab/orders/contract.ts'
import { reportList } from '../../../lab/reports/contract.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { assetInit } from '../asset-contract.ts'
import { staffSettlementList } from '../list-contract.ts'
import { lapseRequest, remindPayer } from './assign-actions.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  settlementAgree,
  settlementCancel,
  settlementDecline,
  settlementList,
  settlementRows,
  settlementTests,
  settlementWithdraw,
  staffFixAmount,
  staffTakeBackAmount,
} from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let deliver: (orderNo: string) => Promise<void>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  ;({ manager, deliver } = await deliveryScene(app))
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let funds = 0
async function fund(person: TestPerson, amountFen: number) {
  funds += 1
  const step = { kind: 'test', businessId: funds, operation: 'fund', memo: '测试入账' }
  await creditPrestore(app.system, { customerId: person.id, amountFen, ...step })
}

async function owing(student?: TestPerson) {
  const as = student ?? (await scene.buyer(0))
  const { orderNo } = await scene.order(as)
  await deliver(orderNo)
  const { prepayFen } = await orderForMoney(app.system, orderNo)
  await app.call(staffFixAmount, { orderNo, finalFen: prepayFen ?? 0 }, { as: manager })
  const { list } = await app.call(settlementRows, {}, { as })
  return { as, orderNo, rowIds: list.map((row) => row.id), totalFen: prepayFen ?? 0 }
}

async function asked(options: { payer?: TestPerson; shareResults?: boolean } = {}) {
  const payer = options.payer ?? (await scene.buyer(3))
  const order = await owing()
  const { settlementNo } = await app.call(
    assignSettlementCall,
    { rowIds: order.rowIds, payerPhone: payer.phone, shareResults: options.shareResults ?? false },
    { as: order.as },
  )
  return { ...order, payer, settlementNo }
}

async function agreed(options: { payer?: TestPerson; shareResults?: boolean } = {}) {
  const settled = await asked(options)
  await app.call(settlementAgree, { settlementNo: settled.settlementNo }, { as: settled.payer })
  return settled
}

const usedBy = async (person: TestPerson) => (await creditOf(app.system, person.id)).usedFen
const ready = (as: TestPerson) => app.call(orderReady2pay, {}, { as })

describe('[M-03] [M-04] a settlement that another customer pays', () => {
  it('[I-1] on agreement the used credit moves to the payer, who pays from the own balance; lists and books of both sides tie', async () => {
    const { as, payer, settlementNo, totalFen, orderNo } = await asked()
    expect(await ready(as)).toMatchObject({
      totalFen: 0,
      settlements: [],
      handedOver: [{ settlementNo, stage: 'proposed', side: 'customer', totalFen }],
    })
    expect(await ready(payer)).toMatchObject({ totalFen: 0, settlements: [], asked: [{ settlementNo, side: 'payer' }] })
    expect(await app.call(assetInit, {}, { as })).toMatchObject({ unsettledFen: totalFen, unpaidFen: 0 })
    expect([await usedBy(as), await usedBy(payer)]).toEqual([totalFen, 0])
    expect((await noticesFor(app, payer.id))[0]).toMatch(new RegExp(`有结算单请您付款.*${settlementNo}`))

    await app.call(settlementAgree, { settlementNo }, { as: payer })
    expect([await usedBy(as), await usedBy(payer)]).toEqual([0, totalFen])
    expect(await app.call(assetInit, {}, { as })).toMatchObject({ unsettledFen: 0, unpaidFen: 0 })
    expect(await app.call(assetInit, {}, { as: payer })).toMatchObject({ unsettledFen: 0, unpaidFen: totalFen })
    expect(await ready(payer)).toMatchObject({ totalFen, settlements: [{ settlementNo, stage: 'unpaid' }], asked: [] })
    expect((await noticesFor(app, as.id))[0]).toMatch(/付款人已同意/)

    await fund(payer, totalFen + 5)
    const payment = { kind: 'settlement', no: settlementNo, method: 'prestore' } as const
    expect(await app.call(payCreate, payment, { as: payer })).toMatchObject({ paid: true, balanceFen: 5 })
    expect([await usedBy(as), await usedBy(payer)]).toEqual([0, 0])
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(0)
    expect((await orderForMoney(app.system, orderNo)).paidAt).not.toBeNull()
    for (const person of [as, payer])
      expect((await app.call(settlementList, { stage: 'paid' }, { as: person })).list).toMatchObject([
        { settlementNo, totalFen, side: person === as ? 'customer' : 'payer' },
      ])
    expect((await app.call(assetDetail, {}, { as: payer })).list[0]).toMatchObject({ amountFen: -totalFen })
    expect((await app.call(assetDetail, {}, { as })).list).toEqual([])
    const notices = await noticesFor(app, as.id)
    expect(notices.some((text) => text.startsWith('付款人已付款'))).toBe(true)
    const finance = await app.staff('finance')
    expect((await app.call(staffSettlementList, { tab: 'paid' }, { as: finance })).list[0]).toMatchObject({
      settlementNo,
      paidByName: expect.stringMatching(/./),
    })
  })

  it('refused, withdrawn or unanswered for 14 days, the rows return to the unsettled ones with their due date', async () => {
    const ends = {
      decline: ({ settlementNo, payer }: Awaited<ReturnType<typeof asked>>) =>
        app.call(settlementDecline, { settlementNo, reason: '不是我的课题' }, { as: payer }),
      withdraw: ({ settlementNo, as }: Awaited<ReturnType<typeof asked>>) =>
        app.call(settlementWithdraw, { settlementNo }, { as }),
    }
    for (const end of Object.values(ends)) {
      const one = await asked()
      const before = (await app.call(settlementList, {}, { as: one.as })).list[0]?.rows[0]
      await end(one)
      expect((await app.call(settlementRows, {}, { as: one.as })).list).toMatchObject([{ dueAt: before?.dueAt }])
      expect(await app.refusal(settlementAgree, { settlementNo: one.settlementNo }, { as: one.payer })).toMatchObject({
        status: 409,
      })
      expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([one.totalFen, 0])
    }
    const one = await asked()
    const { id } = await app.db.one<{ id: number }>(
      sql`select id from settlements where settlement_no = ${one.settlementNo}`,
    )
    await remindPayer(app.system, id)
    expect((await noticesFor(app, one.payer.id))[0]).toMatch(/付款请求待确认/)
    const jobs = await app.db.rows<{ name: string; days: number }>(sql`
      select name, round(extract(epoch from run_at - ${app.clock.now()}::timestamptz) / 86400)::int as days from jobs
      where name in ('settlement.remind-payer', 'settlement.lapse') and (payload->>'settlementId')::bigint = ${id} order by run_at`)
    expect(jobs).toEqual([
      { name: 'settlement.remind-payer', days: 7 },
      { name: 'settlement.remind-payer', days: 12 },
      { name: 'settlement.lapse', days: 14 },
    ])
    await lapseRequest(app.system, id)
    await lapseRequest(app.system, id)
    expect((await app.call(settlementRows, {}, { as: one.as })).list).toHaveLength(1)
    expect((await noticesFor(app, one.as.id))[0]).toMatch(/付款请求已失效/)
    expect((await ready(one.payer)).asked).toEqual([])
  })

  it('[T-8] a number without an account is asked like any other, and many numbers make one wait', async () => {
    const { as, rowIds, totalFen } = await owing()
    const ask = (payerPhone: string) => app.send(assignSettlementCall, { rowIds, payerPhone }, { as })
    const known = (await scene.buyer(3)).phone
    const answers = []
    for (const phone of [known, '13999990001']) {
      const { body } = await ask(phone)
      answers.push(body)
      const { handedOver } = await ready(as)
      expect(handedOver).toMatchObject([{ stage: 'proposed', other: `${phone.slice(0, 3)}****${phone.slice(-4)}` }])
      await app.call(settlementWithdraw, { settlementNo: handedOver[0]?.settlementNo ?? '' }, { as })
    }
    const shape = (body: unknown) => JSON.stringify(body).replace(/JS\d+/, 'JS')
    expect(shape(answers[0])).toBe(shape(answers[1]))
    expect(answers[0]).toMatchObject({ data: { totalFen, asked: true } })
    expect(await app.refusal(assignSettlementCall, { rowIds, payerPhone: as.phone }, { as })).toMatchObject({
      error: 'payerIsSelf',
    })
    for (let i = 2; i < 5; i++) {
      await ask(`1399999000${i}`)
      const [open] = (await ready(as)).handedOver
      await app.call(settlementWithdraw, { settlementNo: open?.settlementNo ?? '' }, { as })
    }
    expect(await app.refusal(assignSettlementCall, { rowIds, payerPhone: known }, { as })).toMatchObject({
      status: 429,
      error: 'tooManyPayers',
    })
  })

  it('[T-40] nobody else finds the settlement, and neither side can do what belongs to the other', async () => {
    const { as, payer, settlementNo } = await asked()
    const other = await scene.buyer(3)
    const payment = { kind: 'settlement', no: settlementNo, method: 'prestore' } as const
    for (const [call, person] of [
      [settlementAgree, other],
      [settlementAgree, as],
      [settlementDecline, other],
      [settlementDecline, as],
      [settlementWithdraw, other],
      [settlementWithdraw, payer],
      [settlementCancel, payer],
      [settlementTests, other],
    ] as const)
      expect(await app.refusal(call, { settlementNo }, { as: person }), call.name).toMatchObject({ status: 404 })
    for (const person of [other, as])
      expect(await app.refusal(payCreate, payment, { as: person })).toMatchObject({ status: 404 })
    expect(await app.refusal(settlementCancel, { settlementNo }, { as })).toMatchObject({ status: 409 })
  })

  it('a payer without enough credit, or of another kind, agrees by paying at once', async () => {
    const individual = await scene.buyer(1)
    const { as, payer, settlementNo, totalFen } = await asked({ payer: individual })
    expect(await app.refusal(settlementAgree, { settlementNo }, { as: payer })).toMatchObject({ error: 'payAtOnce' })
    await fund(payer, totalFen)
    const payment = { kind: 'settlement', no: settlementNo, method: 'prestore' } as const
    expect(await app.call(payCreate, payment, { as: payer })).toMatchObject({ paid: true, balanceFen: 0 })
    expect([await usedBy(as), await usedBy(payer)]).toEqual([0, 0])

    const poor = await app.customer(3)
    const second = await asked({ payer: poor })
    expect(await app.refusal(settlementAgree, { settlementNo: second.settlementNo }, { as: poor })).toMatchObject({
      error: 'payAtOnce',
    })
    expect(await usedBy(second.as)).toBe(second.totalFen)
  })

  it('overdue, it blocks the payer and no longer the customer', async () => {
    const { as, payer } = await agreed()
    const late = await asked()
    app.clock.advance({ days: 31 })
    await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
    expect((await app.call(assetInit, {}, { as })).overdueFen).toBe(0)
    expect((await app.call(assetInit, {}, { as: payer })).overdueFen).toBeGreaterThan(0)
    await scene.order(as)
    await expect(scene.order(payer)).rejects.toThrow(/overdue/)
    expect(await app.refusal(settlementAgree, { settlementNo: late.settlementNo }, { as: late.payer })).toMatchObject({
      error: 'payAtOnce',
    })
  })

  it('cancelled by the customer or taken apart by staff, the debt and its dates return', async () => {
    const one = await agreed()
    await app.call(settlementCancel, { settlementNo: one.settlementNo }, { as: one.as })
    expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([one.totalFen, 0])
    expect((await noticesFor(app, one.payer.id))[0]).toMatch(/不再需要您付款/)
    const again = await app.call(
      assignSettlementCall,
      { rowIds: one.rowIds, payerPhone: one.payer.phone },
      { as: one.as },
    )
    await app.call(settlementAgree, { settlementNo: again.settlementNo }, { as: one.payer })
    expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([0, one.totalFen])
    await app.call(staffTakeBackAmount, { orderNo: one.orderNo, reason: '金额录入有误' }, { as: manager })
    expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([0, 0])
    expect((await creditOf(app.system, one.as.id)).heldFen).toBe(one.totalFen)
  })

  it('[T-40] the payer reads the order and its files only where the customer allows it, and changes nothing', async () => {
    const closed = await agreed()
    expect(await app.refusal(orderDetail, { orderNo: closed.orderNo }, { as: closed.payer })).toMatchObject({
      status: 404,
    })
    const open = await asked({ shareResults: true })
    const read = () => app.call(orderDetail, { orderNo: open.orderNo }, { as: open.payer })
    await expect(read()).rejects.toThrow()
    await app.call(settlementAgree, { settlementNo: open.settlementNo }, { as: open.payer })
    const detail = await read()
    expect(detail).toMatchObject({ readOnly: true, actions: [], returnAddress: null, dataFiles: [] })
    expect(detail.contact.phone).toMatch(/\*{4}/)
    const { files } = await app.call(reportList, { orderNo: open.orderNo }, { as: open.payer })
    expect(files.length).toBeGreaterThan(0)
    const fileId = files[0]?.id ?? 0
    expect((await app.call(fileLink, { id: fileId }, { as: open.payer })).url).toMatch(/^\/files\//)
    expect(await app.refusal(fileLink, { id: fileId }, { as: closed.payer })).toMatchObject({ status: 404 })
    const cancel = { orderNo: open.orderNo, reason: '不做了' }
    expect(await app.refusal(orderCancel, cancel, { as: open.payer })).toMatchObject({ status: 404 })
    await app.call(settlementCancel, { settlementNo: open.settlementNo }, { as: open.as })
    await expect(read()).rejects.toThrow()
    expect(await app.refusal(fileLink, { id: fileId }, { as: open.payer })).toMatchObject({ status: 404 })
  })

  it('both sides print the list of tests', async () => {
    const { as, payer, settlementNo } = await asked()
    for (const person of [as, payer]) {
      const { url } = await app.call(settlementTests, { settlementNo }, { as: person })
      expect(url).toMatch(/^\/files\//)
    }
  })
})
