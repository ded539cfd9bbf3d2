import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderFunding } from '../../lab/orders/contract.ts'
import { balancesOf, post, verifyBooks } from '../../money/ledger/actions.ts'
import { type AccountKind, customerAccount, laboratoryAccount, leg } from '../../money/ledger/rules.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { assignSettlementCall, settlementAgree, settlementRows, staffFixAmount } from '../settlements/contract.ts'
import { statementOf } from './actions.ts'
import { drawPart } from './batch-actions.ts'
import {
  staffStatementBatch,
  staffStatementBatches,
  staffStatementFile,
  staffStatementFind,
  staffStatementShow,
  staffStatementZip,
  statementFile,
  statementMail,
  statementPeriods,
  statementShow,
} from './contract.ts'
import { mailStatement } from './mail-actions.ts'
import { moneyAccounts } from './rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let finance: TestPerson
let deliver: (orderNo: string) => Promise<void>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  ;({ manager, deliver } = await deliveryScene(app))
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

const period = '2026-03'
const labelOf: Partial<Record<AccountKind, string>> = { prestore: '预存款', gift: '赠送余额', advance: '订单预付款' }

/** A student's order, delivered, settled and paid by a teacher. */
async function paidByTeacher() {
  const [student, teacher] = [await scene.buyer(0), await scene.buyer(3)]
  const { orderNo } = await scene.order(student)
  await app.call(orderFunding, { orderNo, fundingNo: 'KT-8' }, { as: student })
  await deliver(orderNo)
  const { prepayFen } = await orderForMoney(app.system, orderNo)
  await app.call(staffFixAmount, { orderNo, finalFen: prepayFen ?? 0 }, { as: manager })
  const rowIds = (await app.call(settlementRows, {}, { as: student })).list.map((row) => row.id)
  const asked = await app.call(assignSettlementCall, { rowIds, payerPhone: teacher.phone }, { as: student })
  await app.call(settlementAgree, { settlementNo: asked.settlementNo }, { as: teacher })
  const step = { kind: 'test', businessId: asked.settlementNo, operation: 'fund', memo: '银行转账' }
  await creditPrestore(app.system, { customerId: teacher.id, amountFen: asked.totalFen + 250, ...step })
  await app.call(payCreate, { kind: 'settlement', no: asked.settlementNo, method: 'prestore' }, { as: teacher })
  return { student, teacher, orderNo, ...asked }
}

describe('a statement', () => {
  it('of all customers of a month is drawn part by part, and a part that runs twice counts once', async () => {
    await paidByTeacher()
    const { id, total } = await app.call(staffStatementBatch, { month: period }, { as: finance })
    expect(total).toBeGreaterThanOrEqual(2)
    expect(await app.refusal(staffStatementZip, { id }, { as: finance })).toMatchObject({ error: 'batchRunning' })
    for (let done = 0; done < total; done += 5) {
      await drawPart(app.system, { id, done })
      await drawPart(app.system, { id, done })
    }
    const { list } = await app.call(staffStatementBatches, {}, { as: finance })
    expect(list[0]).toMatchObject({ id, total, done: total, finished: true })
    const { files } = await app.db.one<{ files: number }>(
      sql`select count(*) as files from files where attached_to = ${`statement-batch:${id}`}`,
    )
    expect(files).toBe(total * 2)
    expect((await app.call(staffStatementZip, { id }, { as: finance })).url).toMatch(/^\/files\//)
  }, 60_000)

  it('[I-1] ties on both sides when a teacher pays: the order is the student’s, the money the teacher’s', async () => {
    const { student, teacher, orderNo, settlementNo, totalFen } = await paidByTeacher()
    const mine = await app.call(statementShow, { period }, { as: teacher })
    expect(mine).toMatchObject({
      openingFen: 0,
      closingFen: 250,
      orders: [],
      ways: [{ label: '银行转账', inFen: totalFen + 250, outFen: 0 }],
      settlements: [{ settlementNo, side: 'payer', totalFen, fundingNo: 'KT-8' }],
      sums: { paidFen: totalFen, refundedFen: 0 },
      owed: { unsettledFen: 0, unpaidFen: 0 },
      running: true,
    })
    expect(mine.movements.map((move) => [move.what, move.amountFen, move.balanceFen])).toEqual([
      ['银行转账到账', totalFen + 250, totalFen + 250],
      ['结算单付款', -totalFen, 250],
    ])
    expect(await app.call(statementShow, { period }, { as: student })).toMatchObject({
      closingFen: 0,
      movements: [],
      orders: [{ orderNo, fundingNo: 'KT-8', netFen: totalFen }],
      settlements: [{ settlementNo, side: 'customer' }],
      sums: { netFen: totalFen, paidFen: 0 },
    })
    const staff = await app.call(staffStatementShow, { customerId: teacher.id, period }, { as: finance })
    expect(staff.settlements).toEqual(mine.settlements)
    const year = await app.call(statementShow, { period: '2026' }, { as: teacher })
    expect(year.movements).toEqual([])
    expect(year.months[2]).toMatchObject({ month: '2026-03', inFen: totalFen + 250, closingFen: 250 })
    expect(year.months.at(-1)?.closingFen).toBe(year.closingFen)
    expect(await app.refusal(statementShow, { period: '2027-01' }, { as: teacher })).toMatchObject({ error: 'notYet' })
  })

  it('[T-40] is read and downloaded by its customer and by finance, as PDF and Excel', async () => {
    const { teacher } = await paidByTeacher()
    // [Q-101] The account was opened in this month.
    expect(await app.call(statementPeriods, {}, { as: teacher })).toEqual({ months: [period], years: ['2026'] })
    for (const format of ['pdf', 'xlsx'] as const) {
      expect((await app.call(statementFile, { period, format }, { as: teacher })).url).toMatch(/^\/files\//)
      const input = { customerId: teacher.id, period, format }
      expect((await app.call(staffStatementFile, input, { as: finance })).url).toMatch(/^\/files\//)
    }
    const editor = await app.staff('editor')
    expect(await app.refusal(staffStatementShow, { customerId: teacher.id, period }, { as: editor })).toMatchObject({
      status: 403,
    })
    const { list } = await app.call(staffStatementFind, { kw: teacher.phone }, { as: finance })
    expect(list).toMatchObject([{ id: teacher.id }])
  })

  it('is mailed once a day', async () => {
    const { teacher } = await paidByTeacher()
    await app.db.run(sql`update customers set email = 'teacher@uni.test' where id = ${teacher.id}`)
    await app.call(statementMail, { period }, { as: teacher })
    expect(await app.refusal(statementMail, { period }, { as: teacher })).toMatchObject({ error: 'mailedToday' })
    const { id } = await app.db.one<{ id: number }>(
      sql`select id from statement_mails where customer_id = ${teacher.id}`,
    )
    const read = () => app.db.one<{ sentAt: Date }>(sql`select sent_at from statement_mails where id = ${id}`)
    await mailStatement(app.system, id)
    const { sentAt } = await read()
    expect(sentAt).not.toBeNull()
    app.clock.advance({ minutes: 1 })
    await mailStatement(app.system, id)
    expect((await read()).sentAt).toEqual(sentAt)
  })
})

describe('the statement of a group', () => {
  it('is mailed to the person who asks, once a day each, and not to one who may not act for the group any more', async () => {
    const [owner, deputy] = [await app.customer(3), await app.customer(0)]
    const group = await groupOf(app, owner)
    await joined(app, group, deputy, 'manager')
    await app.db.run(sql`update customers set email = '' where id = ${deputy.id}`)
    expect(await app.refusal(statementMail, { period }, inNameOf(deputy, group))).toMatchObject({ error: 'noEmail' })
    for (const [person, email] of [
      [owner, 'owner@group.test'],
      [deputy, 'deputy@group.test'],
    ] as const)
      await app.db.run(sql`update customers set email = ${email} where id = ${person.id}`)
    const answer = await app.call(statementMail, { period }, inNameOf(owner, group))
    expect(answer.email).toMatch(/@group\.test$/)
    await app.call(statementMail, { period }, inNameOf(deputy, group))
    expect(await app.refusal(statementMail, { period }, inNameOf(deputy, group))).toMatchObject({
      error: 'mailedToday',
    })
    await app.db.run(sql`update group_members set role = 'member' where customer_id = ${deputy.id}`)
    const before = (await app.outbox()).length
    await app.drain()
    const rows = await app.db.rows<{ personId: number; sent: boolean }>(sql`
      select person_id, sent_at is not null as sent from statement_mails where customer_id = ${group.accountId} order by id`)
    expect(rows).toEqual([
      { personId: owner.id, sent: true },
      { personId: deputy.id, sent: false },
    ])
    const mailed = (await app.outbox()).slice(before).filter(({ template }) => template === 'statement.mail')
    expect(mailed.map(({ to }) => to)).toEqual(['owner@group.test'])
  })
})

describe('a statement against the ledger', () => {
  it('[I-1] [I-2] over random operations in three months every account, way and sum is what the ledger says, to the fen', async () => {
    const seed = Number(process.env.STATEMENT_SEED ?? randomInt(2 ** 31))
    process.stdout.write(`statements: STATEMENT_SEED=${seed}\n`)
    let state = seed
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state % below
    }
    const { id } = await app.customer(1)
    const own = (kind: AccountKind) => customerAccount(id, kind)
    const start = app.clock.now().getTime()
    const sources = ['bank', 'wechatpay', 'alipay'] as const
    for (let step = 0; step < 60; step++) {
      app.clock.advance({ hours: random(60) })
      const all = await balancesOf(app.system, id)
      const part = (fen: number) => (fen === 0 ? 0 : 1 + random(fen))
      const moves = [
        () => [own('prestore'), laboratoryAccount(sources[random(3)] ?? 'bank'), 1 + random(100_000)] as const,
        () => [laboratoryAccount('income'), own('prestore'), part(all.prestore)] as const,
        () => [own('advance'), own('prestore'), part(all.prestore)] as const,
        () => [own('prestore'), own('advance'), part(all.advance)] as const,
        () => [own('withdraw_held'), own('prestore'), part(all.prestore)] as const,
        () => [laboratoryAccount('bank'), own('withdraw_held'), part(all.withdraw_held)] as const,
        () => [own('unassigned'), laboratoryAccount('bank'), 1 + random(50_000)] as const,
      ]
      const [into, from, fen] = (moves[random(moves.length)] ?? moves[0])?.() ?? expect.fail()
      if (fen === 0) continue
      const legs = [leg(from, -fen), leg(into, fen)]
      await post(app.system, { kind: 'test.random', businessId: `${seed}-${step}`, operation: 'move', memo: '', legs })
    }
    const day = (offset: number) => new Date(start + offset * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 7)
    const months = [...new Set(Array.from({ length: 160 }, (_, i) => day(i)))].filter(
      (month) => month <= new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 7),
    )
    const views = []
    for (const month of months) views.push(await statementOf(app.system, id, month))
    for (const [i, view] of views.entries()) {
      expect(view.openingFen).toBe(views[i - 1]?.closingFen ?? 0)
      const moved = view.movements.reduce((sum, move) => sum + move.amountFen, 0)
      expect(view.openingFen + moved).toBe(view.closingFen)
      expect(view.movements.at(-1)?.balanceFen ?? view.openingFen).toBe(view.closingFen)
      for (const account of view.accounts)
        expect(account.openingFen + account.inFen - account.outFen).toBe(account.closingFen)
    }
    const now = await balancesOf(app.system, id)
    for (const kind of moneyAccounts) {
      const last = views.at(-1)?.accounts.find(({ label }) => label === labelOf[kind])
      if (labelOf[kind]) expect([kind, last?.closingFen ?? 0]).toEqual([kind, now[kind]])
    }
    const paidIn = await app.db.one<{ fen: number }>(sql`
      select coalesce(sum(e.amount_fen), 0)::bigint as fen from ledger_entries e
      join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = 'laboratory' and a.kind in ('bank', 'wechatpay', 'alipay') and t.business_id like ${`${seed}-%`}`)
    const net = views.flatMap((view) => view.ways).reduce((sum, way) => sum + way.inFen - way.outFen, 0)
    expect(net).toBe(0 - paidIn.fen)
    const year = await statementOf(app.system, id, months[0]?.slice(0, 4) ?? '')
    if (months.every((month) => month.startsWith(year.period))) expect(year.closingFen).toBe(now.prestore)
  })
})
