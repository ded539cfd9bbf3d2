import { demoProjects } from '../../../demo/catalogue/projects.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { deviceSearch } from '../catalogue/contract.ts'
import { deviceDetail } from '../site/contract.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import type { MeasurementForm } from '../catalogue/examples/measurement-rules.ts'
import { exampleRead } from '../catalogue/examples/result-contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { sql } from '../../platform/db/sql.ts'
import { roles, type Role } from '../../core/staff/rules.ts'
import {
  contentArchive,
  contentItem,
  contentItemList,
  contentKindList,
  contentPreview,
  contentPublish,
  contentRestore,
  contentSave,
} from './revisions/revision-contract.ts'
import { asPreviewed } from './revisions/revision-view-actions.ts'

const kind = 'projectResult'
type Result = { title: string; text: string; figure: null; measurement: MeasurementForm | null }

let app: TestApp
let editor: TestPerson
let rid = 0
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  editor = await app.staff('editor')
  rid = (await app.call(deviceSearch, { kw: 'raman' })).list[0]?.rid ?? 0
})
afterAll(() => app.close())

const as = () => ({ as: editor })
const opened = () => app.call(contentItem, { kind, id: rid }, as())
const resultsOf = async () => (await opened()).data.results as Result[]
const shown = async () => (await app.call(deviceDetail, { rid })).content.results
const csv = (place: number) => app.server.inject(`/files/example/${rid}-${place}.csv`)

async function save(results: unknown): Promise<{ version: number }> {
  const { version: baseVersion } = await opened()
  return app.call(contentSave, { kind, id: rid, baseVersion, data: { results } }, as())
}
async function publish(results: unknown): Promise<void> {
  const { version } = await save(results)
  await app.call(contentPublish, { kind, id: rid, version }, as())
}
const refusalOf = async (results: unknown) => {
  const { version: baseVersion } = await opened()
  return app.refusal(contentSave, { kind, id: rid, baseVersion, data: { results } }, as())
}
const measured = (change: Partial<MeasurementForm> = {}): MeasurementForm => ({
  table: '拉曼位移\t强度\n100\t5\n200\t80\n300\t9',
  xLabel: '拉曼位移 / cm⁻¹',
  yLabel: '强度 / 计数',
  note: '硅片，532 nm',
  style: 'line',
  axis: 'normal',
  peaks: 'up',
  marks: [{ at: '200', y: '', label: '一级峰' }],
  ...change,
})
const result = (title: string, measurement: MeasurementForm | null = null): Result => ({
  title,
  text: `${title}的说明`,
  figure: null,
  measurement,
})

describe('[C-02] results of a project with their example data are edited in the console', () => {
  it('the form starts with what the page shows: the table of the example, its axes and its marks', async () => {
    const { title, path, published, version } = await opened()
    expect([title, path, published, version]).toEqual(['显微拉曼光谱（Raman）', `/detail/${rid}`, true, 1])
    const [first] = await resultsOf()
    expect(first?.measurement).toMatchObject({ style: 'line', axis: 'normal', peaks: 'up' })
    expect(first?.measurement?.table.split('\n')).toHaveLength(602)
    expect(first?.measurement?.marks).toHaveLength(3)
  })

  it('saving changes nothing for visitors; publishing shows plot and file at once and keeps the rest of the page', async () => {
    const before = await app.call(deviceDetail, { rid })
    const { version } = await save([...(await resultsOf()), result('新结果', measured())])
    expect(await shown()).toEqual(before.content.results)
    await app.call(contentPublish, { kind, id: rid, version }, as())
    const after = await app.call(deviceDetail, { rid })
    const plot = after.content.results[1]?.plot
    expect([plot?.x.label, plot?.y.label, plot?.note]).toEqual(['拉曼位移 / cm⁻¹', '强度 / 计数', '硅片，532 nm'])
    expect(plot?.marks).toEqual([{ x: '200', y: '80', label: '一级峰' }])
    expect(after).toEqual({ ...before, content: { ...before.content, results: after.content.results } })
    expect(after.content.results[0]).toEqual(before.content.results[0])
    expect((await csv(1)).body).toBe('\uFEFF拉曼位移 / cm⁻¹,强度 / 计数\r\n100,5\r\n200,80\r\n300,9\r\n')
  })

  it('[T-60] pages and files change at once, also when they were cached', async () => {
    await publish([result('甲', measured()), result('乙', measured({ note: '乙的条件' }))])
    const kept = await csv(0)
    expect(kept.headers['cache-control']).toBe('public, no-cache')
    const ask = () =>
      app.server.inject({
        url: `/files/example/${rid}-0.csv`,
        headers: { 'if-none-match': String(kept.headers.etag) },
      })
    expect((await ask()).statusCode).toBe(304)
    await publish([result('乙', measured({ table: '1 1\n2 5\n3 2', marks: [] })), result('甲', measured())])
    expect((await ask()).statusCode).toBe(200)
    expect((await shown()).map(({ title, plot }) => [title, plot?.x.ticks.at(-1)?.text])).toEqual([
      ['乙', '3'],
      ['甲', '300'],
    ])
    await publish([result('甲')])
    expect((await shown()).map(({ title, plot }) => [title, plot])).toEqual([['甲', undefined]])
    expect((await csv(0)).statusCode).toBe(404)
  })

  it('an old version restores its numbers, and a preview shows a draft only to those who have the link', async () => {
    const { version } = await opened()
    const restored = await app.call(contentRestore, { kind, id: rid, version: 1, baseVersion: version }, as())
    const { path } = await app.call(contentPreview, { kind, id: rid, version: restored.version }, as())
    const token = new URL(path, 'http://shop.test').searchParams.get('preview') ?? ''
    const rows = sql`select count(*) as count from project_examples where project_id = ${rid}`
    const previewed = await asPreviewed(app.system, token, (ctx) => ctx.db.one<{ count: number }>(rows))
    expect(previewed?.count).toBe(1)
    expect((await app.db.one<{ count: number }>(rows)).count).toBe(0)
    await app.call(contentPublish, { kind, id: rid, version: restored.version }, as())
    expect((await csv(0)).body.trim().split('\r\n')).toHaveLength(602)
  })

  it('invalid numbers are refused with their line numbers, at the field of the form', async () => {
    const path = 'data.results.0.measurement'
    const fieldsOf = async (change: Partial<MeasurementForm>) =>
      (await refusalOf([result('甲', measured(change))])).fields
    expect(await fieldsOf({ table: '1 2\n2 x\n3 4' })).toEqual({ [`${path}.table`]: '第 2 行第 2 列「x」不是数字' })
    expect(await fieldsOf({ table: '' })).toMatchObject({ [`${path}.table`]: expect.stringContaining('没有数据') })
    expect(await fieldsOf({ marks: [{ at: '999', y: '', label: '外' }] })).toMatchObject({
      [`${path}.marks.0.at`]: '位置不在数据的范围 100 至 300 内',
    })
    expect(await fieldsOf({ marks: [{ at: '1e', y: '', label: '外' }] })).toMatchObject({
      [`${path}.marks.0.at`]: '位置要写数字',
    })
    expect(await fieldsOf({ xLabel: '', yLabel: ' ', note: '' })).toMatchObject({
      [`${path}.xLabel`]: '请填写横轴名称与单位',
      [`${path}.yLabel`]: '请填写纵轴名称与单位',
      [`${path}.note`]: '请填写测试条件',
    })
    const rows = Array.from({ length: 4001 }, (_, i) => `${i} 1`).join('\n')
    expect(await fieldsOf({ table: rows })).toMatchObject({ [`${path}.table`]: '共 4001 行，最多 4000 行' })
    expect(await fieldsOf({ table: '1 2\n'.repeat(30_000) })).toMatchObject({
      [`${path}.table`]: expect.stringContaining('最多 10 万个字符'),
    })
    expect((await refusalOf(Array.from({ length: 7 }, (_, i) => result(`第${i}`)))).fields).toEqual({
      'data.results': '结果最多 6 项',
    })
    expect((await refusalOf([{ ...result('甲'), html: '<b>' }])).error).toBe('invalid')
  })

  it('[T-51] an editor’s texts of a measurement are shown as text, not HTML', async () => {
    const evil = '<script>alert(1)</script>'
    await publish([
      result(
        evil.slice(0, 40),
        measured({ xLabel: evil.slice(0, 40), note: evil, marks: [{ at: '200', y: '', label: evil.slice(0, 40) }] }),
      ),
    ])
    const answer = await csv(0)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect((await shown())[0]?.plot?.note).toBe(evil)
  })

  it('a spectrum in JCAMP-DX becomes a table, read by the reader of delivered results', async () => {
    const text = [
      '##TITLE=Polystyrene',
      '##JCAMP-DX=4.24',
      '##DATA TYPE=INFRARED SPECTRUM',
      '##XUNITS=1/CM',
      '##YUNITS=TRANSMITTANCE',
      '##FIRSTX=400',
      '##LASTX=404',
      '##DELTAX=2',
      '##XFACTOR=1',
      '##YFACTOR=0.01',
      '##NPOINTS=3',
      '##XYDATA=(X++(Y..Y))',
      '400 9000 5000 8000',
      '##END=',
    ].join('\n')
    const read: OutputOf<typeof exampleRead> = await app.call(exampleRead, { text }, as())
    expect(read.xLabel.toUpperCase()).toBe('1/CM')
    expect(read.table.split('\n').slice(1)).toEqual(['400\t90', '402\t50', '404\t80'])
    expect(await app.refusal(exampleRead, { text: '##TITLE=x\n##END=\n' }, as())).toMatchObject({ error: 'noSpectrum' })
    expect(await app.refusal(exampleRead, { text: 'x'.repeat(300_001) }, as())).toMatchObject({ error: 'invalid' })
  })

  it('is allowed for the editor only, and cannot add or remove projects', async () => {
    for (const role of Object.keys(roles) as Role[]) {
      if (role === 'editor') continue
      const person = await app.staff(role)
      expect((await app.refusal(contentItem, { kind, id: rid }, { as: person })).status, role).toBe(403)
      expect((await app.refusal(exampleRead, { text: 'x' }, { as: person })).status, role).toBe(403)
    }
    const data = { results: [] }
    expect(await app.refusal(contentSave, { kind, baseVersion: 0, data }, as())).toMatchObject({ error: 'fixedItem' })
    expect(await app.refusal(contentArchive, { kind, id: rid }, as())).toMatchObject({ error: 'fixedItem' })
    expect((await app.refusal(contentItem, { kind, id: 999_999 }, as())).status).toBe(404)
  })

  it('the list finds a project by its name, most ordered first, and counts all projects', async () => {
    const all = await app.call(contentItemList, { kind, size: 100 }, as())
    const mine = (await app.call(contentKindList, {}, as())).find((line) => line.kind === kind)
    expect([all.total, mine?.total]).toEqual([demoProjects.length, demoProjects.length])
    const found = await app.call(contentItemList, { kind, kw: '拉曼' }, as())
    expect(found.list.map(({ id }) => id)).toEqual([rid])
    expect((await app.call(contentItemList, { kind, kw: '100%' }, as())).total).toBe(0)
    await save([result('待发布')])
    expect((await app.call(contentItemList, { kind, show: 'open' }, as())).list).toMatchObject([
      { id: rid, title: '显微拉曼光谱（Raman）', published: true, open: 'draft' },
    ])
  })
})
