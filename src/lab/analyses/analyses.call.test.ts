import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { area } from '../../core/analysis/general/area-rules.ts'
import { runTool } from '../../core/analysis/tools-rules.ts'
import { endShare, shareAttached } from '../../core/files/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { reportList, staffReportWithdraw } from '../reports/contract.ts'
import { reportCurve } from '../reports/whole-curves/curve-contract.ts'
import { dropRemoved } from './actions.ts'
import { analysisAdd, analysisEdit, analysisList, analysisRemove, analysisText } from './contract.ts'
import { analysisLimits } from './rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
let order: Awaited<ReturnType<typeof scene.delivered>>
let fileId: number
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
  order = await deliveredPeak(customer)
  fileId = await fileOf(order.orderNo, customer)
}, 120_000)
afterAll(() => app.close())

const peak = Array.from({ length: 6001 }, (_, i) => {
  const x = 10 + i * 0.01
  return `${x.toFixed(2)} ${(20 + 900 * Math.exp(-((x - 40) ** 2) / 0.5)).toFixed(3)}`
}).join('\n')

async function deliveredPeak(buyer: TestPerson) {
  const made = await scene.testing(buyer, 1)
  await scene.record(made)
  await scene.upload(made, `${made.sampleNos[0]}.xy`, peak)
  await scene.verify(made)
  return made
}
async function fileOf(orderNo: string, as: TestPerson): Promise<number> {
  const { files } = await app.call(reportList, { orderNo }, { as })
  return files[0]?.id ?? 0
}
const own = () => ({ as: customer })
const add = (change: object = {}) => app.call(analysisAdd, { fileId, tool: 'general.area', ...change }, own())

describe('keeping an analysis', () => {
  it('stores what the server computes from the whole file, which is what a browser computes from the same curve', async () => {
    const curve = await app.call(reportCurve, { fileId }, own())
    expect(curve.x).toHaveLength(6001)
    const parameters = { ranges: '38 42', averaged: 5 }
    const kept = await add({ parameters, note: '主峰' })
    const computed = runTool(area, curve, parameters)
    expect(kept).toMatchObject({ values: computed.values, warnings: computed.warnings, note: '主峰', toolVersion: 1 })
    expect(kept.parameters).toEqual({ ranges: '38 42', baseline: 'ends', averaged: 5, direction: 'up' })
    const { list, total } = await app.call(analysisList, { fileId, series: 0 }, own())
    expect([list[0], total]).toEqual([kept, 1])
  })

  it('the same analysis is kept once, and another parameter is another analysis', async () => {
    const first = await add({ parameters: { ranges: '30 50' } })
    expect((await add({ parameters: { ranges: '30 50', baseline: 'ends' }, note: '新备注' })).id).toBe(first.id)
    expect((await add({ parameters: { ranges: '30 50', baseline: 'zero' } })).id).not.toBe(first.id)
    const { list } = await app.call(analysisList, { fileId }, own())
    expect(list.find(({ id }) => id === first.id)?.note).toBe('新备注')
  })

  it('is refused in the words of the tool, for an unknown tool, a missing curve and a wrong axis', async () => {
    const refusal = (change: object) => app.refusal(analysisAdd, { fileId, tool: 'general.area', ...change }, own())
    expect(await refusal({ parameters: { ranges: '90 95' } })).toMatchObject({
      error: 'notAnalysable',
      msg: '第 1 个积分区间“90 95”不在曲线的范围 10 至 70 之内。',
    })
    expect(await refusal({ parameters: { other: 1 } })).toMatchObject({ msg: '没有参数“other”。' })
    expect(await refusal({ tool: 'general.none' })).toMatchObject({ error: 'unknownTool' })
    expect(await refusal({ series: 3 })).toMatchObject({ error: 'noSeries' })
    expect(await refusal({ axis: '味道' })).toMatchObject({ error: 'invalid', msg: '横轴含义不正确' })
  })

  it('a file takes a bounded number, and says so', async () => {
    await app.db.run(sql`
      insert into curve_analyses (customer_id, file_id, series, order_no, sample_no, file_name, tool, tool_version, parameters, digest, result, created_at)
      select customer_id, file_id, series, order_no, sample_no, file_name, tool, tool_version, parameters, 'copy ' || n, result, created_at
      from (select * from curve_analyses where file_id = ${fileId} limit 1) one, generate_series(1, ${analysisLimits.perFile}) as n`)
    expect(
      await app.refusal(analysisAdd, { fileId, tool: 'general.area', parameters: { averaged: 9 } }, own()),
    ).toMatchObject({
      error: 'tooMany',
      msg: '每个文件最多保存 200 次分析，请先移除不需要的分析',
    })
    const page = await app.call(analysisList, { fileId, page: 3, size: 100 }, own())
    expect(page.list.length).toBe(page.total - 200)
    await app.db.run(sql`delete from curve_analyses where digest like 'copy %'`)
  })
})

describe('a kept analysis', () => {
  it('has its note changed, is removed, taken back, and dropped for good later', async () => {
    const { id } = await add({ parameters: { ranges: '39 41' } })
    await app.call(analysisEdit, { id, note: '半高宽用于 Scherrer' }, own())
    await app.call(analysisRemove, { id }, own())
    await app.call(analysisRemove, { id }, own())
    const ids = async () => (await app.call(analysisList, { fileId, size: 100 }, own())).list.map((each) => each.id)
    expect(await ids()).not.toContain(id)
    expect(await app.refusal(analysisText, { id }, own())).toMatchObject({ status: 404 })
    expect(await app.refusal(analysisEdit, { id, note: '' }, own())).toMatchObject({ status: 404 })
    await app.call(analysisRemove, { id, removed: false }, own())
    expect(await ids()).toContain(id)
    await app.call(analysisRemove, { id }, own())
    const again = await add({ parameters: { ranges: '39 41' } })
    await app.call(analysisRemove, { id, removed: false }, own())
    expect((await ids()).filter((each) => each === id || each === again.id)).toEqual([again.id])
    await dropRemoved(app.system)
    const count = async () =>
      (await app.db.one<{ count: number }>(sql`select count(*) as count from curve_analyses where id = ${id}`)).count
    expect(await count()).toBe(1)
    app.clock.advance({ days: analysisLimits.removedDays + 1 })
    await dropRemoved(app.system)
    expect(await count()).toBe(0)
    app.clock.advance({ days: -analysisLimits.removedDays - 1 })
  })

  it('as text says sample, order, file, instrument, parameters, steps and values', async () => {
    const { id } = await add({ parameters: { ranges: '35 45', averaged: 3 }, note: '第一次' })
    const { name, text } = await app.call(analysisText, { id }, own())
    expect(name).toBe(`${order.sampleNos[0]}-面积与峰形.txt`)
    const { sha256 } = await app.call(reportCurve, { fileId }, own())
    for (const part of [
      '建议值，仅供参考',
      `样品：${order.sampleNos[0]}　样品 1-1`,
      `订单：${order.orderNo}`,
      `文件校验值 SHA-256：${sha256}`,
      '6001 点',
      '仪器：D8 Advance',
      '测试条件：Cu Kα，40 kV，10–80°',
      'general.area 第 1 版',
      '两端各取平均：3 点',
      '基线：区间两端连线',
      '备注：第一次',
      '面积：',
      '半高宽：',
      '1. 基线：每个区间两端的连线，端点各取 3 个点的平均',
    ])
      expect(text).toContain(part)
  })
})

describe('[T-45] who sees analyses', () => {
  it('another customer finds neither the file nor the analysis', async () => {
    const { id } = await add({ parameters: { ranges: '20 60' } })
    const stranger = { as: await app.customer(0) }
    for (const refused of [
      app.refusal(analysisAdd, { fileId, tool: 'general.area' }, stranger),
      app.refusal(analysisList, { fileId }, stranger),
      app.refusal(analysisEdit, { id, note: 'x' }, stranger),
      app.refusal(analysisRemove, { id }, stranger),
      app.refusal(analysisText, { id }, stranger),
    ])
      expect(await refused).toMatchObject({ status: 404 })
    expect(await app.call(analysisList, {}, stranger)).toMatchObject({ list: [], total: 0 })
  })

  it('who is shown the results of an order analyses them for themselves, and no longer than they are shown', async () => {
    const reader = await app.customer(0)
    const as = { as: reader }
    await shareAttached(app.system, `order:${order.id}`, reader.id)
    const kept = await app.call(analysisAdd, { fileId, tool: 'general.area' }, as)
    expect(kept).toMatchObject({ readable: true, orderNo: order.orderNo })
    expect((await app.call(analysisList, { fileId }, as)).total).toBe(1)
    await endShare(app.system, `order:${order.id}`, reader.id)
    expect(await app.refusal(analysisList, { fileId }, as)).toMatchObject({ status: 404 })
    expect(await app.refusal(analysisText, { id: kept.id }, as)).toMatchObject({ status: 404 })
    expect((await app.call(analysisList, {}, as)).list).toMatchObject([
      { id: kept.id, readable: false, values: [], parameters: {}, fileName: kept.fileName },
    ])
  })

  it('an undelivered file is not found; after a withdrawn report the data answers as before', async () => {
    const early = await scene.testing(customer, 1)
    await scene.record(early)
    const { id } = await scene.upload(early, `${early.sampleNos[0]}.xy`, peak)
    expect(await app.refusal(analysisAdd, { fileId: id, tool: 'general.area' }, own())).toMatchObject({ status: 404 })
    await scene.verify(early)
    await app.drain()
    const { orderNo } = early
    await app.call(staffReportWithdraw, { orderNo, reason: '样品混淆' }, { as: scene.staff.reviewer })
    expect((await app.call(reportCurve, { fileId: id }, own())).total).toBe(6001)
    expect(await app.call(analysisAdd, { fileId: id, tool: 'general.area' }, own())).toMatchObject({ orderNo })
  })
})
