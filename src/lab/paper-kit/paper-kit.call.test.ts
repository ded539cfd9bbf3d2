import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { readCurves } from '../../core/curves/file-rules.ts'
import { orderDispute, orderRetest } from '../orders/closing/after-delivery-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { unzip } from '../../platform/pay/zip-reader.ts'
import { reportList, staffReportWithdraw } from '../reports/contract.ts'
import {
  dataPackageLink,
  dataPackageList,
  dataPackageStart,
  reportCurveFile,
  reportFigure,
  reportFigurePdf,
  reportPaper,
} from './contract.ts'
import type { FigureSettings } from './figure/settings-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
}, 120_000)
afterAll(() => app.close())

const own = () => ({ as: customer })
const value = { sampleNo: '', name: '晶粒_尺寸', value: '24.6', unit: 'nm', uncertainty: '', remark: '' }
/** More points than are stored for drawing. */
const longPattern = Array.from(
  { length: 6000 },
  (_, i) => `${(10 + i * 0.01).toFixed(2)} ${i === 2500 ? 900 : 10}`,
).join('\n')

async function delivered() {
  const order = await scene.testing(customer)
  await scene.record(order, { measured: [value] })
  await scene.upload(order, `${order.sampleNos[0]}.xy`, longPattern)
  await scene.upload(order, '说明.pdf.txt', '没有曲线')
  await scene.verify(order)
  const { files } = await app.call(reportList, { orderNo: order.orderNo }, own())
  const file = files.find(({ name }) => name.endsWith('.xy'))
  return { ...order, fileId: file?.id ?? 0 }
}

async function packed(orderNo: string) {
  const started = await app.call(dataPackageStart, { orderNo, licence: 'CC-BY-4.0' }, own())
  await app.drain()
  return started.id
}

async function download(url: string): Promise<Buffer> {
  const answer = await app.server.inject({ url, headers: { token: customer.token } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** Names and contents, by the central directory. */
function entriesOf(zip: Buffer): Map<string, Buffer> {
  const names: string[] = []
  let at = zip.readUInt32LE(zip.length - 22 + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const length = zip.readUInt16LE(at + 28)
    names.push(zip.subarray(at + 46, at + 46 + length).toString())
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return new Map(unzip(zip, 10_000_000).map((bytes, i) => [names[i] as string, bytes]))
}

describe('a curve as a file', () => {
  it('holds every point of the data file in each format', async () => {
    const { fileId, sampleNos } = await delivered()
    const read = (format: 'jcamp' | 'csv' | 'animl') => app.call(reportCurveFile, { fileId, format }, own())
    const jcamp = await read('jcamp')
    expect(jcamp.name).toBe(`${sampleNos[0]}.xy.jdx`)
    expect(readCurves(jcamp.content)).toMatchObject({ notes: [] })
    expect(jcamp.content).toContain('##NPOINTS=6000')
    expect(jcamp.content).toContain(`##SPECTROMETER/DATA SYSTEM=D8 Advance`)
    expect((await read('csv')).content.trim().split('\r\n')).toHaveLength(6002)
    expect([...(await read('animl')).content.matchAll(/<D>/g)]).toHaveLength(12_000)
  })

  it('is not found by another customer, and a curve that is not there is refused', async () => {
    const { fileId } = await delivered()
    const other = await scene.buyer(0)
    const asked = { fileId, format: 'csv' as const }
    expect(await app.refusal(reportCurveFile, asked, { as: other })).toMatchObject({ status: 404 })
    expect(await app.refusal(reportCurveFile, { ...asked, series: 3 }, own())).toMatchObject({
      msg: expect.stringContaining('没有第 4 条曲线'),
    })
    expect(await app.refusal(reportFigure, { fileIds: [fileId] }, { as: other })).toMatchObject({ status: 404 })
  })
})

describe('a figure', () => {
  const settings = (file: number): FigureSettings => ({
    widthMm: 85,
    heightMm: 60,
    columns: 1,
    font: 'Arial',
    fontPt: 7,
    linePt: 0.75,
    colours: 'safe',
    letters: 'none',
    panels: [
      {
        curves: [{ fileId: file, at: 0, name: '样品 1' }],
        xLabel: '2θ (°)',
        yLabel: 'cm⁻¹',
        xFrom: null,
        xTo: null,
        yFrom: null,
        yTo: null,
        reversed: false,
        offset: 0,
        normalised: false,
        yNumbers: true,
        legend: 'right',
      },
    ],
  })

  it('has all points of long curves, and says which files have none', async () => {
    const { fileId, orderNo } = await delivered()
    const { files } = await app.call(reportList, { orderNo }, own())
    const text = files.find(({ id }) => id !== fileId)
    const figure = await app.call(reportFigure, { fileIds: [fileId, text?.id ?? 0] }, own())
    expect(figure.files[0]).toMatchObject({ id: fileId, orderNo, notes: [] })
    expect(figure.files[0]?.curves[0]?.x).toHaveLength(6000)
    expect(figure.files[1]).toMatchObject({ curves: [], notes: ['该文件没有可以绘制的数据'] })
  })

  it('is a PDF in its size on paper, with its fonts inside', async () => {
    const { fileId } = await delivered()
    const { url } = await app.call(reportFigurePdf, { settings: settings(fileId) }, own())
    const pdf = (await download(url)).toString('latin1')
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)
    expect(
      [Number(box?.[1]) / (72 / 25.4), Number(box?.[2]) / (72 / 25.4)].map((mm) => Math.round(mm * 100) / 100),
    ).toEqual([85, 60])
    expect(pdf).toContain('/FontFile')
    expect([...pdf.matchAll(/\/Type \/Page\b/g)]).toHaveLength(1)
    const other = await scene.buyer(0)
    expect(await app.refusal(reportFigurePdf, { settings: settings(fileId) }, { as: other })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(reportFigurePdf, { settings: { ...settings(fileId), panels: [] } }, own())).toMatchObject({
      error: 'invalid',
    })
  }, 30_000)
})

describe('the texts for a paper', () => {
  it('say what the record says, with the measured values as tables', async () => {
    const { orderNo } = await delivered()
    const paper = await app.call(reportPaper, { orderNo }, own())
    expect(paper.zh.methods).toContain('采用D8 Advance测试。测试条件：Cu Kα，40 kV，10–80°。')
    expect(paper.zh.missing).toEqual(expect.arrayContaining(['仪器型号', '仪器制造商', '检测方法或标准']))
    expect(paper.en.methods).toContain('on a D8 Advance. Conditions: Cu Kα, 40 kV, 10–80°.')
    expect(paper.tables).toHaveLength(1)
    expect(paper.tables[0]?.latex).toContain('晶粒\\_尺寸 & 24.6 & nm')
    const other = await scene.buyer(0)
    expect(await app.refusal(reportPaper, { orderNo }, { as: other })).toMatchObject({ status: 404 })
  })
})

describe('a data package', () => {
  it('holds files as delivered, their curves, a description and sums that are right', async () => {
    const { orderNo, sampleNos } = await delivered()
    const id = await packed(orderNo)
    expect((await app.call(dataPackageList, { orderNo }, own())).packages).toMatchObject([
      { id, ready: true, done: 2, total: 2, licence: 'CC-BY-4.0' },
    ])
    const { url } = await app.call(dataPackageLink, { id }, own())
    const entries = entriesOf(await download(url))
    const data = `data/${sampleNos[0]}/${sampleNos[0]}.xy`
    expect([...entries.keys()].toSorted()).toEqual(
      [
        data,
        'data/整个订单/说明.pdf.txt',
        `curves/${sampleNos[0]}/${sampleNos[0]}.xy.csv`,
        `curves/${sampleNos[0]}/${sampleNos[0]}.xy.jdx`,
        'README.md',
        'ro-crate-metadata.json',
        'SHA256SUMS',
      ].toSorted(),
    )
    expect(entries.get(data)?.toString()).toBe(longPattern)
    const sums = entries.get('SHA256SUMS')?.toString().trim().split('\n') ?? []
    expect(sums).toHaveLength(entries.size - 1)
    for (const line of sums) {
      const [sum, path] = line.split('  ') as [string, string]
      expect(
        createHash('sha256')
          .update(entries.get(path) as Buffer)
          .digest('hex'),
      ).toBe(sum)
    }
    const crate = JSON.parse(entries.get('ro-crate-metadata.json')?.toString() ?? '') as {
      '@graph': { '@id': string; '@type': string }[]
    }
    expect(crate['@graph'].filter((each) => each['@type'] === 'File')).toHaveLength(entries.size - 1)
    expect(entries.get('README.md')?.toString()).toContain('1 个文件没有可读出的曲线')
  })

  it('is written once for two requests at the same time, and belongs to its customer alone', async () => {
    const { orderNo } = await delivered()
    const start = () =>
      app.call(dataPackageStart, { orderNo, licence: 'CC0-1.0' }, { ...own(), idempotencyKey: randomUUID() })
    const [first, second] = (await Promise.all([start(), start()])) as [{ id: number }, { id: number }]
    expect(second.id).toBe(first.id)
    expect(await app.refusal(dataPackageLink, { id: first.id }, own())).toMatchObject({ error: 'packageRunning' })
    await app.drain()
    const other = await scene.buyer(0)
    expect(await app.refusal(dataPackageLink, { id: first.id }, { as: other })).toMatchObject({ status: 404 })
    expect(await app.refusal(dataPackageStart, { orderNo, licence: 'CC0-1.0' }, { as: other })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(dataPackageList, { orderNo }, { as: other })).toMatchObject({ status: 404 })
  })

  it('is refused for an order in dispute, under retest, withdrawn or without results, also after it was made', async () => {
    const order = await scene.testing(customer)
    expect(await app.refusal(dataPackageStart, { orderNo: order.orderNo, licence: 'CC0-1.0' }, own())).toMatchObject({
      error: 'noResults',
    })
    const refused = async (change: (orderNo: string) => Promise<unknown>) => {
      const { orderNo } = await delivered()
      const id = await packed(orderNo)
      await change(orderNo)
      const start = await app.refusal(dataPackageStart, { orderNo, licence: 'CC-BY-4.0' }, own())
      const link = await app.refusal(dataPackageLink, { id }, own())
      expect(link.error).toBe(start.error)
      return start.error
    }
    const reason = '峰位偏移'
    expect(await refused((orderNo) => app.call(orderDispute, { orderNo, reason }, own()))).toBe('disputed')
    expect(await refused((orderNo) => app.call(orderRetest, { orderNo, reason }, own()))).toBe('inDoubt')
    expect(
      await refused((orderNo) => app.call(staffReportWithdraw, { orderNo, reason }, { as: scene.staff.reviewer })),
    ).toBe('withdrawn')
  })

  it('goes after a day, with its files', async () => {
    const { orderNo } = await delivered()
    const id = await packed(orderNo)
    app.clock.advance({ hours: 25 })
    await app.drain()
    await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
    expect(await app.refusal(dataPackageLink, { id }, own())).toMatchObject({ status: 404 })
    const left = sql`select 1 from files where attached_to = ${`data-package:${id}`}`
    expect(await app.db.rows(left)).toEqual([])
  })
})
