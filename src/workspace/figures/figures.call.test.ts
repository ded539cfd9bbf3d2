import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import {
  incomeIndex,
  incomeList,
  receivableIndex,
  receivableList,
} from '../../billing/settlements/income/income-contract.ts'
import { staffFixAmount } from '../../billing/settlements/contract.ts'
import { staffFileLink } from '../../core/files/contract.ts'
import { orderIndex, staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import type { SentTo } from '../../platform/contract/call.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { sql } from '../../platform/db/sql.ts'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { figureCards } from './card-rules.ts'
import { figuresFile, figuresRead } from './contract.ts'
import { fillDays } from './fill-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let manager: TestPerson
let orderNo = ''
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  const customer = await scene.buyer(0)
  orderNo = (await scene.delivered(customer)).orderNo
  await scene.testing(customer)
  await scene.order(customer)
  await app.call(staffFixAmount, { orderNo, finalFen: 5000, reason: '按约定金额核定' }, { as: scene.staff.manager })
  // Received five days before, so that the time it took has a band.
  await app.db.run(sql`update orders set received_at = received_at - interval '4 days' where order_no = ${orderNo}`)
  app.clock.advance({ hours: 3 })
})
// Signed in just now, because the tests move the clock.
beforeEach(async () => {
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const read = async (asked: SentTo<typeof figuresRead> = {}, as = manager) => app.call(figuresRead, asked, { as })
const card = async (key: string, asked: SentTo<typeof figuresRead> = {}) => {
  const found = (await read(asked)).cards.find((each) => each.key === key)
  if (!found) throw new Error(`no card ${key}`)
  return found
}

/** The number of rows that the list behind a link shows. */
async function listed(to: string): Promise<number | undefined> {
  const { pathname, searchParams } = new URL(to, 'https://x')
  const of = { tab: 'all', size: 1 } as const
  switch (pathname) {
    case '/console/orders':
      return (await app.call(staffOrderList, { ...of, ...asked(orderIndex, searchParams) }, { as: manager })).total
    case '/console/settlements/income':
      return (await app.call(incomeList, { ...of, ...asked(incomeIndex, searchParams) }, { as: manager })).total
    case '/console/settlements/receivables':
      return (await app.call(receivableList, { ...of, ...asked(receivableIndex, searchParams) }, { as: manager })).total
    default:
      return undefined
  }
}

function asked(index: Parameters<typeof queryOfAddress>[0], address: URLSearchParams) {
  const { kw, filters } = queryOfAddress(index, address)
  // Every condition of the link is one that the list knows.
  expect(Object.keys(filters).toSorted()).toEqual([...address.keys()].filter((name) => name !== 'tab').toSorted())
  return { kw, filters } as object
}

async function expectListsToAgree() {
  const { cards } = await read({ range: 'days30' })
  const rows = cards.flatMap((each) => each.rows.map((row) => ({ card: each.key, ...row })))
  const linked = rows.filter(({ to, card: of }) => to !== null && of !== 'use')
  expect(linked.length).toBeGreaterThan(20)
  for (const { card: of, key, to, count } of linked) expect([of, key, await listed(to ?? '')]).toEqual([of, key, count])
  return cards
}

describe('the figures of the console', () => {
  it('each role sees the cards of its work and no links to lists that it may not read', async () => {
    for (const role of ['manager', 'finance', 'lab', 'reviewer', 'admin'] as const) {
      const { cards } = await read({}, await app.staff(role))
      const wanted = Object.entries(figureCards).filter(([, { roles }]) => (roles as readonly string[]).includes(role))
      expect([role, cards.map(({ key }) => key)]).toEqual([role, wanted.map(([key]) => key)])
      const links = cards.flatMap(({ rows }) => rows.flatMap(({ to }) => (to === null ? [] : [to])))
      expect([role, links.some((to) => to.startsWith('/console/orders'))]).toEqual([
        role,
        role !== 'admin' && role !== 'finance',
      ])
    }
    for (const role of ['logistics', 'editor'] as const)
      expect((await app.refusal(figuresRead, {}, { as: await app.staff(role) })).status).toBe(403)
  })

  it('every bar has as many rows as the list that it opens, before and after the days are kept', async () => {
    const counted = await expectListsToAgree()
    expect(counted.find(({ key }) => key === 'took')?.rows.find(({ key }) => key === 'd5')?.value).toBe(1)
    app.clock.advance({ hours: 24 })
    manager = await app.staff('manager')
    const live = await read({ range: 'days30' })
    await fillDays(app.system)
    const kept = await expectListsToAgree()
    expect(kept).toEqual(live.cards)
    // Again: the same days, not twice as many.
    await fillDays(app.system)
    expect((await read({ range: 'days30' })).cards).toEqual(kept)
  })

  it('a day begins and ends at midnight in Shanghai, and the range before is beside it', async () => {
    const day = shanghaiDate(app.clock.now())
    const midnight = fromShanghai(day)
    const [first, second] = await app.db.rows<{ id: number }>(sql`select id from orders order by id limit 2`)
    await app.db.run(sql`update orders set created_at = ${new Date(midnight.getTime() - 2 * 86_400_000)}`)
    await app.db.run(sql`update orders set created_at = ${midnight} where id = ${first?.id}`)
    await app.db.run(sql`update orders set created_at = ${new Date(midnight.getTime() - 1)} where id = ${second?.id}`)
    await app.db.run(sql`delete from figure_fill`)
    const placed = (await card('funnel', { range: 'own', from: day, to: day })).rows.find(
      ({ key }) => key === 'created',
    )
    expect([placed?.value, placed?.before]).toEqual([1, 1])
    expect(placed?.to).toBe(`/console/orders?tab=all&created=${day}..${day}`)
  })

  it('refuses a range without ends, backwards, ahead of today or too long, in Chinese', async () => {
    const refused = async (input: object) => (await app.refusal(figuresRead, input, { as: manager })).error
    const day = shanghaiDate(app.clock.now())
    expect(await refused({ range: 'own' })).toBe('rangeMissing')
    expect(await refused({ range: 'own', from: day, to: '2026-01-01' })).toBe('rangeBackwards')
    expect(await refused({ range: 'own', from: day, to: '2099-01-01' })).toBe('rangeAhead')
    expect(await refused({ range: 'own', from: '2000-01-01', to: day })).toBe('rangeTooLong')
    expect((await app.refusal(figuresRead, { range: 'week' }, { as: manager })).msg).toBe('请选择时间范围')
    expect(
      (await app.refusal(figuresRead, { range: 'own', from: '2026-02-30', to: day }, { as: manager })).msg,
    ).toMatch(/日期/)
  })

  it('a day that was changed by hand is found by the check of the books', async () => {
    const faults = async () => {
      const checks = bookChecks.filter(({ key }) => key.startsWith('figures.'))
      return (await Promise.all(checks.map((check) => runCheck(app.db, check, app.clock.now())))).flatMap(
        (each) => each.faults,
      )
    }
    await fillDays(app.system)
    app.clock.advance({ hours: 24 })
    await fillDays(app.system)
    expect(await faults()).toEqual([])
    await app.db.run(sql`update figure_days set count = count + 1 where measure = 'order.placed'`)
    expect((await faults()).join()).toContain('order.placed')
    await fillDays(app.system)
    expect(await faults()).toEqual([])
  })

  it('are a workbook with one sheet for each card', async () => {
    expect((await app.call(figuresFile, { range: 'year' }, { as: manager })).url).toMatch(/^\/files\//)
    const { id, key } = await app.db.one<{ id: number; key: string }>(
      sql`select id, storage_key as key from files where purpose = 'figureSheet'`,
    )
    const bytes = await buffer(await app.services.files.open(key))
    const { cards } = await read({ range: 'year' })
    expect(cellsOf(bytes, 1)[0]?.[0]).toBe('时间范围')
    const funnel = cellsOf(bytes, 2)
    expect(funnel.slice(1).map(([label]) => label)).toEqual(cards[0]?.rows.map(({ label }) => label))
    expect(funnel.slice(1).map(([, value]) => Number(value))).toEqual(cards[0]?.rows.map(({ value }) => value))
    // What a manager sees is not for the laboratory.
    expect((await app.refusal(staffFileLink, { id }, { as: await app.staff('lab') })).error).toBe('notFound')
  })
})
