import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserType } from '../../people/customers/rules.ts'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import {
  creditApplyOperate,
  staffCreditConfirm,
  staffCreditRaise,
  staffCreditReject,
} from '../../money/credit/contract.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { expireQuote } from '../../lab/orders/move-actions.ts'
import {
  staffOrderCancel,
  staffOrderQuote,
  staffOrderReviseQuote,
  staffOrderWithdrawQuote,
} from '../../lab/orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  bankImport,
  prestoreApplyAdd,
  transferMatch,
  transferReject,
  transferCandidates,
} from '../../money/prestore/contract.ts'
import {
  bankKeep,
  receivedAssign,
  receivedConfirmReturn,
  receivedReturn,
} from '../../money/prestore/received/received-contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { lapseRequest, remindPayer } from '../../billing/settlements/payers/assign-actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import {
  assignSettlementCall,
  settlementAgree,
  settlementDecline,
  settlementRows,
  staffFixAmount,
  staffTakeBackAmount,
} from '../../billing/settlements/contract.ts'
import { smsVariables } from './wordings/sms-variables-rules.ts'
import { templates } from './templates/template-rules.ts'

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
afterAll(() => app.close())

let serials = 0
async function bankLine(yuan: string): Promise<number> {
  serials += 1
  const serial = `E${String(serials).padStart(5, '0')}`
  await app.call(bankImport, { text: `${serial}\t2026-03-01\t${yuan}\t某大学` }, { as: finance })
  return (await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = ${serial}`)).id
}

async function application(as: TestPerson) {
  await app.call(prestoreApplyAdd, { amountFen: 50_000, payerName: '某大学', transferredOn: '2026-03-01' }, { as })
  const { list } = await app.call(transferCandidates, {}, { as: finance })
  const { id, version } = list.find((row) => row.customerId === as.id) ?? expect.fail('no application')
  return { claimId: id, version }
}

async function prestoreEvents(as: TestPerson) {
  const refused = await application(as)
  await app.call(transferReject, { ...refused, reason: '金额不符' }, { as: finance })
  const matched = await application(as)
  await app.call(transferMatch, { ...matched, bankLineId: await bankLine('500') }, { as: finance })
  const keep = async (yuan: string) =>
    app.call(bankKeep, { bankLineId: await bankLine(yuan), customer: as.phone, reason: '电话确认' }, { as: finance })
  const small = await keep('10')
  await app.call(receivedReturn, { id: small.id, version: 1, reason: '付款方转错' }, { as: finance })
  const large = await keep('20000')
  await app.call(receivedReturn, { id: large.id, version: 1, reason: '付款方转错' }, { as: finance })
  await app.call(receivedConfirmReturn, { id: large.id, version: 2 }, { as: second })
  return keep('1000')
}

async function creditEvents(as: TestPerson) {
  for (const [grantedFen, way] of [
    [6_000_000, 'confirm'],
    [0, 'reject'],
  ] as const) {
    const { application: row } = await app.call(
      creditApplyOperate,
      { op: 'apply', wantedFen: 7_000_000, reason: '年度测试' },
      { as },
    )
    const chosen = { applicationId: row?.id ?? 0, version: 1 }
    if (way === 'reject') await app.call(staffCreditReject, { ...chosen, reason: '近期有逾期' }, { as: finance })
    else {
      await app.call(staffCreditRaise, { ...chosen, grantedFen }, { as: finance })
      await app.call(staffCreditConfirm, { ...chosen, version: 2 }, { as: second })
    }
  }
}

async function quoteEvents(as: TestPerson) {
  const planId = await scene.plan(as, { rid: scene.rids.quoteOnly })
  const { orderNo } = await app.call(orderAdd, scene.request([planId]), { as, idempotencyKey: randomUUID() })
  const { lines } = await app.call(orderDetail, { orderNo }, { as })
  const quote = { orderNo, lines: lines.map(({ id }) => ({ lineId: id, amountFen: 100 })) }
  await app.call(staffOrderQuote, quote, { as: delivery.manager })
  await app.call(staffOrderReviseQuote, quote, { as: delivery.manager })
  await app.call(staffOrderWithdrawQuote, { orderNo, reason: '价格算错了' }, { as: delivery.manager })
  const { quoteVersion } = await app.call(staffOrderQuote, quote, { as: delivery.manager })
  await expireQuote(app.system, (await orderForMoney(app.system, orderNo)).id, quoteVersion)
}

/** Amount set, grouped into a settlement, taken back, set again, and paid by the customer or from received money. */
async function settlementEvents(as: TestPerson, receivedId: number) {
  const settle = async (payBy: 'customer' | 'delivery' | 'nobody') => {
    const { orderNo } = await scene.order(as)
    await delivery.deliver(orderNo)
    const { prepayFen } = await orderForMoney(app.system, orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: prepayFen ?? 0 }, { as: delivery.manager })
    const { list } = await app.call(settlementRows, {}, { as })
    const rowIds = list.map((row) => row.id)
    const { settlementNo: no } = await app.call(assignSettlementCall, { rowIds, payerName: '' }, { as })
    if (payBy === 'customer') await app.call(payCreate, { kind: 'settlement', no, method: 'prestore' }, { as })
    else if (payBy === 'delivery')
      await app.call(receivedAssign, { id: receivedId, version: 1, to: 'settlement', no }, { as: finance })
    else await app.call(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: delivery.manager })
  }
  await settle('customer')
  await settle('delivery')
  await settle('nobody')
  const { orderNo } = await scene.order(as)
  await app.call(staffOrderCancel, { orderNo, reason: '样品不适合检测', feeFen: 100 }, { as: delivery.manager })
}

/** Another customer is asked to pay: agrees, refuses, does not answer, and pays. */
async function payerEvents(as: TestPerson, payer: TestPerson) {
  const ask = async () => {
    const { orderNo } = await scene.order(as)
    await delivery.deliver(orderNo)
    const { prepayFen } = await orderForMoney(app.system, orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: prepayFen ?? 0 }, { as: delivery.manager })
    const rowIds = (await app.call(settlementRows, {}, { as })).list.map((row) => row.id)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerPhone: payer.phone }, { as })
    const found = await app.db.one<{ id: number }>(
      sql`select id from settlements where settlement_no = ${settlementNo}`,
    )
    return { settlementNo, ...found }
  }
  await app.call(settlementDecline, { settlementNo: (await ask()).settlementNo, reason: '' }, { as: payer })
  const { id } = await ask()
  await remindPayer(app.system, id)
  await lapseRequest(app.system, id)
  const { settlementNo: no } = await ask()
  await app.call(settlementAgree, { settlementNo: no }, { as: payer })
  const step = { kind: 'test', businessId: no, operation: 'fund', memo: '' }
  await creditPrestore(app.system, { customerId: payer.id, amountFen: 1_000_000, ...step })
  await app.call(payCreate, { kind: 'settlement', no, method: 'prestore' }, { as: payer })
}

async function prepaidEvent(as: TestPerson) {
  const { orderNo } = await scene.order(as)
  const { id } = await app.call(
    bankKeep,
    { bankLineId: await bankLine('1000'), customer: as.phone, reason: '电话确认' },
    { as: finance },
  )
  await app.call(receivedAssign, { id, version: 1, to: 'order', no: orderNo }, { as: finance })
}

/** Events about money or a quote. Claimed transfers of settlements, reminders and withdrawals have tests of their own. */
const ofMoney = (event: string) =>
  /^(settlement|finalAmount|transfer|received|credit)\./.test(event) ||
  ['order.quote', 'order.reviseQuote', 'order.withdrawQuote', 'order.expireQuote', 'order.prepaid'].includes(event) ||
  event === 'order.cancelByStaff'
const notHere = [
  'settlement.confirmTransfer',
  'settlement.refuseTransfer',
  'settlement.dueSoon',
  'settlement.overdue',
  'settlement.payByChannel',
]

it('[S-19] every message about money is complete when it is written from the event of its real action', async () => {
  const buyer = (userType: UserType) => scene.buyer(userType)
  const as = await buyer(0)
  const kept = await prestoreEvents(as)
  await creditEvents(as)
  await quoteEvents(as)
  await settlementEvents(as, kept.id)
  await payerEvents(await buyer(0), await buyer(3))
  await prepaidEvent(await buyer(1))
  // A raise below the limit of the second person needs an opening limit of less than ¥50,000.
  await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '9000000', now())`)
  const more = await buyer(0)
  const wanted = { op: 'apply' as const, wantedFen: 6_000_000, reason: '年度测试' }
  const { application: row } = await app.call(creditApplyOperate, wanted, { as: more })
  const raise = { applicationId: row?.id ?? 0, version: 1, grantedFen: 6_000_000 }
  await app.call(staffCreditRaise, raise, { as: finance })

  const events = await app.db.rows<{ name: string; payload: Record<string, unknown> }>(
    sql`select name, payload from jobs where kind = 'event' order by id`,
  )
  const sent = events.filter(({ name }) => templates[name] && ofMoney(name))
  for (const { name, payload } of sent) {
    expect([name, typeof payload.customerId]).toEqual([name, 'number'])
    const { text } = templates[name]?.write(payload) ?? expect.fail(name)
    const facts = smsVariables(templates[name] ?? expect.fail(name), '', payload)
    expect([name, Object.values(facts).filter((value) => value === '见详情')]).toEqual([name, []])
    expect([name, /undefined|null|NaN|订单的|¥的|为，|付，|金额，|有效期内/.test(text)]).toEqual([name, false])
  }
  const expected = Object.keys(templates).filter((event) => ofMoney(event) && !notHere.includes(event))
  expect([...new Set(sent.map(({ name }) => name))].sort()).toEqual(expected.sort())
}, 60_000)
