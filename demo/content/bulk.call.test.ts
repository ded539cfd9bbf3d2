import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsRead } from '../../src/app/testing/rows-read.ts'
import { type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { seedCatalogue } from '../catalogue/seed.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { abilityList, acknowledgeList, newsList } from '../../src/shop/articles/actions.ts'
import { fillContent } from './bulk.ts'
import { ability, acknowledge, articleSearch, news, newsDetail } from '../../src/shop/articles/contract.ts'
import { seedContent } from './seed.ts'
import { contentArchive } from '../../src/shop/editing/revisions/revision-contract.ts'
import { indexOutdated, searchArticles } from '../../src/shop/articles/search-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  await fillContent(app.db, 600, app.clock.now())
}, 120_000)
afterAll(() => app.close())

const lists = [
  { list: 'news', page: (page: number) => app.call(news, { type: 'news', page, size: 12 }) },
  { list: 'course', page: (page: number) => app.call(news, { type: 'course', page, size: 12 }) },
  { list: 'cases', page: (page: number) => app.call(ability, { page, size: 12 }) },
  { list: 'acknowledgements', page: (page: number) => app.call(acknowledge, { page, size: 12 }) },
]

async function counted(): Promise<{ list: string; total: number }[]> {
  return app.db.rows(sql`
    select type as list, count(*) as total from articles where published group by type
    union all select 'cases', count(*) from cases where published
    union all select 'acknowledgements', count(*) from acknowledgements where published order by 1`)
}
const kept = () => app.db.rows(sql`select list, total from content_totals where total > 0 order by 1`)

it('creates articles and cases that are listed, shown and found like any other', async () => {
  expect(await indexOutdated(app.system)).toBe(0)
  const found = await app.call(articleSearch, { kw: '石墨烯 XPS' })
  expect(found.articles.total).toBeGreaterThan(0)
  expect(found.cases.total).toBeGreaterThan(0)
  const id = found.articles.list[0]?.id ?? 0
  expect((await app.call(newsDetail, { id })).html.length).toBeGreaterThan(100)
})

it('pages every list from its first to its last row without a gap, from whichever end is nearer', async () => {
  const orders = {
    news: sql`select id from articles where published and type = 'news' order by published_at desc, id desc`,
    course: sql`select id from articles where published and type = 'course' order by published_at desc, id desc`,
    cases: sql`select id from cases where published order by created_on desc, id desc`,
    acknowledgements: sql`select id from acknowledgements where published order by published_on desc, id desc`,
  }
  for (const { list, page } of lists) {
    const wanted = (await app.db.rows<{ id: number }>(orders[list as keyof typeof orders])).map(({ id }) => id)
    const seen: number[] = []
    for (let n = 1; n <= Math.ceil(wanted.length / 12); n++) {
      const { list: rows, total } = await page(n)
      expect(total).toBe(wanted.length)
      for (const row of rows) seen.push('rid' in row ? row.rid : row.id)
    }
    expect(seen).toEqual(wanted)
    expect((await page(Math.ceil(wanted.length / 12) + 1)).list).toEqual([])
  }
})

it('keeps the totals exact when texts are published, hidden, given another type or removed', async () => {
  expect(await kept()).toEqual(await counted())
  const editor = await app.staff('editor')
  const { list } = await app.call(news, { type: 'news' })
  await app.call(contentArchive, { kind: 'article', id: list[0]?.id ?? 0 }, { as: editor })
  await app.db.run(sql`update articles set type = 'course' where id = ${list[1]?.id ?? 0}`)
  await app.db.run(sql`update articles set published = not published where id = ${list[2]?.id ?? 0}`)
  await app.db.run(sql`update cases set published = false where id % 7 = 0`)
  await app.db.run(sql`update cases set published = true where id % 14 = 0`)
  await app.db.run(sql`delete from acknowledgements where id % 5 = 0`)
  expect(await kept()).toEqual(await counted())
})

it('reads at most half of the index for any page, and only the shown rows of the table', async () => {
  await app.db.run(sql`vacuum analyze`)
  const first = await rowsRead(app.db, (db) => newsList({ db }, { type: 'news', page: 1, size: 12 }))
  const last = await rowsRead(app.db, (db) => newsList({ db }, { type: 'news', page: 25, size: 12 }))
  const middle = await rowsRead(app.db, (db) => abilityList({ db }, { page: 25, size: 12 }))
  const beyond = await rowsRead(app.db, (db) => acknowledgeList({ db }, { page: 5000, size: 12 }))
  expect(Math.max(first.most, last.most)).toBeLessThanOrEqual(40)
  expect(middle.most).toBeLessThanOrEqual(330)
  expect(beyond.most).toBeLessThanOrEqual(10)
  const input = articleSearch.input.parse({ kw: '的' })
  const search = await rowsRead(app.db, (db) => searchArticles({ db }, input))
  expect(search.most).toBeLessThanOrEqual(60)
})
