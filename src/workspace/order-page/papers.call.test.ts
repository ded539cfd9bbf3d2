import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import type { PdfBlock } from '../../platform/pdf/document.ts'
import { orderPaper, staffOrderPaper } from './paper-contract.ts'
import { type Issuer, orderPaperDocument } from './paper-documents.ts'
import { type OrderPaper, papersOf } from './paper-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

const issuer: Issuer = {
  siteName: '明析科测',
  localInfo: { address: '科研路 88 号', phone: '400-000-0000', email: '', express: '' },
  bankAccount: { holder: '明析（示例）检测有限公司', bank: '', account: '' },
  labAddress: { receiver: '收样组', phone: '400-000-0000', address: '科研路 88 号', postcode: '' },
}
const draw = (paper: OrderPaper, order: OutputOf<typeof orderDetail>) =>
  orderPaperDocument(paper, order, issuer, '2026-03-02 10:00:00')
const tableOf = (blocks: PdfBlock[]) => blocks.find((block) => block.kind === 'table')

it('[X-05] an order has a quotation and a slip from the beginning, and a return note once samples go back', async () => {
  const customer = await scene.buyer(0)
  const order = await scene.testing(customer, 2)
  const { orderNo } = order
  const as = { as: customer }
  expect(papersOf(await app.call(orderDetail, { orderNo }, as))).toEqual(['quotation', 'slip', 'labels', 'agreement'])
  for (const paper of ['quotation', 'slip', 'labels', 'agreement'] as const) {
    const { url } = await app.call(orderPaper, { orderNo, paper }, as)
    const answer = await app.server.inject({ url, headers: { token: customer.token } })
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
  }
  expect(await app.refusal(orderPaper, { orderNo, paper: 'returnNote' }, as)).toMatchObject({ error: 'noSuchPaper' })
  await app.call(staffOrderPaper, { orderNo, paper: 'slip' }, { as: scene.staff.logistics })
  expect(await app.refusal(orderPaper, { orderNo, paper: 'slip' }, { as: await scene.buyer(0) })).toMatchObject({
    status: 404,
  })
})

it('the quotation sums its lines, the slip names every sample, the note the waybill', async () => {
  const customer = await scene.buyer(0)
  const { orderNo, sampleNos } = await scene.delivered(customer, 2)
  const order = await app.call(orderDetail, { orderNo }, { as: customer })
  const quotation = tableOf(draw('quotation', order).blocks)
  expect(quotation?.total?.at(-1)).toBe('¥120.00')
  expect(tableOf(draw('slip', order).blocks)?.rows.map(([no]) => no)).toEqual(sampleNos)
  const note = draw('returnNote', {
    ...order,
    samples: order.samples.map((sample) => ({
      ...sample,
      stage: 'returned' as const,
      returnCourier: '顺丰速运',
      returnWaybill: 'SF1',
    })),
  })
  expect(tableOf(note.blocks)?.rows.map((row) => row.at(-1))).toEqual(['顺丰速运 SF1', '顺丰速运 SF1'])
  for (const paper of ['slip', 'returnNote'] as const)
    expect(draw(paper, order).blocks[1]).toMatchObject({ kind: 'title', code: { text: orderNo } })
})

it('[Q-390] a quotation says which unit it is for, which company offers it, and its sum in capitals', async () => {
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.delivered(customer, 2)
  const order = await app.call(orderDetail, { orderNo }, { as: customer })
  const addressee = { company: '滨湖大学' }
  const { blocks } = orderPaperDocument('quotation', order, issuer, '2026-03-02 10:00:00', { addressee })
  const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.items : []))
  expect(facts).toEqual(
    expect.arrayContaining([
      { term: '客户单位', value: '滨湖大学' },
      { term: '联系人', value: order.contact.name },
      { term: '报价单位', value: '明析（示例）检测有限公司' },
      { term: '金额大写', value: '壹佰贰拾元整' },
    ]),
  )
})

it('[Q-390] a return note has the whole address, with province and city', async () => {
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.delivered(customer, 1)
  const order = await app.call(orderDetail, { orderNo }, { as: customer })
  const region = { province: '江苏省', city: '无锡市', area: '滨湖区', address_code: '320211' }
  const returnAddress = { name: '王建国', phone: '13800000001', ...region, address: '滨湖大道 18 号' }
  const facts = draw('returnNote', { ...order, returnAddress }).blocks.flatMap((block) =>
    block.kind === 'facts' ? block.items : [],
  )
  expect(facts[0]).toEqual({ term: '寄往', value: '王建国　13800000001　江苏省无锡市滨湖区滨湖大道 18 号' })
})

it('[X-05] the labels are one page for each sample, and the agreement is the text of the version agreed to', async () => {
  const customer = await scene.buyer(0)
  const { orderNo, sampleNos } = await scene.testing(customer, 2)
  const order = await app.call(orderDetail, { orderNo }, { as: customer })
  const { blocks, layout } = draw('labels', order)
  expect([layout, blocks.map((block) => block.kind === 'label' && block.code)]).toEqual(['labels', sampleNos])
  expect(JSON.stringify(blocks)).not.toContain(order.contact.name)
  const agreed = [
    { title: '服务协议', version: '2026-11', sections: [{ title: '一、服务', paragraphs: ['甲', '乙'] }] },
  ]
  const { blocks: text } = orderPaperDocument('agreement', order, issuer, '2026-03-02 10:00:00', { agreed })
  expect(text.slice(2)).toEqual([
    { kind: 'paragraph', text: '服务协议，2026-11 版，下单时同意。' },
    { kind: 'heading', text: '一、服务' },
    { kind: 'paragraph', text: '甲' },
    { kind: 'paragraph', text: '乙' },
  ])
})
