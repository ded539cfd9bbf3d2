import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsRead } from '../../src/app/testing/rows-read.ts'
import { type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { fillProjects } from './bulk.ts'
import type { InputOf } from '../../src/platform/contract/call.ts'
import { categoryTree } from '../../src/shop/catalogue/actions.ts'
import { deviceSearch, sorts, suggest } from '../../src/shop/catalogue/contract.ts'
import { deviceDetail } from '../../src/shop/site/contract.ts'
import { demoProjects } from './projects.ts'
import { seedCatalogue } from './seed.ts'
import { daysWithin, priceBandOf, priceBands } from '../../src/shop/catalogue/listing/filter-rules.ts'
import { quotePriceFen, tagScope } from '../../src/shop/catalogue/listing/scope-rules.ts'
import { refreshScores, reviseProject } from '../../src/shop/catalogue/publish-actions.ts'
import { searchProjects, suggestProjects } from '../../src/shop/catalogue/listing/search-actions.ts'

// Forty materials exhaust the first state (粉末), so that sixty per method also give films.
const added = 60 * demoProjects.length

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await fillProjects(app.db, added, app.clock.now())
}, 120_000)
afterAll(() => app.close())

it('creates projects that are found, listed and shown like any other', async () => {
  expect((await app.call(deviceSearch, {})).total).toBe(added + demoProjects.length)
  const found = await app.call(deviceSearch, { kw: '石墨烯 xrd' })
  expect(found.total).toBeGreaterThan(0)
  expect(found.list.every((item) => item.name.includes('石墨烯') && item.name.includes('XRD'))).toBe(true)
  expect((await app.call(deviceDetail, { rid: found.list[0]?.rid ?? 0 })).form.fields.length).toBeGreaterThan(2)
})

it('orders by count, finds long names and pinyin, and counts to three hundred', async () => {
  const counts = (await app.call(deviceSearch, { kw: '分析', size: 100 })).list.map((item) => item.order)
  expect(counts).toEqual(counts.toSorted((left, right) => right - left))
  expect((await app.call(deviceSearch, { kw: '金属有机框架' })).total).toBeGreaterThan(0)
  expect((await app.call(deviceSearch, { kw: 'jinshuyouji' })).total).toBe(
    (await app.call(deviceSearch, { kw: '金属有机框架' })).total,
  )
  expect(await app.call(deviceSearch, { kw: '薄 常' })).toMatchObject({ total: 300, totalIsCapped: true })
  expect(await app.call(deviceSearch, { kw: '常规分析', typeId: 1 })).toMatchObject({
    total: 300,
    totalIsCapped: true,
  })
})

it('keeps every counter equal to its postings after revisions and new scores', async () => {
  const [first, second] = (await app.call(deviceSearch, { kw: '橡胶' })).list
  await reviseProject(app.system, first?.rid ?? 0, { rule: { kind: 'quote' } })
  await app.db.run(sql`update projects set order_count = order_count + 7 where id = ${second?.rid ?? 0}`)
  expect(await refreshScores(app.system)).toBe(1)
  const wrong = await app.db.rows(sql`
    select 1 from (select gram, count(*) as n from search_postings group by gram) p
    full join search_grams g on g.gram = p.gram where coalesce(p.n, 0) <> coalesce(g.projects, 0)`)
  expect(wrong).toEqual([])
  const lists = await app.db.rows(sql`
    select 1 from (select scope, count(*) as n from listings group by scope) l
    full join listing_scopes s on s.scope = l.scope where coalesce(l.n, 0) <> coalesce(s.projects, 0)`)
  expect(lists).toEqual([])
  const combined = await app.db.rows(sql`
    with counted as (
      select concat_ws('|', l.scope, p.scope, d.scope) as filter, count(*) as n
      from search_documents x,
        lateral (select s as scope from unnest(x.scopes) s where s ~ '^[ng]' union all select null) l,
        lateral (select s as scope from unnest(x.scopes) s where s ~ '^p' union all select null) p,
        lateral (select s as scope from unnest(x.scopes) s where s ~ '^d' union all select null) d
      where num_nonnulls(l.scope, p.scope, d.scope) > 1 group by 1)
    select 1 from counted full join listing_counts c using (filter) where coalesce(counted.n, 0) <> coalesce(c.projects, 0)`)
  expect(combined).toEqual([])
})

type Filters = Partial<InputOf<typeof deviceSearch>>

/** All combinations of filters: types and a category, tags, prices, turnaround times. */
const combinations: Filters[] = [{ typeId: 1 }, { typeId: 3 }, { typeId: 14 }, {}].flatMap((node) =>
  ['', '高分辨', '无损', '没有这个'].flatMap((tag) =>
    (['', ...priceBands] as const).flatMap((price) =>
      (['', ...daysWithin] as const).map((days) => ({ ...node, tag, price, days })),
    ),
  ),
)

it('lists exactly the projects that match all filters, in every order, with the exact total', async () => {
  type Row = {
    id: number
    typeId: number
    categoryId: number
    tags: string[]
    fen: number
    daysTo: number
    score: number
  }
  const all = await app.db.rows<Row>(sql`
    select p.id, p.type_id, p.category_id, p.tags, coalesce(p.price_from_fen, ${quotePriceFen}::bigint) as fen, p.days_to, d.score
    from projects p join search_documents d on d.project_id = p.id`)
  const keys = { hot: (row: Row) => -row.score, price: (row: Row) => row.fen, days: (row: Row) => row.daysTo }
  for (const [at, filters] of combinations.entries()) {
    const { typeId, tag, price, days } = filters
    const sort = sorts[at % 3] ?? 'hot'
    const page = 1 + (at % 2)
    const wanted = all
      .filter((row) => typeId === undefined || row.typeId === typeId || row.categoryId === typeId)
      .filter((row) => !tag || row.tags.some((each) => tagScope(each) === tagScope(tag)))
      .filter((row) => !price || priceBandOf(row.fen === quotePriceFen ? null : row.fen) === price)
      .filter((row) => !days || row.daysTo <= Number(days))
      .sort((a, b) => keys[sort](a) - keys[sort](b) || (sort === 'hot' ? b.id - a.id : a.id - b.id))
    const found = await app.call(deviceSearch, { ...filters, sort, page, size: 12 })
    expect([typeId, tag, price, days, sort, found.total]).toEqual([typeId, tag, price, days, sort, wanted.length])
    expect(found.list.map(({ rid }) => rid)).toEqual(wanted.slice((page - 1) * 12, page * 12).map(({ id }) => id))
  }
}, 60_000)

it('reads for any list page only the shown or selected rows, with at most three statements', async () => {
  await app.db.run(sql`vacuum analyze`)
  let worst = { most: 0, asked: '' }
  for (const [at, filters] of combinations.filter((_, n) => n % 5 === 0).entries()) {
    const input = deviceSearch.input.parse({ ...filters, sort: sorts[at % 3], page: at % 4 === 0 ? 3 : 1, size: 12 })
    const { statements, most } = await rowsRead(app.db, async (db) => {
      await searchProjects({ db }, input)
      await categoryTree({ db })
    })
    expect(statements).toBeLessThanOrEqual(3)
    if (most > worst.most) worst = { most, asked: JSON.stringify(filters) }
  }
  expect(worst.most, worst.asked).toBeLessThanOrEqual(1100)
}, 60_000)

it('reads few rows for suggestions, and for the last page by number', async () => {
  for (const kw of [
    '分',
    '粉末',
    'xrd',
    'fx',
    '分析 粉末',
    '常规分析 薄膜',
    '金属有机框架',
    '薄膜 块材',
    'X 射线衍射（XRD） 石墨烯',
  ]) {
    const { statements, most } = await rowsRead(app.db, (db) => suggestProjects({ db }, kw))
    expect(statements).toBeLessThanOrEqual(2)
    expect([kw, most <= 1200]).toEqual([kw, true])
    expect((await app.call(suggest, { kw })).length).toBeLessThanOrEqual(8)
  }
  for (const sort of sorts) {
    const { most } = await rowsRead(app.db, (db) =>
      searchProjects({ db }, deviceSearch.input.parse({ sort, page: 50, size: 12 })),
    )
    expect(most).toBeLessThanOrEqual(620)
  }
})
