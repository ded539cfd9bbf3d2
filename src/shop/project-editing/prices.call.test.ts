import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { csvOf } from '../../platform/sheet/sheet.ts'
import { readCells } from '../../platform/contract/sheet-rows.ts'
import { deviceSearch } from '../catalogue/contract.ts'
import { contentItem, contentPublish, contentRestore, contentSave } from '../editing/revisions/revision-contract.ts'
import { deviceDetail } from '../site/contract.ts'
import { projectPriceCheck, projectPriceExport, projectPriceImport } from './contract.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const as = () => ({ as: manager })
const ridOf = async (kw: string) => (await app.call(deviceSearch, { kw })).list[0]?.rid ?? 0
const ruleOf = async (kw: string) => (await app.call(deviceDetail, { rid: await ridOf(kw) })).rule

async function exported(query: object): Promise<string[][]> {
  const { url } = await app.call(projectPriceExport, { tab: 'onSale', format: 'csv', ...query }, as())
  return readCells((await app.server.inject({ url, headers: { token: manager.token } })).body)
}
/** The sheet with the cell of a charge changed. */
function changed(rows: string[][], slug: string, item: string, to: string[]): string {
  const cells = rows.map((row) => (row[0] === slug && row[2] === item ? [...row.slice(0, 5), ...to] : row))
  return csvOf(cells).toString('utf8')
}

describe('prices as a file', () => {
  it('the export is the template: read back unchanged, nothing changes', async () => {
    const rows = await exported({})
    expect(rows[0]).toEqual([
      '网址标识',
      '项目',
      '收费编号',
      '收费',
      '单位',
      '高校院所（元）',
      '个人（元）',
      '企业（元）',
    ])
    expect(rows).toContainEqual(['xrd', 'X 射线衍射（XRD）', 'rates.base', '衍射测试', '样', '60.00', '75.00', '96.00'])
    const answer = await app.call(projectPriceCheck, { text: csvOf(rows).toString('utf8') }, as())
    expect(answer).toEqual({ rows: rows.length - 1, changes: [], faults: [] })
    const xlsx = await app.call(projectPriceExport, { tab: 'onSale', format: 'xlsx' }, as())
    const bytes = (await app.server.inject({ url: xlsx.url, headers: { token: manager.token } })).rawPayload
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('a changed amount is shown first, then published, and the former version can be restored', async () => {
    const text = changed(await exported({ kw: 'xrd' }), 'xrd', 'rates.base.above.20', ['45.5', '¥60', '1,000'])
    const before = await ruleOf('xrd')
    const { changes, faults } = await app.call(projectPriceCheck, { text }, as())
    expect(faults).toEqual([])
    expect(changes).toMatchObject([
      {
        slug: 'xrd',
        before: { institute: 5000, individual: 6300, enterprise: 8000 },
        after: { institute: 4550, individual: 6000, enterprise: 100_000 },
      },
    ])
    expect(await ruleOf('xrd')).toEqual(before)
    expect(await app.call(projectPriceImport, { text }, as())).toMatchObject({ projects: 1, changes: 1 })
    const after = await ruleOf('xrd')
    expect(after).not.toEqual(before)
    expect(await app.refusal(projectPriceImport, { text }, as())).toMatchObject({ error: 'nothingChanged' })

    const of = { kind: 'project', id: await ridOf('xrd') } as const
    const { version, history } = await app.call(contentItem, of, as())
    expect(history[0]?.note).toBe('导入价格表')
    const old = await app.call(contentRestore, { ...of, version: version - 1, baseVersion: version }, as())
    await app.call(contentPublish, { ...of, version: old.version }, as())
    expect(await ruleOf('xrd')).toEqual(before)
  })

  it('[Q-227] an import answers the former amounts of what it changed, which take it back when they are imported', async () => {
    const sheet = await exported({ kw: 'xrd' })
    const text = changed(sheet, 'xrd', 'rates.base', ['61', '76', '97'])
    const before = await ruleOf('xrd')
    const { former } = await app.call(projectPriceImport, { text }, as())
    expect(await ruleOf('xrd')).not.toEqual(before)
    expect(readCells(former).slice(1)).toEqual([
      ['xrd', 'X 射线衍射（XRD）', 'rates.base', '衍射测试', '样', '60.00', '75.00', '96.00'],
    ])
    await app.call(projectPriceImport, { text: former }, as())
    expect(await ruleOf('xrd')).toEqual(before)
  })

  it('every faulty row is named with its reason, and nothing of the file is imported', async () => {
    const editor = await app.staff('editor')
    const rid = await ridOf('raman')
    const { version, data } = await app.call(contentItem, { kind: 'project', id: rid }, { as: editor })
    const edited = { ...data, notices: '新的注意事项' }
    await app.call(contentSave, { kind: 'project', id: rid, baseVersion: version, data: edited }, { as: editor })
    const line = (slug: string, item: string, ...money: string[]) => [slug, '', item, '', '', ...money]
    const text = csvOf([
      ['网址标识', '项目', '收费编号', '收费', '单位', '高校院所（元）', '个人（元）', '企业（元）'],
      line('xrd', 'rates.base', '61', '76', '97'),
      line('nothing', 'rates.base', '1', '1', '1'),
      line('xrd', 'addOns.gone', '1', '1', '1'),
      line('xrd', 'addOns.cobalt', '1.005', '-1', '免费'),
      line('xrd', 'rates.base', '62', '76', '97'),
      line('raman', 'rates.base', '1', '1', '1'),
      line('sem', 'rates.base', '0', '1', '1'),
    ]).toString('utf8')
    const { faults, changes } = await app.call(projectPriceCheck, { text }, as())
    expect(changes.length).toBeGreaterThan(0)
    expect(faults.map(({ row, reason }) => [row, reason.slice(0, 12)])).toEqual(
      expect.arrayContaining([
        [3, '没有这个网址标识的项目'],
        [4, '项目里没有这项收费；增减'],
        [5, '金额应是最多两位小数的元'],
        [6, '同一项收费出现了两次'],
        [7, '项目有未发布的修改，请先'],
      ]),
    )
    const before = await ruleOf('xrd')
    expect(await app.refusal(projectPriceImport, { text }, as())).toMatchObject({ error: 'faultyRows' })
    expect(await ruleOf('xrd')).toEqual(before)
    expect(await app.refusal(projectPriceCheck, { text: '项目,价格\nxrd,1' }, as())).toMatchObject({
      error: 'columnsMissing',
    })
    expect((await app.send(projectPriceImport, { text }, { as: editor })).status).toBe(403)
  })
})
