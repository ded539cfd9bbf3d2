import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillOrders } from '../../app/testing/many-orders.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { demandsForStaff } from '../../lab/demands/staff-actions.ts'
import { staffOrderList } from '../../lab/orders/staff-contract.ts'
import { findSamples } from '../../lab/samples/actions.ts'
import { staffSampleList } from '../../lab/samples/contract.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { keepSounds } from './search-actions.ts'
import { allOrders } from './list-actions.ts'

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
  await app.db.run(sql`analyze orders, customers`)
}, 300_000)
afterAll(() => app.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Full table scans and indexes in the query plans of a search. The counts of tabs are left out. */
async function plansOf(work: (db: Db) => Promise<unknown>): Promise<{ whole: string[]; indexes: string[] }> {
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
  for (const statement of seen.filter(({ text }) => /grams\(|sounds/.test(text))) {
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
    actor: { kind: 'staff', id: manager.id, role: 'manager' },
  }) as never

describe('search of staff', () => {
  it.each(['MX26010001234', '1234', '王伟', 'X 射线衍射', '京沪', 'user77@', 'wangwei', 'K7QX2M9P', '没有这样的'])(
    'reads no table of 20,000 rows whole for %s, which few rows have',
    async (kw) => {
      const orders = await plansOf((db) => allOrders(staffCtx(db), ask(kw)))
      expect(orders.whole).toEqual([])
      expect(orders.indexes).toEqual(
        expect.arrayContaining([
          'contracts_words',
          'customers_words',
          'orders_words',
          'reports_words',
          'samples_words',
        ]),
      )
      const samples = await plansOf((db) =>
        findSamples(
          { db },
          {},
          {
            ...staffSampleList.input.parse({ kw }),
          },
        ),
      )
      expect([samples.whole, samples.indexes.includes('samples_words')]).toEqual([[], true])
      const query = { stage: '', kind: '', kw, page: 1, size: 20 }
      const demands = await plansOf((db) => demandsForStaff(staffCtx(db), query))
      expect(demands.indexes).toContain('demands_words')
    },
  )

  it('finds by any part of a text and by pinyin the same orders as a search through all rows', async () => {
    for (const kw of ['0000123', '王伟', '张', 'X射线', '京沪', 'user77@']) {
      const pattern = `%${kw}%`
      const { count } = await app.db.one<{ count: number }>(sql`
        select count(*) as count from orders o join customers c on c.id = o.customer_id
        where concat_ws('|', o.order_no, replace(o.title, ' ', ''), c.name, c.company, c.email, c.phone) like ${pattern}
          or exists (select 1 from contracts k where k.order_id = o.id and k.contract_no like ${pattern})`)
      const { total, totalIsCapped } = await app.call(staffOrderList, { kw }, { as: manager })
      expect([kw, total, totalIsCapped]).toEqual([kw, Math.min(count, 1000), count > 1000])
    }
    const sounds = await app.call(staffOrderList, { kw: 'sxys' }, { as: manager })
    const text = await app.call(staffOrderList, { kw: '射线衍射' }, { as: manager })
    expect(sounds.total).toBe(text.total)
  })

  it('shows every order of a list on exactly one page', async () => {
    const size = 100
    const pages = Math.ceil(MANY / size)
    const seen = new Set<string>()
    for (let page = 1; page <= pages; page += 20) {
      const { list, total } = await app.call(staffOrderList, { page, size }, { as: manager })
      expect(total).toBe(MANY)
      expect(list).toHaveLength(Math.min(size, MANY - (page - 1) * size))
      for (const { orderNo } of list) seen.add(orderNo)
    }
    expect(seen.size).toBe(Math.ceil(pages / 20) * size)
    expect((await app.call(staffOrderList, { page: pages, size }, { as: manager })).list).toHaveLength(size)
    expect((await app.call(staffOrderList, { page: pages + 1, size }, { as: manager })).list).toEqual([])
  })
})
