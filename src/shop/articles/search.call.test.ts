import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { searchCorrect } from '../catalogue/contract.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { sql } from '../../platform/db/sql.ts'
import { articleSearch } from './contract.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { contentArchive } from '../editing/revisions/revision-contract.ts'
import { indexOutdated } from './search-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
})
afterAll(() => app.close())

const titles = async (kw: string) => (await app.call(articleSearch, { kw })).articles.list.map(({ title }) => title)

describe('searching articles and cases', () => {
  it.each(['XRD', 'xrd', '预约', '开放预约', '变温', 'kaifang', 'kfyy', '变温 xrd', '变温XRD开放', '三种气氛'])(
    '[C-02] finds an article by %s',
    async (kw) => expect(await titles(kw)).toContain('变温 XRD 开放预约'),
  )

  it('finds cases in their own group, newest first, page by page', async () => {
    const all = await app.call(articleSearch, { kw: '的', size: 100 })
    const dates = all.articles.list.map(({ created }) => created)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const { cases, articles } = await app.call(articleSearch, { kw: '截面', kind: 'case' })
    expect(articles).toMatchObject({ total: 0, list: [] })
    expect(cases.total).toBe(cases.list.length)
    const first = await app.call(articleSearch, { kw: 'xrd', kind: 'article', size: 1 })
    const second = await app.call(articleSearch, { kw: 'xrd', kind: 'article', size: 1, page: 2 })
    expect(first.articles.total).toBe(second.articles.total)
    expect([...first.articles.list, ...second.articles.list].map(({ title }) => title)).toEqual(
      (await titles('xrd')).slice(0, 2),
    )
  })

  it('finds nothing for empty text, unknown words and punctuation', async () => {
    for (const kw of ['', ' ', '%', '_', '量子计算机', "'; drop table articles; --", 'x'.repeat(9000)])
      expect(await titles(kw)).toEqual([])
  })

  it('follows publishing, hiding and changes, and a second run finds nothing to do', async () => {
    const editor = await app.staff('editor')
    const id = (await app.call(articleSearch, { kw: '变温 XRD 开放预约' })).articles.list[0]?.id ?? 0
    await app.call(contentArchive, { kind: 'article', id }, { as: editor })
    expect(await titles('变温 XRD')).toEqual([])
    expect(await indexOutdated(app.system)).toBe(0)
    await app.db.run(sql`update articles set published = true, title = '高温拉曼上线' where id = ${id}`)
    expect(await indexOutdated(app.system)).toBe(1)
    expect(await titles('高温拉曼')).toEqual(['高温拉曼上线'])
    const wrong = await app.db.rows(sql`
      select 1 from (select gram, kind, count(*) as n from article_postings group by 1, 2) p
      full join article_grams g on g.gram = p.gram and g.kind = p.kind where coalesce(p.n, 0) <> coalesce(g.articles, 0)`)
    expect(wrong).toEqual([])
  })

  it('takes about as long with five times as many articles', async () => {
    const fill = async (count: number) => {
      await app.db.run(sql`
        insert into articles (type, title, sketch, body, published_at)
        select 'news', '第' || i || '期仪器开放与样品制备', '变温与常温条件', '', now() - i * interval '1 hour'
        from generate_series(1, ${count}::integer) i`)
      while ((await indexOutdated(app.system)) > 0);
      await app.db.run(sql`analyze article_postings`)
    }
    const searchMs = async () => {
      const times: number[] = []
      for (let i = 0; i < 15; i++) {
        const started = performance.now()
        await app.call(articleSearch, { kw: i % 2 ? '样品' : '仪器 样品制备', page: 1 + (i % 3) })
        times.push(performance.now() - started)
      }
      return times.sort((a, b) => a - b)[7] ?? 0
    }
    await fill(300)
    const few = await searchMs()
    await fill(1200)
    const many = await searchMs()
    // A search of several words counts at most 300 hits, so five times the articles may not take much longer.
    expect(many).toBeLessThan(few * 4 + 15)
    const { articles } = await app.call(articleSearch, { kw: '样品' })
    expect(articles).toMatchObject({ totalIsCapped: false })
    expect(articles.total).toBeGreaterThanOrEqual(1500)
    expect(await app.call(articleSearch, { kw: '仪器 样品制备' })).toMatchObject({
      articles: { total: 300, totalIsCapped: true },
    })
  }, 120_000)
})

describe('unknown words', () => {
  it('are replaced by the words probably meant, and known words stay', async () => {
    const meant = async (kw: string) => (await app.call(searchCorrect, { kw })).kw
    expect(await meant('ramna')).toBe('raman')
    expect(await meant('xdr 物相')).toBe('xrd 物相')
    expect(await meant('扫秒电镜')).toBe('扫描电镜')
    expect(await meant('sem zzzzz')).toBe('sem')
    for (const kw of ['xrd', '', '量子计算机', '!!!']) expect(await meant(kw)).toBe('')
  })
})
