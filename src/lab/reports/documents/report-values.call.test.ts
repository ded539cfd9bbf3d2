import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { keepGenerated } from '../../../core/files/actions.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { plainTemplate, usualTemplates } from '../../../core/settings/report-template-rules.ts'
import { sql } from '../../../platform/db/sql.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import { orderConfirm } from '../../orders/contract.ts'
import { staffOrderStartCorrection } from '../../orders/staff/staff-contract.ts'
import { orderTestRecord, reportList, reportVerify, staffReportDetail } from '../contract.ts'
import { staffReportRecord } from '../results/record-contract.ts'
import { reportDocument } from './document-actions.ts'
import { reportsOf } from '../store.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
}, 120_000)
afterAll(() => app.close())

const value = (sampleNo: string, text: string, rest: object = {}) => ({
  sampleNo,
  name: '晶粒尺寸',
  value: text,
  unit: 'nm',
  uncertainty: '',
  remark: '',
  ...rest,
})
const pattern = Array.from({ length: 600 }, (_, i) => {
  const at = 20 + i * 0.1
  const peak = [31.8, 34.4, 36.3, 47.5, 56.6].reduce((sum, p) => sum + 900 * Math.exp(-((at - p) ** 2) / 0.05), 0)
  return `${at.toFixed(1)} ${(60 + peak + ((i * 37) % 17)).toFixed(0)}`
}).join('\n')
/** A picture of one grey pixel. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

describe('values of a report', () => {
  it('are entered with the record, belong to its samples, and are delivered with it', async () => {
    const order = await scene.testing(customer, 2)
    const [first = '', second = ''] = order.sampleNos
    const other = await scene.testing(await scene.buyer(0))
    const sent = { orderNo: order.orderNo, lineId: order.lineId, instrument: 'D8', conditions: 'Cu' }
    const at = { startedAt: '2026-01-01 08:00' }
    const refusal = (measured: object[]) =>
      app.refusal(staffReportRecord, { ...sent, ...at, measured } as never, {
        as: scene.staff.lab,
        idempotencyKey: randomUUID(),
      })
    expect(await refusal([value(other.sampleNos[0] ?? '', '5')])).toMatchObject({ error: 'unknownSample' })
    expect(await refusal([value(first, '5'), value(first, '6')])).toMatchObject({
      ...{ error: 'valueTwice', fields: { 'measured.1.name': '同一样品的同一结果项填写了两次' } },
    })
    expect(await refusal([value(first, '')])).toMatchObject({ error: 'invalid' })
    expect(await refusal(Array.from({ length: 501 }, (_, i) => value(first, '1', { name: `n${i}` })))).toMatchObject({
      error: 'invalid',
    })
    const measured = [value(first, '12.4', { uncertainty: '0.3（k=2）' }), value(second, '<0.01')]
    await scene.record(order, { measured })
    const { templates } = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: scene.staff.lab })
    expect(templates).toMatchObject([{ lineId: order.lineId, values: ['物相', '晶粒尺寸（nm）'] }])
    for (const sampleNo of order.sampleNos) await scene.upload(order, `${sampleNo}.xy`, pattern)
    const before = await app.call(orderTestRecord, { orderNo: order.orderNo }, { as: customer })
    expect(before.records).toEqual([])
    await scene.verify(order)
    const { records } = await app.call(reportList, { orderNo: order.orderNo }, { as: customer })
    expect(records[0]?.measured).toEqual(measured)
  })

  it('[Q-49] full-width digits, letters and signs are kept as half-width ones; superscripts and Chinese punctuation stay', async () => {
    const order = await scene.testing(customer, 2)
    const [first = '', second = ''] = order.sampleNos
    await scene.record(order, {
      measured: [
        value(first, '３５６.２', { unit: 'ｍ²/ｇ', uncertainty: '０．３（ｋ＝2）' }),
        value(second, '＜1.2×10⁻³', { unit: '％' }),
      ],
    })
    const { records } = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: scene.staff.lab })
    expect(records[0]?.measured).toEqual([
      value(first, '356.2', { unit: 'm²/g', uncertainty: '0.3（k=2）' }),
      value(second, '<1.2×10⁻³', { unit: '%' }),
    ])
    const twice = [value(first, '1', { name: 'Fe' }), value(first, '2', { name: 'Ｆｅ' })]
    const again = scene.record(order, { measured: twice })
    await expect(again).rejects.toThrow('同一样品的同一结果项填写了两次')
  })
})

describe('a report by the template of its method', () => {
  it('prints standard, values, uncertainty, figure, photos and signatures, and later editions what they change', async () => {
    const terms = { labName: '明析检测中心', signatory: '周建华', templates: usualTemplates }
    await changeSetting(app.system, 'reportTerms', terms)
    const order = await scene.testing(customer, 2)
    const [first = '', second = ''] = order.sampleNos
    await photographed(order.id, first)
    await scene.record(order, {
      measured: [value(first, '12.4', { uncertainty: '0.3（k=2）' }), value(second, '30.1')],
    })
    for (const sampleNo of order.sampleNos) await scene.upload(order, `${sampleNo}.xy`, pattern)
    await scene.verify(order)
    const [report] = await reportsOf(app.db, order.id)
    const document = await reportDocument(app.system, report as NonNullable<typeof report>)
    expect(document.blocks[0]).toMatchObject({ kind: 'letterhead', name: '明析检测中心' })
    expect(JSON.stringify(document)).toContain('JY/T 0587—2020')
    expect(document.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))).toContainEqual([
      expect.stringContaining(first),
      '晶粒尺寸',
      '12.4',
      'nm',
      '0.3（k=2）',
    ])
    expect(document.blocks.filter(({ kind }) => kind === 'plot')).toHaveLength(2)
    expect(document.blocks.find(({ kind }) => kind === 'pictures')).toMatchObject({ items: [{ bytes: photo }] })
    expect(document.blocks.at(-1)).toMatchObject({
      kind: 'signatures',
      people: [{ role: '检测人' }, { role: '审核人' }, { role: '授权签字人', name: '周建华' }],
    })
    const pdf = await renderPdf(document)
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    if (process.env.REPORT_PDF) writeFileSync(process.env.REPORT_PDF, pdf)

    // What the first edition prints does not follow the setting.
    await changeSetting(app.system, 'reportTerms', {
      ...terms,
      signatory: '',
      templates: [{ ...plainTemplate, words: ['XRD'], figure: 'none', uncertainty: false, conditions: false }],
    })
    const again = await reportDocument(app.system, report as NonNullable<typeof report>)
    expect(again).toEqual(document)

    await app.call(
      staffOrderStartCorrection,
      { orderNo: order.orderNo, reason: '晶粒尺寸换算有误' },
      { as: scene.staff.manager },
    )
    await scene.record(order, { measured: [value(first, '14.2'), value(second, '30.1')] })
    await scene.verify(order)
    await app.drain()
    const { reports } = await app.call(reportList, { orderNo: order.orderNo }, { as: customer })
    expect(reports[0]?.changeNote).toBe(
      `更正原因：晶粒尺寸换算有误。数值：${first} 晶粒尺寸 由 12.4 nm 0.3（k=2） 改为 14.2 nm`,
    )
    const replaced = await app.call(reportVerify, { code: reports[1]?.code ?? '' }, {})
    expect(replaced).toMatchObject({ state: 'replaced', changeNote: '', current: { edition: 2 } })
    const current = await app.call(reportVerify, { code: reports[0]?.code ?? '' }, {})
    expect(current).toMatchObject({ state: 'valid', current: null, changeNote: reports[0]?.changeNote })
    const [newest] = await reportsOf(app.db, order.id)
    const second2 = await reportDocument(app.system, newest as NonNullable<typeof newest>)
    expect(second2.blocks.filter(({ kind }) => kind === 'plot')).toEqual([])
    expect(JSON.stringify(second2)).toContain('与上一版的变化')
    expect(JSON.stringify(second2)).not.toContain('0.3（k=2）"')
    await app.call(orderConfirm, { orderNo: order.orderNo }, { as: customer })
  })
})

/** Notes a photo on a sample, as intake does. */
async function photographed(orderId: number, sampleNo: string): Promise<void> {
  const file = await keepGenerated(app.system, {
    name: `${createHash('sha256').update(sampleNo).digest('hex').slice(0, 8)}.png`,
    mime: 'image/png',
    bytes: photo,
    purpose: 'photo',
    customerId: null,
    attachedTo: `order:${orderId}`,
  })
  await app.db.run(sql`update samples set photo_file_id = ${file.id} where sample_no = ${sampleNo}`)
}
