import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs } from '../../app/jobs.ts'
import { orderSteps, type SteppedOrder } from '../../app/testing/order-steps.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { staffContractIssue, staffContractVoid } from '../../lab/contracts/contract.ts'
import { orderForLab } from '../../lab/orders/actions.ts'
import { orderAcceptQuote, orderConfirm, orderDetail } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import {
  staffOrderApprove,
  staffOrderCancel,
  staffOrderHold,
  staffOrderQuote,
} from '../../lab/orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { carryOutClosing } from '../privacy/close-actions.ts'
import { makeExport } from '../privacy/export-actions.ts'
import { insertExport } from '../privacy/store.ts'
import { setClosing } from '../../people/customers/closing-actions.ts'
import { heldData } from '../../app/held-data.ts'
import { reservationCancel } from '../../lab/bookings/contract.ts'
import { sampleRecycle } from '../../lab/samples/contract.ts'
import { staffSampleDispose } from '../../lab/intake/contract.ts'
import { staffSampleReturn } from '../../lab/intake/return-contract.ts'
import { assignSettlementCall, settlementRows, staffFixAmount } from '../../billing/settlements/contract.ts'
import { changeSetting, writeSettings } from '../../core/settings/actions.ts'
import { notify } from './notify-actions.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
  const labAddress = { receiver: '收样组', phone: '025-1234', address: '科研路 88 号', postcode: '' }
  await writeSettings(app.system, { labAddress })
}, 60_000)
afterAll(() => app.close())

const key = (as: TestPerson) => ({ as, idempotencyKey: randomUUID() })
const last = async (as: TestPerson) => (await noticesFor(app, as.id))[0]
const titles = async (as: TestPerson) => (await noticesFor(app, as.id)).map((told) => told.split('|')[0])
const first = (order: SteppedOrder) => order.sampleNos[0] ?? ''

/** When the newest timed job of a name is due, in Shanghai time, and a function that runs it, for tests that run it again or late. */
async function timed(name: string) {
  const { payload, runAt } = await app.db.one<{ payload: Record<string, unknown>; runAt: Date }>(
    sql`select payload, run_at from jobs where name = ${name} order by id desc limit 1`,
  )
  const { run } = jobs.handlers.find(({ job }) => job.name === name) ?? expect.fail(name)
  return { at: shanghaiTime(runAt).slice(0, 16), run: () => run(app.system, payload) }
}

it('[S-19] an order with samples is told where to send them, what it costs, how many arrived, and until when to object', async () => {
  const order = await steps.approved(2)
  expect(await last(order.customer)).toMatch(
    /已通过审核，费用¥[\d,.]+。请将样品附送样单寄至：收样组 025-1234 科研路 88 号。$/,
  )
  for (const sampleNo of order.sampleNos) await steps.receive(sampleNo)
  expect(await last(order.customer)).toContain('样品已全部收到（共2个），客户经理将在2小时内（工作时间）与您联系')
  await app.call(staffOrderHold, { orderNo: order.orderNo, reason: '样品受潮' }, { as: steps.staff.lab })
  expect(await last(order.customer)).toContain('出现异常，答复前检测暂停，请在订单页面答复。原因：样品受潮')
})

it('[S-19] the customer gets one reminder, a day before the window ends, and none from a job of an earlier window', async () => {
  const order = await steps.delivered()
  expect(await last(order.customer)).toContain('2026-03-09 10:00前可申请复测或提出异议')
  const reminder = await timed('order.remind-confirm')
  expect(reminder.at).toBe('2026-03-08 10:00')
  await reminder.run()
  expect(await last(order.customer)).toBe(
    `订单即将自动确认|您的订单${order.orderNo}将于2026-03-09 10:00自动确认完成，如需复测或有异议，请在此之前提出。`,
  )
  await app.call(orderConfirm, { orderNo: order.orderNo }, { as: order.customer })
  await reminder.run()
  expect((await titles(order.customer)).filter((title) => title === '订单即将自动确认')).toHaveLength(1)
})

it('[S-19] abnormal samples are announced at once with the reason, returned ones with courier and waybill', async () => {
  const order = await steps.received(1, true)
  const staff = key(steps.staff.logistics)
  await app.call(staffSampleDispose, { sampleNo: first(order), action: 'reportAbnormal', reason: '瓶身破裂' }, staff)
  expect(await last(order.customer)).toMatch(/^样品异常\|.*出现异常，客户经理会与您联系.*原因：瓶身破裂$/)
  const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  await app.call(sampleRecycle, { ids: samples.map(({ id }) => id) }, { as: order.customer })
  await changeSetting(app.system, 'returnAfterPayment', false)
  const parcel = { sampleNo: first(order), courier: '顺丰', waybill: 'SF123' }
  await app.call(staffSampleReturn, parcel, key(steps.staff.logistics))
  await changeSetting(app.system, 'returnAfterPayment', true)
  expect(await last(order.customer)).toContain('已寄回：顺丰 SF123')
})

it('[S-19] a contract is announced with deadline and amount; a void one only when no other message says so', async () => {
  const customer = await steps.scene.buyer(2)
  const { orderNo } = await steps.scene.order(customer)
  const { lines } = await orderForLab(app.system, orderNo)
  const amounts = lines.map(({ id }) => ({ lineId: id, amountFen: 123_456 }))
  const manager = steps.staff.manager
  const { quoteVersion } = await app.call(staffOrderQuote, { orderNo, lines: amounts }, { as: manager })
  expect(await last(customer)).toContain('已报价，金额¥1,234.56，请在2026-03-17 10:00前确认')
  await app.call(orderAcceptQuote, { orderNo, quoteVersion }, { as: customer })
  const { contractNo } = await app.call(staffContractIssue, { orderNo }, key(manager))
  expect(await last(customer)).toContain('的合同已拟定，金额¥1,234.56，请在2026-03-17 10:00前登录签署。')
  const again = await app.call(staffContractIssue, { orderNo }, key(manager))
  expect((await noticesFor(app, customer.id)).join('\n')).toContain(`此前的合同${contractNo}已作废`)
  await app.call(staffContractVoid, { contractNo: again.contractNo, reason: '条款有误' }, { as: manager })
  const voids = await app.db.rows<{ payload: Record<string, unknown> }>(
    sql`select payload from jobs where kind = 'event' and name = 'contract.void' and (payload->>'customerId')::bigint = ${customer.id} order by id`,
  )
  expect(voids).toHaveLength(2)
  for (const { payload } of voids) await notify(app.system, 'contract.void', payload)
  const sent = await app.db.rows<{ text: string; link: string }>(
    sql`select text, link from messages where customer_id = ${customer.id} and template = 'contract.void'`,
  )
  expect(sent).toEqual([
    { text: expect.stringContaining('原因：条款有误'), link: `/experiment/contract?no=${again.contractNo}` },
  ])
})

it('[S-19] an unpaid amount has one reminder before its due day and one after it, and one for a whole settlement', async () => {
  const [one, two] = [await steps.delivered(), await steps.delivered()]
  const fix = (order: SteppedOrder, finalFen: number) =>
    app.call(
      staffFixAmount,
      { orderNo: order.orderNo, finalFen, reason: '按实际测试量核定' },
      { as: steps.staff.manager },
    )
  await fix(one, 5000)
  expect(await last(one.customer)).toContain('待付¥50.00，请在2026-04-01前付款')
  const [due, overdue] = [await timed('settlement.remind-due'), await timed('settlement.remind-overdue')]
  expect([due.at, overdue.at]).toEqual(['2026-03-29 10:00', '2026-04-02 10:00'])
  await due.run()
  expect(await last(one.customer)).toBe(
    `费用即将到期|您的订单${one.orderNo}应付¥50.00，应于2026-04-01前付款，请按时付款。`,
  )
  const { list } = await app.call(settlementRows, {}, { as: one.customer })
  const rowIds = list.map(({ id }) => id)
  const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerName: '' }, { as: one.customer })
  expect(await last(one.customer)).toBe(
    `结算单已生成|您的结算单${settlementNo}（合计¥50.00）已生成，请在2026-04-01前到待付款付款。`,
  )
  await overdue.run()
  expect(await last(one.customer)).toMatch(
    new RegExp(`^费用已逾期.*结算单${settlementNo}应付¥50.00.*不能使用信用额度下单`),
  )
  // Run again, as after a crash or for another row of the settlement, it sends nothing new.
  await overdue.run()
  const events = await app.db.rows<{ payload: Record<string, unknown> }>(
    sql`select payload from jobs where kind = 'event' and name = 'settlement.overdue' order by id`,
  )
  for (const { payload } of events) await notify(app.system, 'settlement.overdue', payload)
  const sent = sql`select link from messages where customer_id = ${one.customer.id} and template = 'settlement.overdue'`
  expect(await app.db.rows(sent)).toEqual([{ link: `/member/unpaid?no=${settlementNo}` }])
  // After it is taken back, an amount is not asked for any more.
  await fix(two, 5000)
  const gone = await timed('settlement.remind-due')
  await app.db.run(sql`delete from settlement_rows where customer_id = ${two.customer.id}`)
  await gone.run()
  expect(await titles(two.customer)).not.toContain('费用即将到期')
})

it('[S-19] a customer is reminded the day before a booking that is still valid; one who joins by video is not asked to come', async () => {
  const booked = async (parameters: Record<string, unknown>) => {
    const person = await steps.scene.buyer(0)
    const slot = { date: '2026-03-05', from: '10:00', minutes: 60 }
    const rid = steps.scene.rids.onsite
    const planId = await steps.scene.plan(person, { rid, parameters: { ...parameters, slot } })
    const request = { ...steps.scene.request([planId]), delivery: { kind: 'visit' as const } }
    const { orderNo } = await app.call(orderAdd, request, key(person))
    await app.call(staffOrderApprove, { orderNo }, { as: steps.staff.manager })
    const { reservations } = await app.call(orderDetail, { orderNo }, { as: person })
    return { person, id: reservations[0]?.id ?? 0, reminder: await timed('reservation.remind') }
  }
  const { person, id, reminder } = await booked({ place: 'remote' })
  expect(reminder.at).toBe('2026-03-04 10:00')
  await reminder.run()
  expect(await last(person)).toMatch(/^预约提醒\|.*2026-03-05 10:00–11:00，请按时接入云视频/)
  expect((await noticesFor(app, person.id)).join('\n')).not.toContain('到场')
  await app.call(reservationCancel, { id }, key(person))
  const before = await titles(person)
  await reminder.run()
  expect(await titles(person)).toEqual(before)
})

it('[S-19] after a cancellation by staff the customer reads what is charged and what is released', async () => {
  const order = await steps.received()
  const cancel = { orderNo: order.orderNo, reason: '样品不适合检测', feeFen: 100 }
  await app.call(staffOrderCancel, cancel, { as: steps.staff.manager })
  expect(await last(order.customer)).toContain('收取取消费¥1.00，其余预占的信用额度已释放。原因：样品不适合检测')
})

it('[S-19] a copy of personal data and the end of an account are announced to the phone on record', async () => {
  const person = await app.customer(1)
  const now = app.clock.now()
  const { id } = await insertExport(app.db, person.id, now, new Date('2026-03-09T02:00:00Z'))
  await makeExport(app.system, heldData, id)
  await makeExport(app.system, heldData, id)
  expect((await titles(person)).filter((title) => title === '个人信息副本已生成')).toHaveLength(1)
  expect(await last(person)).toContain('请在2026-03-09 10:00前')
  await setClosing(app, person.id, now)
  await carryOutClosing(app.system, heldData, { customerId: person.id, at: now.toISOString() })
  await carryOutClosing(app.system, heldData, { customerId: person.id, at: now.toISOString() })
  const sent = (await app.outbox()).filter(({ template }) => template === 'account.closed')
  expect(sent.map(({ channel, to }) => [channel, to]).sort()).toEqual([
    ['mail', 'someone@example.com'],
    ['sms', person.phone],
  ])
})
