import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillOrders } from '../../app/testing/many-orders.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { customers } from '../../people/customers/list-actions.ts'
import { demands } from '../../lab/demands/list-actions.ts'
import { staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { samples } from '../../lab/samples/list-actions.ts'
import { type AnyListed, firstKeys, listKeys, listPage } from '../../core/lists/listed-actions.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { keysBeside, orderOf } from '../../platform/db/index-query.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { keepSounds } from './search-actions.ts'
import { orders } from './list-actions.ts'

// The search of staff with many orders, and its query plans, which only PostgreSQL has in this form.
const MANY = 20_000
const searched = ['orders', 'customers', 'samples', 'contracts', 'reports', 'demands']

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
  await fillOrders(app.db, MANY, app.clock.now())
  await keepSounds(app.system)
  // The job rewrote every row; without a vacuum no statement could be answered from an index alone.
  for (const table of [sql`orders`, sql`customers`]) await app.db.run(sql`vacuum (analyze) ${table}`)
}, 300_000)
afterAll(() => app.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Full table scans and indexes in the query plans of the statements that `explained` matches: those of the search. The counts of tabs are left out. */
async function plansOf(
  work: (db: Db) => Promise<unknown>,
  explained = /grams\(|sounds/,
): Promise<{ whole: string[]; indexes: string[] }> {
  const seen: Sql[] = []
  const noting =
    <T>(ask: (statement: Sql) => Promise<T>) =>
    (statement: Sql) => {
      seen.push(statement)
      return ask(statement)
    }
  const { db } = app
  await work({
    ...db,
    rows: noting(db.rows),
    row: noting(db.row),
    one: noting(db.one),
    run: noting(db.run),
  } as Db)
  const whole: string[] = []
  const indexes = new Set<string>()
  for (const statement of seen.filter(({ text }) => explained.test(text))) {
    const [answer] = await db.rows<Record<string, [{ Plan: Plan }]>>(sql`explain (format json) ${statement}`)
    const collect = (plan: Plan) => {
      const table = plan['Relation Name'] ?? ''
      if (plan['Node Type'] === 'Seq Scan' && searched.includes(table)) whole.push(`${table}: ${statement.text}`)
      if (plan['Index Name']) indexes.add(plan['Index Name'])
      plan.Plans?.forEach(collect)
    }
    collect((Object.values(answer ?? {})[0] as [{ Plan: Plan }])[0].Plan)
  }
  return { whole, indexes: [...indexes].sort() }
}

const ask = (kw: string, more: object = {}) => ({
  ...staffOrderList.input.parse({ kw, ...more }),
})
const staffCtx = (db: Db): Ctx<Staff> =>
  ({
    ...app.system,
    db,
    actor: { kind: 'staff', id: manager.id, role: 'manager', actions: null },
  }) as never

describe('search of staff', () => {
  it.each(['6010001234', '1234', '王伟', 'X 射线衍射', '京沪', 'user77@', 'wangwei', 'K7QX2M9P', '没有这样的'])(
    'reads no table of 20,000 rows whole for %s, which few rows have',
    async (kw) => {
      const found = await plansOf((db) => listPage(staffCtx(db), orders, ask(kw)))
      expect(found.whole).toEqual([])
      const numbers = /^[ -~]+$/.test(kw) ? ['contracts_words', 'reports_words'] : []
      expect(found.indexes).toEqual(
        expect.arrayContaining([...numbers, 'customers_words', 'orders_words', 'samples_words']),
      )
      const kept = { tab: 'all', kw, filters: {}, sort: '-no' }
      const ofSamples = await plansOf((db) => listPage(staffCtx(db), samples, kept))
      expect([ofSamples.whole, ofSamples.indexes.includes('samples_words')]).toEqual([[], true])
      const ofDemands = await plansOf((db) => listPage(staffCtx(db), demands, { ...kept, sort: '-created' }))
      expect(ofDemands.indexes).toContain('demands_words')
    },
  )

  it('finds a whole order number by the index of the numbers alone', async () => {
    const found = await plansOf((db) => listPage(staffCtx(db), orders, ask('MX26010001234')), /order_no/)
    expect([found.whole, found.indexes.some((name) => name.includes('order_no'))]).toEqual([[], true])
  })

  it('finds by any part of a text and by pinyin the same orders as a search through all rows', async () => {
    for (const kw of ['0000123', '王伟', '张', 'X射线', '京沪', 'user77@']) {
      const pattern = `%${kw}%`
      const { count } = await app.db.one<{ count: number }>(sql`
        select count(*) as count from orders o join customers c on c.id = o.customer_id
        where concat_ws('|', o.order_no, replace(o.title, ' ', ''), c.name, c.company, c.email, c.phone) like ${pattern}
          or exists (select 1 from contracts k where k.order_id = o.id and k.contract_no like ${pattern})`)
      const { total } = await app.call(staffOrderList, { kw }, { as: manager })
      expect([kw, total]).toEqual([kw, count])
    }
    const sounds = await app.call(staffOrderList, { kw: 'sxys' }, { as: manager })
    const text = await app.call(staffOrderList, { kw: '射线衍射' }, { as: manager })
    expect(sounds.total).toBe(text.total)
  })

  it('finds the first matches of a word that every row has among the newest, and those of a rare word everywhere', async () => {
    for (const list of [orders, samples] as AnyListed[]) {
      for (const kw of ['MX26', '王伟', 'K7QX2M9P', '6010001234', '没有这样的']) {
        const query = { tab: 'all', kw, filters: {}, sort: list.index.sort }
        const whole = await listKeys(staffCtx(app.db), list, query, 6)
        expect([kw, await firstKeys(staffCtx(app.db), list, kw, 6)]).toEqual([kw, whole])
      }
    }
  })

  it('walks along a large list for a word that many rows have, and counts it among the first rows alone', async () => {
    const asLarge = (rows: number) =>
      app.db.run(sql`update pg_class set reltuples = ${rows} where relname in ('orders', 'samples', 'customers')`)
    await asLarge(1_000_000)
    for (const list of [orders, samples] as AnyListed[]) {
      for (const kw of ['MX26', '6010001234', '没有这样的']) {
        const query = { tab: 'all', kw, filters: {}, sort: list.index.sort }
        const page = await listPage(staffCtx(app.db), list, query)
        const whole = await listKeys(staffCtx(app.db), list, query, MANY)
        expect([kw, page.ids]).toEqual([kw, whole.slice(0, 20)])
        const [seen, more] = kw === 'MX26' ? [2000, true] : [whole.length, false]
        expect([kw, page.total, page.totalIsCapped]).toEqual([kw, seen, more])
      }
    }
    const query = { tab: 'all', filters: {}, sort: customers.index.sort }
    for (const kw of ['王伟', '张', '大学', 'wangwei', '没有这样的']) {
      const page = await listPage(staffCtx(app.db), customers, { ...query, kw })
      expect([kw, page.ids]).toEqual([kw, await listKeys(staffCtx(app.db), customers, { ...query, kw }, 20)])
    }
    await asLarge(MANY)
  })

  it('shows every order of a list on exactly one page', async () => {
    const seen = new Set<string>()
    let after: string | undefined
    let rows = 0
    do {
      const page = await app.call(staffOrderList, { size: 100, after }, { as: manager })
      expect([page.total, page.totalIsCapped]).toEqual([10_000, true])
      for (const { orderNo } of page.list) seen.add(orderNo)
      rows += page.list.length
      after = page.next ?? undefined
    } while (after !== undefined)
    expect([seen.size, rows]).toEqual([MANY, MANY])
  })

  it('[Q-381] sorted by a column that can be empty, it sorts no more than a page and does not look for empty values that it does not show', async () => {
    const query = { tab: 'all', kw: '', filters: {}, sort: 'amount' }
    const order = orderOf(orders.index, orders.source(staffCtx(app.db)), query.sort)
    const statement = (limit: number) =>
      keysBeside(orders.source(staffCtx(app.db)), sql`true`, order, { cursor: undefined, backwards: false, limit })
    const plan = async (limit: number) => {
      const asked = sql`explain (analyze, format json) ${statement(limit)}`
      return JSON.stringify(await app.db.rows(asked))
    }
    const never = /"Relation Name":"orders"[^}]*"Actual Loops":0/
    expect(await plan(21)).toMatch(never)
    expect(await plan(21)).not.toContain('"Sort Space Type":"Disk"')
    const all = await app.db.rows(statement(MANY * 2))
    expect(all).toHaveLength(MANY)
    expect(await plan(MANY * 2)).not.toMatch(never)
  })

  it('the first page needs four statements and reads its rows from an index', async () => {
    const seen: Sql[] = []
    const noting =
      <T>(ask: (statement: Sql) => Promise<T>) =>
      (statement: Sql) => {
        seen.push(statement)
        return ask(statement)
      }
    const db = { ...app.db, rows: noting(app.db.rows), row: noting(app.db.row), one: noting(app.db.one) } as Db
    await listPage(staffCtx(db), orders, { tab: 'all', kw: '', filters: {}, sort: '-created', size: 20 })
    expect(seen.length).toBeLessThanOrEqual(4)
    for (const statement of seen) {
      const [answer] = await app.db.rows<Record<string, [{ Plan: Plan }]>>(sql`explain (format json) ${statement}`)
      const plan = JSON.stringify(Object.values(answer ?? {}))
      expect([statement.text, /"Seq Scan"[^}]*"Relation Name":"orders"/.test(plan)]).toEqual([statement.text, false])
    }
  })
})
