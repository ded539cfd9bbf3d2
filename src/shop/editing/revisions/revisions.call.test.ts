import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { setting } from '../../../core/settings/contract.ts'
import { seedSettings } from '../../../../demo/settings.ts'
import { roles, type Role } from '../../../core/staff/rules.ts'
import { newsDetail, webIndex, webPage } from '../../articles/contract.ts'
import { indexMsg } from '../../site/contract.ts'
import { seedContent } from '../../../../demo/content/seed.ts'
import { kindNames, kindOf } from '../kinds/kind-rules.ts'
import { kindSources } from '../kinds/kind-actions.ts'
import {
  contentArchive,
  contentDiscard,
  contentItem,
  contentItemList,
  contentKindList,
  contentMove,
  contentPreview,
  contentProjectNames,
  contentPublish,
  contentRestore,
  contentSave,
  contentSchedule,
  contentUnarchive,
  contentUnschedule,
  contentVersion,
} from './revision-contract.ts'
import { asPreviewed } from './revision-view-actions.ts'
import { homePage } from '../../articles/actions.ts'

let app: TestApp
let editor: TestPerson
let other: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  await seedSettings(app.system)
  editor = await app.staff('editor')
  other = await app.staff('editor')
})
afterAll(() => app.close())
// Moving the clock ends sessions, so staff sign in again.
const signIn = async () => {
  for (const person of [editor, other]) person.token = (await openSession(app.system, 'staff', person.id)).token
}
beforeEach(signIn)
// The home page shows at most eight banners, so each test removes its own.
afterEach(async () => {
  await app.db.run(sql`delete from banners where title not in (select title from banners order by id limit 3)`)
  app.services.cache.purge(['banner'])
})

const as = () => ({ as: editor })
const bannerData = { title: '新轮播图', description: '说明', img: '', figure: null, redirect: 'https://example.com/' }
const items = async (kind: 'banner' | 'article' | 'partner', show: 'all' | 'open' | 'archived' = 'all') =>
  (await app.call(contentItemList, { kind, show, size: 100 }, as())).list
const firstBanner = async () => (await items('banner')).find((row) => row.published)?.id ?? 0
const titles = async () => (await app.call(webIndex, {})).bannerArr.map(({ title }) => title)

async function addBanner(title: string) {
  const { id, version } = await app.call(
    contentSave,
    { kind: 'banner', baseVersion: 0, data: { ...bannerData, title } },
    as(),
  )
  await app.call(contentPublish, { kind: 'banner', id, version }, as())
  return id
}

describe('a draft', () => {
  it('is invisible to visitors until it is published, and visible at once afterwards', async () => {
    const before = await titles()
    const { id, version } = await app.call(contentSave, { kind: 'banner', baseVersion: 0, data: bannerData }, as())
    expect(version).toBe(1)
    expect(await titles()).toEqual(before)
    expect((await items('banner'))[0]).toMatchObject({ id, title: '新轮播图', published: false, open: 'draft' })
    await app.call(contentPublish, { kind: 'banner', id, version }, as())
    expect(await titles()).toEqual([...before, '新轮播图'])
    expect((await app.call(contentItem, { kind: 'banner', id }, as())).history).toMatchObject([
      { version: 1, state: 'published', author: '测试editor' },
    ])
    expect(await app.refusal(contentPublish, { kind: 'banner', id, version }, as())).toMatchObject({ status: 409 })
  })

  it('keeps the content from before the first edit as version 1', async () => {
    const id = await firstBanner()
    const item = await app.call(contentItem, { kind: 'banner', id }, as())
    expect(item).toMatchObject({ version: 1, state: 'published', published: true })
    expect(item.history[0]).toMatchObject({ author: '', note: '编辑前的内容' })
    expect(item.data).toMatchObject({ title: (await titles())[0], figure: { kind: expect.any(String) } })
  })

  it('is refused with the message of every field', async () => {
    const bad = {
      title: '',
      description: 'x'.repeat(500),
      img: 'https://evil.example/x.png',
      redirect: 'javascript:alert(1)',
    }
    const refused = await app.refusal(contentSave, { kind: 'banner', baseVersion: 0, data: bad }, as())
    expect(refused.fields).toMatchObject({
      'data.title': '请填写标题',
      'data.description': '说明不能超过200个字',
      'data.img': '图片必须从本站上传',
      'data.redirect': expect.stringContaining('跳转只能是'),
    })
    const extra = { ...bannerData, position: 3 }
    expect(await app.refusal(contentSave, { kind: 'banner', baseVersion: 0, data: extra }, as())).toMatchObject({
      error: 'invalid',
      msg: '不支持的字段：position',
    })
  })

  it('can be discarded without a change for visitors', async () => {
    const id = await addBanner('可弃')
    const { version } = await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: 1, data: { ...bannerData, title: '弃' } },
      as(),
    )
    await app.call(contentDiscard, { kind: 'banner', id, version }, as())
    expect(await titles()).toContain('可弃')
    const { history } = await app.call(contentItem, { kind: 'banner', id }, as())
    expect(history.map(({ state }) => state)).toEqual(['superseded', 'published'])
  })
})

describe('two editors', () => {
  it('never overwrite each other: the refusal of the later one names who changed what', async () => {
    const id = await addBanner('共同')
    const data = { ...bannerData, title: '共同' }
    await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: 1, data: { ...data, description: '甲改的' } },
      { as: other },
    )
    const refused = await app.refusal(contentSave, { kind: 'banner', id, baseVersion: 1, data }, as())
    expect(refused).toMatchObject({ status: 409, error: 'revisionConflict' })
    expect(refused.msg).toMatch(/^测试editor已在 2026-03-02 \d\d:\d\d 保存了第 2 版（说明），请核对后再操作$/)
    expect(await app.refusal(contentPublish, { kind: 'banner', id, version: 1 }, as())).toMatchObject({ status: 409 })
    await app.call(contentPublish, { kind: 'banner', id, version: 2 }, as())
  })

  it('who save at the same moment get one success and one refusal', async () => {
    const id = await addBanner('同时')
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        app.send(
          contentSave,
          { kind: 'banner', id, baseVersion: 1, data: { ...bannerData, title: `同时${n}` } },
          { as: n % 2 ? editor : other },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })
})

describe('a scheduled version', () => {
  it('appears at its time and not before, by the job queue', async () => {
    const id = await addBanner('定时前')
    const { version } = await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: 1, data: { ...bannerData, title: '定时后' } },
      as(),
    )
    const at = shanghaiTime(new Date(app.clock.now().getTime() + 2 * 3600_000)).slice(0, 16)
    await app.call(contentSchedule, { kind: 'banner', id, version, at }, as())
    expect((await items('banner', 'open')).find((row) => row.id === id)).toMatchObject({ open: 'scheduled' })
    await app.drain()
    expect(await titles()).toContain('定时前')
    app.clock.advance({ hours: 2 })
    await app.drain()
    expect(await titles()).toContain('定时后')
    await signIn()
    const { history } = await app.call(contentItem, { kind: 'banner', id }, as())
    expect(history[0]).toMatchObject({ state: 'published', author: '测试editor' })
  })

  it('is not published when it was unscheduled, edited or rescheduled', async () => {
    const id = await addBanner('原样')
    const { version } = await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: 1, data: { ...bannerData, title: '不该出现' } },
      as(),
    )
    const inMinutes = (minutes: number) =>
      shanghaiTime(new Date(app.clock.now().getTime() + minutes * 60_000)).slice(0, 16)
    await app.call(contentSchedule, { kind: 'banner', id, version, at: inMinutes(60) }, as())
    await app.call(contentUnschedule, { kind: 'banner', id, version }, as())
    await app.call(contentSchedule, { kind: 'banner', id, version, at: inMinutes(240) }, as())
    app.clock.advance({ hours: 1 })
    await signIn()
    await app.drain()
    expect(await titles()).toContain('原样')
    await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: version, data: { ...bannerData, title: '又改了' } },
      as(),
    )
    app.clock.advance({ hours: 4 })
    await app.drain()
    expect(await titles()).toContain('原样')
  })

  it('needs a time in the future, at most a year ahead', async () => {
    const { id, version } = await app.call(contentSave, { kind: 'banner', baseVersion: 0, data: bannerData }, as())
    for (const at of ['2026-03-01 00:00', '2027-12-01 00:00', '2026-13-01 00:00', 'bald'])
      expect(await app.refusal(contentSchedule, { kind: 'banner', id, version, at }, as())).toMatchObject({
        status: 200,
      })
    await app.call(contentDiscard, { kind: 'banner', id, version }, as())
  })
})

describe('the history', () => {
  it('shows who changed what, and an old version is restored as a new draft', async () => {
    const id = await addBanner('第一')
    await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: 1, data: { ...bannerData, title: '第二' }, note: '改名' },
      as(),
    )
    await app.call(contentPublish, { kind: 'banner', id, version: 2 }, as())
    expect(await app.call(contentVersion, { kind: 'banner', id, version: 2 }, as())).toMatchObject({
      note: '改名',
      changes: [{ field: 'title', label: '标题', before: '第一', after: '第二' }],
    })
    expect(await app.call(contentRestore, { kind: 'banner', id, version: 1, baseVersion: 2 }, as())).toMatchObject({
      version: 3,
    })
    await app.call(contentPublish, { kind: 'banner', id, version: 3 }, as())
    expect(await titles()).toContain('第一')
    const rows = await app.db.rows<{
      action: string
      before: { title?: string } | null
      after: { title?: string }
    }>(sql`
      select action, before, after from audit_log where subject = ${`banner:${id}`} and action = 'content.publish' order by id`)
    expect(rows.map(({ before, after }) => [before?.title, after.title])).toEqual([
      [undefined, '第一'],
      ['第一', '第二'],
      ['第二', '第一'],
    ])
  })

  it('hides an item from the page and shows it again', async () => {
    const id = await addBanner('下线')
    await app.call(contentArchive, { kind: 'banner', id }, as())
    expect(await titles()).not.toContain('下线')
    expect((await items('banner', 'archived')).map((row) => row.id)).toEqual([id])
    expect(await app.refusal(contentArchive, { kind: 'banner', id }, as())).toMatchObject({ status: 409 })
    await app.call(contentUnarchive, { kind: 'banner', id }, as())
    expect(await titles()).toContain('下线')
    expect((await app.refusal(contentArchive, { kind: 'page', id: 6 }, as())).error).toBe('fixedItem')
  })

  it('moves an item among its neighbours', async () => {
    const before = await titles()
    const [first, second] = (await items('banner')).filter((row) => row.published)
    await app.call(contentMove, { kind: 'banner', id: second?.id ?? 0, direction: 'up' }, as())
    expect((await titles()).slice(0, 2)).toEqual([before[1], before[0]])
    expect(
      await app.refusal(contentMove, { kind: 'banner', id: second?.id ?? 0, direction: 'up' }, as()),
    ).toMatchObject({
      error: 'cannotMove',
    })
    await app.call(contentMove, { kind: 'banner', id: first?.id ?? 0, direction: 'up' }, as())
    expect(await titles()).toEqual(before)
    expect((await app.refusal(contentMove, { kind: 'article', id: 1, direction: 'up' }, as())).error).toBe('fixedItem')
  })
})

describe('a preview', () => {
  it('shows the whole page with the draft to anyone who has the link, for 15 minutes, and changes nothing', async () => {
    const before = await titles()
    const id = await firstBanner()
    const { version, data } = await app.call(contentItem, { kind: 'banner', id }, as())
    const saved = await app.call(
      contentSave,
      { kind: 'banner', id, baseVersion: version, data: { ...data, title: '只在预览里' } },
      as(),
    )
    const { path } = await app.call(contentPreview, { kind: 'banner', id, version: saved.version }, as())
    expect(path).toMatch(/^\/\?preview=[\w-]{32}$/)
    const token = path.split('=')[1] ?? ''
    const seen = await asPreviewed(app.system, token, async (ctx) => (await homePage(ctx)).bannerArr[0]?.title)
    expect(seen).toBe('只在预览里')
    expect(await titles()).toEqual(before)
    expect(await asPreviewed(app.system, `${token}x`, async () => true)).toBeUndefined()
    app.clock.advance({ hours: 0.3 })
    expect(await asPreviewed(app.system, token, async () => true)).toBeUndefined()
  })
})

describe('every kind', () => {
  let kinds: string[]
  beforeEach(async () => {
    kinds = (await app.call(contentKindList, {}, as())).map(({ kind }) => kind)
  })

  it('is listed for the editor, can be opened, and can be saved unchanged', async () => {
    expect(kinds.toSorted()).toEqual([...kindNames].toSorted())
    for (const kind of kindNames) {
      const { list } = await app.call(contentItemList, { kind }, as())
      const published = list.find((row) => row.published)
      if (!published) continue
      const item = await app.call(contentItem, { kind, id: published.id }, as())
      expect([kind, kindOf(kind).schema.safeParse(item.data).error]).toEqual([kind, undefined])
      const { version } = await app.call(
        contentSave,
        { kind, id: item.id, baseVersion: item.version, data: item.data },
        as(),
      )
      await app.call(contentPublish, { kind, id: item.id, version }, as())
      expect([kind, await kindSources[kind].read(app.system, item.id)]).toEqual([kind, item.data])
    }
  })

  it('[H-04] [H-06] hot area and hot projects follow the choice and its order', async () => {
    const choose = async (kind: 'hotArea' | 'hotProjects', ids: number[]) => {
      const { version } = await app.call(contentItem, { kind, id: 1 }, as())
      const saved = await app.call(contentSave, { kind, id: 1, baseVersion: version, data: { ids } }, as())
      await app.call(contentPublish, { kind, id: 1, version: saved.version }, as())
    }
    const home = await app.call(webIndex, {})
    const rids = home.hotItems.map(({ rid }) => rid).toReversed()
    await choose('hotProjects', rids)
    const names = await app.call(contentProjectNames, { rids: [...rids, 999_999] }, as())
    expect(names.map(({ rid }) => rid)).toEqual(rids)
    await choose('hotArea', [13, 31])
    const chosen = await app.call(webIndex, {})
    expect(chosen.hotItems.map(({ rid }) => rid)).toEqual(rids)
    expect(chosen.prefectureNavBottomArr.map(({ id }) => id)).toEqual([13, 31])
    const { version } = await app.call(contentItem, { kind: 'hotArea', id: 1 }, as())
    const twice = { kind: 'hotArea' as const, id: 1, baseVersion: version, data: { ids: [13, 13] } }
    expect(await app.refusal(contentSave, twice, as())).toMatchObject({ fields: { 'data.ids': '分类有重复' } })
  })

  it('[N-12] published settings take effect at once, also on pages with placeholders', async () => {
    const { version, data } = await app.call(contentItem, { kind: 'settingContact', id: 1 }, as())
    const saved = await app.call(
      contentSave,
      { kind: 'settingContact', id: 1, baseVersion: version, data: { ...data, phone: '010-0000-1234' } },
      as(),
    )
    await app.call(contentPublish, { kind: 'settingContact', id: 1, version: saved.version }, as())
    expect((await app.call(setting, {})).localInfo.phone).toBe('010-0000-1234')
    expect(JSON.stringify((await app.call(webPage, { slug: 'policy' })).sections)).toContain('010-0000-1234')
  })

  it('articles are cleaned when they are saved, and their text is kept for the search', async () => {
    const data = {
      type: 'news',
      title: '文章',
      sketch: '摘要',
      body: '<p onclick="x()">你好<script>alert(1)</script> <b>世界</b></p>',
      publishedAt: '2026-03-01 09:00',
    }
    const { id, version } = await app.call(contentSave, { kind: 'article', baseVersion: 0, data }, as())
    expect(await app.refusal(newsDetail, { id })).toMatchObject({ status: 404 })
    await app.call(contentPublish, { kind: 'article', id, version }, as())
    expect((await app.call(newsDetail, { id })).html).toBe('<p>你好 <strong>世界</strong></p>')
    expect(await app.db.one(sql`select body from articles where id = ${id}`)).toEqual({ body: '你好 世界' })
    const evil = { ...data, body: '<a href="java&#10;script:alert(1)">x</a>' }
    expect(await app.refusal(contentSave, { kind: 'article', baseVersion: 0, data: evil }, as())).toMatchObject({
      error: 'dangerousLink',
      msg: expect.stringContaining('正文里有不允许的链接'),
    })
  })

  it('a published notice is shown within its period', async () => {
    const data = { title: '停电通知', link: '/guide', shownFrom: '2026-03-01 09:00', shownUntil: '' }
    const { id, version } = await app.call(contentSave, { kind: 'notice', baseVersion: 0, data }, as())
    await app.call(contentPublish, { kind: 'notice', id, version }, as())
    expect((await app.call(indexMsg, {})).notices).toContainEqual({ id, title: '停电通知', link: '/guide' })
  })

  it('[T-56] each role can edit exactly the kinds that its permissions allow', async () => {
    const settings = kindNames.filter((kind) => kind.startsWith('setting'))
    const mayEdit: Partial<Record<Role, string[]>> = { editor: [...kindNames], admin: settings, manager: ['project'] }
    for (const role of Object.keys(roles) as Role[]) {
      const person = await app.staff(role)
      const may: string[] = []
      for (const kind of kindNames) {
        const { status } = await app.send(contentItemList, { kind }, { as: person })
        const saved = (await app.send(contentSave, { kind, baseVersion: 0, data: {} }, { as: person })).status
        expect([role, kind, saved === 403]).toEqual([role, kind, status === 403])
        if (status === 200) may.push(kind)
      }
      expect([role, may]).toEqual([role, mayEdit[role] ?? []])
    }
  })
})
