import { homeBlockLabels, namesOf } from '../../core/settings/arrangement-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { deviceDetail, indexMsg } from '../site/contract.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { sql } from '../../platform/db/sql.ts'
import { ability, acknowledge, news, newsDetail, service, webIndex, webPage } from '../articles/contract.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { pageSlugs } from '../articles/page-rules.ts'

const homeBlocks = namesOf(homeBlockLabels)
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the home page', () => {
  it('[C-02] answers empty lists for an installation without content', async () => {
    expect(await app.call(webIndex, {})).toEqual({
      blocks: homeBlocks,
      bannerArr: [],
      typeArr: [],
      prefectureNavBottomArr: [],
      hotItems: [],
      serviceCaseArr: [],
      thanksArr: [],
      partnerArr: [],
    })
  })

  it('[H-01] [H-03] [H-04] [H-06] [H-07] [H-08] has every block with the specified property names', async () => {
    await seedCatalogue(app.system)
    await seedContent(app.system)
    await seedContent(app.system)
    const home = await app.call(webIndex, {})
    expect(home.bannerArr).toHaveLength(4)
    expect(home.bannerArr[0]).toMatchObject({
      img: '',
      redirect: expect.stringMatching(/^\d+$/),
      title: expect.any(String),
      description: expect.any(String),
    })
    expect(home.typeArr[0]).toMatchObject({
      id: 31,
      name: '显微形貌',
      img: '',
      typeChildArr: [
        { id: 3101, name: '扫描电镜' },
        { id: 3102, name: '透射电镜' },
        { id: 3103, name: '原子力显微镜' },
        { id: 3104, name: '电子探针' },
        { id: 3105, name: 'X 射线三维成像' },
        { id: 3106, name: '背散射衍射' },
      ],
    })
    expect(home.prefectureNavBottomArr[0]).toMatchObject({
      id: 31,
      name: '显微形貌',
      img: '',
      sketch: expect.stringMatching(/./),
    })
    expect(home.hotItems[0]).toMatchObject({
      rid: expect.any(Number),
      name: expect.any(String),
      img: '',
      sketch: expect.any(String),
      order: 0,
    })
    expect(home.serviceCaseArr[0]).toMatchObject({ rid: expect.any(Number), created: '2026-02-18', source: '' })
    expect(home.thanksArr).toHaveLength(14)
    expect(home.thanksArr[0]).toMatchObject({
      company: '示例大学材料学院 陈同学',
      title: '扫描电镜（SEM）',
      source: '',
    })
    expect(home.partnerArr).toHaveLength(16)
    expect(new Set(home.partnerArr.map(({ img }) => img)).size).toBe(16)
  })

  it('[C-02] refuses unknown fields', async () => {
    expect(await app.refusal(webIndex, { x: 1 })).toMatchObject({ status: 200, error: 'invalid' })
  })
})

describe('pages of text', () => {
  it('[N-01] exist in every installation, also without demo data', async () => {
    for (const slug of pageSlugs) {
      const page = await app.call(webPage, { slug })
      expect(page.title).toMatch(/./)
      expect(page.description).toMatch(/./)
      if (slug !== 'televised') expect(page.sections.length).toBeGreaterThan(0)
      expect(JSON.stringify(page)).not.toMatch(/<script|javascript:/)
    }
    const { sections } = await app.call(webPage, { slug: 'license' })
    expect(sections[0]?.html).toContain('明析科测')
    expect(JSON.stringify(sections)).not.toContain('{{')
  })

  it('[N-13] refuses a page that does not exist', async () => {
    for (const slug of ['x', '', '__proto__', 1])
      expect(await app.refusal(webPage, { slug })).toMatchObject({ error: 'invalid' })
  })
})

describe('articles, cases and acknowledgements', () => {
  it('[C-02] articles are listed by type, newest first, and open with the projects they refer to', async () => {
    const { list, total } = await app.call(news, { type: 'news' })
    expect(total).toBe(5)
    expect(list.map((item) => item.created)).toEqual(
      list
        .map((item) => item.created)
        .toSorted()
        .toReversed(),
    )
    const article = await app.call(newsDetail, { id: list[0]?.id ?? 0 })
    expect(article).toMatchObject({
      title: '变温 XRD 开放预约',
      created: '2026-02-20',
      projects: [{ name: 'X 射线衍射（XRD）' }],
    })
    expect(article.html).toMatch(/^<(p|h2|ul)>/)
    expect((await app.call(news, { type: 'course' })).total).toBe(7)
    expect((await app.call(news, { type: 'thanks' })).list).toEqual([])
    expect((await app.call(news, { page: 2, size: 3 })).list).toHaveLength(2)
  })

  it('[N-01] every article is in a list: cases and service articles share one, newest first, page by page', async () => {
    const whole = await app.call(service, { size: 50 })
    const cases = await app.call(ability, { size: 50 })
    const written = await app.call(news, { type: 'service', size: 50 })
    expect(written.total).toBe(4)
    expect(whole.total).toBe(cases.total + written.total)
    expect(whole.list.map(({ rid }) => rid).toSorted()).toEqual(
      [...cases.list.map(({ rid }) => rid), ...written.list.map(({ id }) => id)].toSorted(),
    )
    const days = whole.list.map(({ created }) => created)
    expect(days).toEqual(days.toSorted().toReversed())
    const pages = await Promise.all([1, 2, 3, 4].map((page) => app.call(service, { page, size: 5 })))
    expect(pages.flatMap(({ list }) => list)).toEqual(whole.list)
    const rows = await app.system.db.rows<{ id: number }>(sql`select id from articles`)
    const listed = new Set(whole.list.map(({ rid }) => rid))
    for (const type of ['news', 'course'] as const)
      for (const { id } of (await app.call(news, { type, size: 50 })).list) listed.add(id)
    for (const { id } of rows) expect(listed).toContain(id)
  })

  it('[C-02] articles and cases have their drawing in lists and on their page', async () => {
    for (const { id, figure } of (await app.call(news, { type: 'course', size: 50 })).list) {
      expect(figure).toMatchObject({ kind: expect.any(String) })
      expect((await app.call(newsDetail, { id })).figure).toEqual(figure)
    }
    const [first] = (await app.call(ability, { size: 1 })).list
    expect((await app.call(newsDetail, { id: first?.rid ?? 0 })).figure).toEqual(first?.figure)
  })

  it('[H-07] a case without a source has its page at the same address as articles', async () => {
    const { list } = await app.call(ability, {})
    expect(list).toHaveLength(9)
    const page = await app.call(newsDetail, { id: list[0]?.rid ?? 0 })
    expect(page).toMatchObject({ title: list[0]?.title, type: 'service', projects: [{ name: '扫描电镜（SEM）' }] })
    expect((await app.call(deviceDetail, { rid: page.projects[0]?.rid ?? 0 })).cases[0]?.title).toBe(list[0]?.title)
  })

  it('[C-02] acknowledgements are listed page by page', async () => {
    expect(await app.call(acknowledge, { size: 5 })).toMatchObject({ total: 14, page: 1, size: 5 })
    expect((await app.call(acknowledge, { size: 5, page: 3 })).list).toHaveLength(4)
    expect(await app.call(acknowledge, { size: 5, page: 9 })).toMatchObject({ list: [] })
  })

  it('[N-13] answers 404 to an unknown article and refuses bad input', async () => {
    expect(await app.refusal(newsDetail, { id: 999_999 })).toMatchObject({ status: 404, error: 'notFound' })
    for (const bad of [{ type: 'x' }, { page: 0 }, { size: 1000 }, { y: 1 }])
      expect(await app.refusal(news, bad)).toMatchObject({ error: 'invalid' })
    for (const id of ['abc', 0, -3, 1.5])
      expect(await app.refusal(newsDetail, { id })).toMatchObject({ error: 'invalid' })
  })

  it('[C-02] notices are shown only in their period, and the ticker is empty without orders', async () => {
    expect(await app.call(indexMsg, {})).toEqual({ notices: [], ticker: [] })
    await app.db.run(sql`
      insert into site_notices (title, shown_from, shown_until) values
        ('现在', ${new Date(app.clock.now().getTime() - 1000)}, null),
        ('过去', ${new Date(0)}, ${new Date(1000)}),
        ('将来', ${new Date(app.clock.now().getTime() + 1000)}, null)`)
    expect((await app.call(indexMsg, {})).notices.map((notice) => notice.title)).toEqual(['现在'])
  })
})
