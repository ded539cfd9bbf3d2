import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { runBooks } from '../../app/commands/books.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import type { Role } from '../../core/staff/rules.ts'
import { inboxRead } from '../../workspace/inbox/contract.ts'
import { safetyRead } from '../../core/safety/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { post } from '../ledger/actions.ts'
import { type AccountRef, customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import {
  staffBookRun,
  staffBookRuns,
  staffCheckBooks,
  staffCloseDay,
  staffDay,
  staffDayList,
  staffOpenDays,
} from './contract.ts'

let app: TestApp
const finance = () => app.staff('finance')
let customerId: number
beforeAll(async () => {
  app = await testApp()
  customerId = (await app.customer(1)).id
})
afterAll(() => app.close())

let number = 0
/** Money comes to the bank, and a part of it is spent. */
async function business(inFen: number, spentFen: number): Promise<void> {
  const step = { kind: 'test', operation: 'move', memo: '' }
  const balance = customerAccount(customerId, 'prestore')
  await post(app.system, {
    ...step,
    businessId: ++number,
    legs: [leg(laboratoryAccount('bank'), -inFen), leg(balance, inFen)],
  })
  await post(app.system, {
    ...step,
    businessId: ++number,
    legs: [leg(balance, -spentFen), leg(laboratoryAccount('income'), spentFen)],
  })
}

const today = () => shanghaiDate(app.clock.now())
const figures = async (day: string) => {
  const found = await app.call(staffDay, { day }, { as: await finance() })
  const of = (account: string) => {
    const f = found.figures.find((each) => each.account === account)
    return f && [f.openingFen, f.inFen, f.outFen, f.closingFen]
  }
  return { ...found, bank: of('bank'), prestore: of('prestore'), income: of('income') }
}

describe('the close of a day', () => {
  it('[I-4] fixes opening, in, out and closing of every account, and the next day opens where it closed', async () => {
    const first = today()
    await business(1000, 300)
    await expect(app.call(staffCloseDay, { day: first }, { as: await finance() })).rejects.toThrow('dayNotOver')
    app.clock.advance({ hours: 24 })
    const second = today()
    await business(50, 200)
    app.clock.advance({ hours: 24 })
    expect(await app.call(staffOpenDays, {}, { as: await finance() })).toEqual({
      lastClosed: null,
      from: first,
      to: second,
    })
    expect(await figures(second)).toMatchObject({ closedAt: null, bank: [1000, 50, 0, 1050], differenceFen: 0 })
    expect(await app.call(staffCloseDay, { day: second }, { as: await finance() })).toEqual({ closed: 2 })
    expect(await figures(first)).toMatchObject({
      bank: [0, 1000, 0, 1000],
      prestore: [0, 1000, 300, 700],
      income: [0, 300, 0, 300],
      differenceFen: 0,
    })
    expect(await figures(second)).toMatchObject({
      bank: [1000, 50, 0, 1050],
      prestore: [700, 50, 200, 550],
      income: [300, 200, 0, 500],
      differenceFen: 0,
    })
    expect((await figures(second)).closedAt).not.toBeNull()
    await expect(app.call(staffCloseDay, { day: second }, { as: await finance() })).rejects.toThrow('dayClosed')
    const { list, total } = await app.call(staffDayList, { tab: 'places', filters: {} } as never, {
      as: await finance(),
    })
    expect(total).toBe(6)
    expect(list.find((row) => row.day === second && row.account === 'bank')?.closingFen).toBe(1050)
  })

  it('marks the day that cannot be closed, and says of a day whether it is over [Q-183]', async () => {
    const as = await finance()
    const refused = (day: string) => app.refusal(staffCloseDay, { day }, { as })
    const { lastClosed } = await app.call(staffOpenDays, {}, { as })
    expect(await refused(today())).toMatchObject({ error: 'dayNotOver', fields: { day: expect.any(String) } })
    expect(await refused(lastClosed ?? '')).toMatchObject({ error: 'dayClosed', fields: { day: expect.any(String) } })
    expect(await refused('2020-01-01')).toMatchObject({ error: 'nothingToClose', fields: { day: expect.any(String) } })
    const over = async (day: string) => (await app.call(staffDay, { day }, { as })).over
    expect([await over(lastClosed ?? ''), await over(today())]).toEqual([true, false])
  })

  it('cannot be changed afterwards, and shows what the ledger says when that differs', async () => {
    await expect(app.db.run(sql`update day_figures set in_fen = 0, closing_fen = 0`)).rejects.toThrow()
    await expect(app.db.run(sql`delete from day_closings`)).rejects.toThrow()
    const { lastClosed } = await app.call(staffOpenDays, {}, { as: await finance() })
    await app.db.tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(
        sql`update day_figures set in_fen = in_fen + 1, closing_fen = closing_fen + 1 where day = ${lastClosed} and account = 'bank'`,
      )
    })
    const bank = (await app.call(staffDay, { day: lastClosed ?? '' }, { as: await finance() })).figures[0]
    expect([bank?.inFen, bank?.nowInFen]).toEqual([51, 50])
  })
})

describe('a check of the books', () => {
  const admin = () => app.staff('admin')
  const repaired = () =>
    app.db.tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`update day_figures set in_fen = in_fen - 1, closing_fen = closing_fen - 1 where in_fen = 51`)
    })

  it('names what does not tie, keeps the run and raises an alarm; as command it ends with 1', async () => {
    const { run, checks } = await app.call(staffCheckBooks, {}, { as: await finance() })
    expect([run?.found, run?.madeBy]).toEqual([1, 'staff'])
    expect(checks.filter(({ found }) => found > 0)).toMatchObject([{ key: 'books.days', invariant: 'I-4', found: 1 }])
    const { alarms } = await app.call(safetyRead, {}, { as: await admin() })
    expect(alarms.map(({ kindName }) => kindName)).toContain('账目核对')
    const said: string[] = []
    expect(await runBooks(app.system, false, (text) => said.push(text))).toBe(1)
    expect(said.join('')).toContain('✗ I-4 已日结各日的收支与账上一致')
  })

  it('runs every day, and finance reads the last run and the earlier ones', async () => {
    await repaired()
    await app.queueDue()
    app.clock.advance({ hours: 24 })
    await app.queueDue()
    await app.drain()
    const { run, checks } = await app.call(staffBookRun, {}, { as: await finance() })
    expect([run?.madeBy, run?.found, checks.length]).toEqual(['daily', 0, bookChecks.length])
    const { list, total } = await app.call(staffBookRuns, {}, { as: await admin() })
    expect([total, list.map((each) => each.madeBy)]).toEqual([3, ['daily', 'command', 'staff']])
    const said: string[] = []
    expect(await runBooks(app.system, false, (text) => said.push(text))).toBe(0)
    expect(said.at(-1)).toContain('账目相符')
  })
})

// Last, because these postings belong to no refund.
describe('the money given back on a day', () => {
  it('names what was refunded and withdrawn on the day, and not what is only held for it', async () => {
    const day = today()
    const balance = customerAccount(customerId, 'prestore')
    const step = (kind: string, operation: string, amountFen: number, ...[from, to]: [AccountRef, AccountRef]) =>
      post(app.system, {
        ...{ kind, operation, memo: '', businessId: ++number },
        legs: [leg(from, -amountFen), leg(to, amountFen)],
      })
    const [held, income] = [customerAccount(customerId, 'refund_held'), laboratoryAccount('income')]
    await business(1000, 600)
    await step('refund', 'balance', 100, income, balance)
    await step('refund', 'hold', 300, balance, held)
    await step('refund', 'pay', 120, held, laboratoryAccount('alipay'))
    await step('refund', 'pay', 30, held, laboratoryAccount('bank'))
    expect((await app.call(staffDay, { day }, { as: await finance() })).givenBack).toEqual([
      { label: '原路退款', count: 2, amountFen: 150 },
      { label: '退款至预存余额', count: 1, amountFen: 100 },
      { label: '提现打款', count: 0, amountFen: 0 },
    ])
    app.clock.advance({ hours: 24 })
    const after = await app.call(staffDay, { day: today() }, { as: await finance() })
    expect(after.givenBack.map(({ count }) => count)).toEqual([0, 0, 0])
  })
})

it('[Q-211] days that wait to be closed stand on the workbench of whoever may close them, once the laboratory closes days', async () => {
  const waiting = async (role: Role) => {
    const { elsewhere } = await app.call(inboxRead, {}, { as: await app.staff(role) })
    return elsewhere.find(({ key }) => key === 'days')
  }
  const closeAll = async () => {
    const { to } = await app.call(staffOpenDays, {}, { as: await finance() })
    if (to !== null) await app.call(staffCloseDay, { day: to }, { as: await finance() })
  }
  await closeAll()
  expect(await waiting('finance')).toMatchObject({ count: 0 })
  app.clock.advance({ hours: 48 })
  expect(await waiting('finance')).toEqual({
    key: 'days',
    label: '待日结日期',
    to: '/console/days',
    count: 2,
    countIsCapped: false,
  })
  expect(await waiting('manager')).toBeUndefined()
  await closeAll()
  expect(await waiting('finance')).toMatchObject({ count: 0 })
})
