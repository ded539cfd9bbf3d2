import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { addHours, shanghaiTime } from '../../../platform/time.ts'
import { seedSettings } from '../../../../demo/settings.ts'
import { seedContent } from '../../../../demo/content/seed.ts'
import { kindSources } from './kind-actions.ts'
import { kindNames, kindOf, type KindName } from './kind-rules.ts'
import {
  contentItem,
  contentItemList,
  contentKindList,
  contentPreview,
  contentPublish,
  contentRestore,
  contentSave,
  contentSchedule,
  contentVersion,
} from '../revisions/revision-contract.ts'
import { asPreviewed } from '../revisions/revision-view-actions.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  await seedSettings(app.system)
  editor = await app.staff('editor')
})
afterAll(() => app.close())

const as = () => ({ as: editor })

/** Another valid value for a field; undefined where the type of field has no simple one. */
function changed(data: Record<string, unknown>, name: KindName): Record<string, unknown> {
  const { fields } = kindOf(name)
  for (const [field, { control, options }] of Object.entries(fields)) {
    const value = data[field]
    if (field === 'imageBase') return { ...data, imageBase: '/pictures' }
    if (field === 'phone') return { ...data, phone: '025-1234 5678' }
    if (field === 'taxRate') return { ...data, taxRate: '3%' }
    if (typeof value === 'string' && /^\d\d:\d\d$/.test(value)) return { ...data, [field]: '12:00' }
    if (
      (control === 'text' || control === 'lines') &&
      typeof value === 'string' &&
      !/^\d\d:\d\d-\d\d:\d\d$|^\d+$|@/.test(value)
    )
      return { ...data, [field]: `${value}改` }
    if (Array.isArray(value) && value.length > 1) return { ...data, [field]: value.toReversed() }
    if (control === 'choices') return { ...data, [field]: JSON.stringify(value) === '[0]' ? [1] : [0] }
    if (control === 'dates') return { ...data, [field]: ['2026-05-01'] }
    if (control === 'regions') return { ...data, [field]: ['110000'] }
    if (control === 'projects') return { ...data, [field]: [1] }
    if (control === 'list') return { ...data, [field]: [] }
    if (control === 'select') return { ...data, [field]: options?.find((option) => option.value !== value)?.value }
  }
  throw new Error(`${name} has nothing to change`)
}

/** The first item, or a new one when the kind has none. */
async function itemOf(name: KindName): Promise<number> {
  const { list } = await app.call(contentItemList, { kind: name }, as())
  const first = list.find(({ published }) => published)
  if (first) return first.id
  const data = { title: '通知', link: '', shownFrom: '2026-01-01 00:00', shownUntil: '' }
  const { id, version } = await app.call(contentSave, { kind: name, baseVersion: 0, data }, as())
  await app.call(contentPublish, { kind: name, id, version }, as())
  return id
}

describe('[N-12] everything the public pages show about the laboratory is edited in the console by the editor', () => {
  it('each block of the specification is a kind', async () => {
    const mine = (await app.call(contentKindList, {}, as())).map(({ kind }) => kind)
    for (const kind of ['banner', 'category', 'hotArea', 'hotProjects', 'serviceCase', 'acknowledgement', 'partner'])
      expect(mine).toContain(kind)
    for (const kind of [
      'article',
      'page',
      'settingContact',
      'settingRegions',
      'settingHours',
      'settingQr',
      'settingImages',
      'settingSite',
      'settingSamples',
    ])
      expect(mine).toContain(kind)
    const types = kindOf('article').fields.type?.options?.map(({ value }) => value)
    expect(types).toEqual(['news', 'course', 'service'])
    const pages = (await app.call(contentItemList, { kind: 'page', size: 50 }, as())).list.map(({ title }) => title)
    for (const title of [
      '公司简介',
      '企业文化',
      '人才招聘',
      '送样指南',
      '用户协议',
      '隐私政策',
      '能力展示',
      '检测服务协议',
    ])
      expect(pages).toContain(title)
  })

  it.each(kindNames)(
    '[Q-239] %s: draft, preview when a public page shows it, schedule, publishing by the clock, history and an old version again',
    async (kind) => {
      editor = await app.staff('editor')
      const id = await itemOf(kind)
      const { data: before, version } = await app.call(contentItem, { kind, id }, as())
      const shown = () => kindSources[kind].read(app.system, id)
      const now = await shown()
      const data = changed(before, kind)

      const draft = await app.call(contentSave, { kind, id, baseVersion: version, data, note: '试一试' }, as())
      expect(await shown()).toEqual(now)

      const previewed = await previewedItem(kind, id, draft.version)
      if (previewed !== undefined) expect(previewed).not.toEqual(now)
      expect(await shown()).toEqual(now)

      const at = shanghaiTime(addHours(app.clock.now(), 1)).slice(0, 16)
      await app.call(contentSchedule, { kind, id, version: draft.version, at }, as())
      app.clock.advance({ hours: 1, minutes: 1 })
      editor = await app.staff('editor')
      expect(await shown()).toEqual(now)
      await app.drain()
      const published = await shown()
      expect(published).not.toEqual(now)
      if (previewed !== undefined) expect(published).toEqual(previewed)

      const { history, state } = await app.call(contentItem, { kind, id }, as())
      expect([state, history[0]?.note, history[0]?.version]).toEqual(['published', '试一试', draft.version])
      const { changes } = await app.call(contentVersion, { kind, id, version: draft.version }, as())
      expect(changes).toHaveLength(1)
      const old = await app.call(contentRestore, { kind, id, version, baseVersion: draft.version }, as())
      await app.call(contentPublish, { kind, id, version: old.version }, as())
      expect(await shown()).toEqual(now)
    },
  )
})

/** The item as its preview shows it; undefined for a kind that no public page shows. */
async function previewedItem(kind: KindName, id: number, version: number): Promise<unknown> {
  const of = { kind, id, version }
  if (!kindOf(kind).path) {
    expect(await app.refusal(contentPreview, of, as())).toMatchObject({ error: 'nothingToPreview' })
    return undefined
  }
  const { path } = await app.call(contentPreview, of, as())
  expect(path).toMatch(/^\/[^/\\]?.*[?&]preview=/)
  const token = new URL(path, 'http://shop.test').searchParams.get('preview') ?? ''
  return asPreviewed(app.system, token, (ctx) => kindSources[kind].read(ctx, id))
}
