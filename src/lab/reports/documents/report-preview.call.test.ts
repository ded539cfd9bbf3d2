import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { staffOrderStartCorrection } from '../../orders/staff/staff-contract.ts'
import { reportList, staffReportPreview } from '../contract.ts'
import { nextEdition } from '../publish-actions.ts'
import { reportsOf } from '../store.ts'
import { reportDocument } from './document-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
}, 120_000)
afterAll(() => app.close())

const grain = (sampleNo: string, value: string) => ({
  ...{ sampleNo, name: '晶粒尺寸', value, unit: 'nm', uncertainty: '', remark: '' },
})
const browserKey = randomUUID()

it('[Q-208] the report is seen as it would be published, before and after a correction, and the customer sees nothing of it', async () => {
  const order = await scene.testing(customer, 1)
  const [sampleNo = ''] = order.sampleNos
  await scene.record(order, { measured: [grain(sampleNo, '12.4')] })
  await scene.upload(order, `${sampleNo}.xy`, '10 1\n20 5\n30 2')
  expect(await previewed(order.orderNo)).toMatchObject({ statusCode: 200, type: 'application/pdf', begins: '%PDF-' })
  const delivered = await app.call(reportList, { orderNo: order.orderNo }, { as: customer })
  expect(delivered).toMatchObject({ records: [], files: [], reports: [] })
  const first = await comingText(order.orderNo)
  expect(first).toContain('12.4')
  await scene.verify(order)
  expect(await publishedText(order.id)).toBe(first)

  const target = { orderNo: order.orderNo, browserKey }
  expect(await app.refusal(staffReportPreview, target, { as: scene.staff.lab })).toMatchObject({
    error: 'nothingToPublish',
  })
  const reason = '晶粒尺寸换算有误'
  await app.call(staffOrderStartCorrection, { orderNo: order.orderNo, reason }, { as: scene.staff.manager })
  await scene.record(order, { measured: [grain(sampleNo, '14.2')] })
  const second = await comingText(order.orderNo)
  expect(second).toContain(`更正原因：${reason}。数值：${sampleNo} 晶粒尺寸 由 12.4 nm 改为 14.2 nm`)
  await scene.verify(order)
  expect(await publishedText(order.id)).toBe(second)
})

async function previewed(orderNo: string) {
  const as = scene.staff.lab
  const { url } = await app.call(staffReportPreview, { orderNo, browserKey }, { as, idempotencyKey: randomUUID() })
  const answer = await app.server.inject({ method: 'GET', url, headers: { token: as.token } })
  const begins = answer.rawPayload.subarray(0, 5).toString()
  return { statusCode: answer.statusCode, type: answer.headers['content-type'], begins }
}

/** What the coming edition prints, without what only a published one has. */
async function comingText(orderNo: string): Promise<string> {
  const edition = await nextEdition(app.system, orderNo)
  if (!edition) throw new Error('nothing would be published')
  const document = await reportDocument(app.system, { ...edition, stage: 'valid', withdrawnReason: '' })
  expect(document.stamp).toBe('预览')
  expect(JSON.stringify(document)).not.toContain('/verify')
  return lastingText(document)
}

async function publishedText(orderId: number): Promise<string> {
  const [newest] = await reportsOf(app.db, orderId)
  return lastingText(await reportDocument(app.system, newest as NonNullable<typeof newest>))
}

function lastingText({ blocks }: Awaited<ReturnType<typeof reportDocument>>): string {
  const own = blocks.filter((block) => block.kind !== 'title' && block.kind !== 'signatures')
  return JSON.stringify(own).replace(/报告更正后由新版本替换[^"]*/, '')
}
