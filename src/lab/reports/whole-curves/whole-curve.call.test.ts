import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { reportList, reportSeries } from '../contract.ts'
import { reportCurve, staffReportCurve } from './curve-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
}, 120_000)
afterAll(() => app.close())

describe('the whole curve of a delivered file', () => {
  it('has every point of a file of which the drawing keeps 4000', async () => {
    const customer = await scene.buyer(0)
    const order = await scene.testing(customer, 1)
    await scene.record(order)
    const lines = Array.from({ length: 9000 }, (_, i) => `${(i / 100).toFixed(2)} ${(i * 37) % 101}`)
    const { id: fileId } = await scene.upload(order, `${order.sampleNos[0]}.xy`, lines.join('\n'))
    expect(await app.refusal(reportCurve, { fileId }, { as: customer })).toMatchObject({ status: 404 })
    await scene.verify(order)
    const drawn = await app.call(reportSeries, { fileId }, { as: customer })
    expect(drawn.series[0]?.x.length).toBeLessThanOrEqual(4000)
    const whole = await app.call(reportCurve, { fileId }, { as: customer })
    expect(whole.x).toEqual(lines.map((line) => Number(line.split(' ')[0])))
    expect(whole.y).toEqual(lines.map((line) => Number(line.split(' ')[1])))
    expect(whole).toMatchObject({
      orderNo: order.orderNo,
      sampleNo: order.sampleNos[0],
      sampleName: '样品 1-1',
      total: 9000,
      notes: [],
      labels: ['数据'],
    })
    expect(await app.call(staffReportCurve, { fileId }, { as: scene.staff.lab })).toEqual(whole)
  })

  it('is not found by another customer, and a curve that the file does not have is refused in words', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.delivered(customer)
    const { files } = await app.call(reportList, { orderNo }, { as: customer })
    const fileId = files[0]?.id ?? 0
    expect(await app.refusal(reportCurve, { fileId }, { as: await app.customer(0) })).toMatchObject({ status: 404 })
    expect(await app.refusal(staffReportCurve, { fileId }, { as: scene.staff.finance })).toMatchObject({ status: 403 })
    expect(await app.refusal(reportCurve, { fileId, series: 1 }, { as: customer })).toMatchObject({
      error: 'noSeries',
      msg: '该文件没有第 2 条曲线',
    })
    expect(await app.refusal(reportCurve, { fileId, series: 8 }, { as: customer })).toMatchObject({
      msg: '一个文件最多绘出 8 条曲线',
    })
  })
})
