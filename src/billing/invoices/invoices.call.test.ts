import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceScene, PDF } from '../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink } from '../../core/files/contract.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import { userPrivacy } from '../../workspace/privacy/contract.ts'
import { messageList } from '../../workspace/notices/contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { invoicedOf, noteReturned } from '../../money/prestore/paid-actions.ts'
import { bookChecks } from './book-checks.ts'
import {
  invoiceApplyAdd,
  invoiceApplyCancel,
  invoiceApplyEdit,
  invoiceApplyInfo,
  invoiceApplyInit,
  invoiceApplyList,
  invoiceApplyPaid,
  invoiceApplyRed,
  invoiceApplyResend,
} from './contract.ts'
import {
  staffInvoiceAskRed,
  staffInvoiceAttach,
  staffInvoiceDeclineRed,
  staffInvoiceIssue,
  staffInvoiceRedden,
  staffInvoiceReject,
  staffInvoiceTakeBack,
} from './staff-contract.ts'
import { staffInvoiceList } from './list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
  finance = scene.finance
})
afterAll(() => app.close())

async function left(as: TestPerson): Promise<number> {
  return (await app.call(invoiceApplyPaid, {}, { as })).leftFen
}

describe('what can be invoiced', () => {
  it('[I-14] [Q-75] is what was paid, less what stands on live applications', async () => {
    const as = await scene.buyer(0)
    expect(await app.call(invoiceApplyPaid, {}, { as })).toMatchObject({ list: [], total: 0, leftFen: 0 })
    const { orderNo, orderId } = await scene.paid(as, 10_000)
    const { id } = await scene.title(as)
    await scene.apply(as, id, [{ orderNo, amountFen: 4000 }])
    const { list } = await app.call(invoiceApplyPaid, {}, { as })
    expect(list).toMatchObject([{ orderNo, paidFen: 10_000, invoicedFen: 4000, leftFen: 6000, wish: null }])
    expect(await invoicedOf(app.system, { orderId })).toBe(4000)
    const more = await app.refusal(invoiceApplyAdd, scene.wanted(id, [{ orderNo, amountFen: 6001 }]), { as })
    expect(more).toMatchObject({ status: 409, error: 'overInvoiced', msg: expect.stringContaining('¥60.00') })
    await scene.apply(as, id, [{ orderNo, amountFen: 6000 }])
    expect(await left(as)).toBe(0)
  })

  it('[T-40] another customer cannot invoice it, nor use another one’s title or application', async () => {
    const [as, other] = [await scene.buyer(0), await scene.buyer(0)]
    const { orderNo } = await scene.paid(as, 1000)
    const [own, foreign] = [await scene.title(other), await scene.title(as)]
    const items = [{ orderNo, amountFen: 1000 }]
    expect(await app.refusal(invoiceApplyAdd, scene.wanted(own.id, items), { as: other })).toMatchObject({
      error: 'overInvoiced',
    })
    expect(await app.refusal(invoiceApplyAdd, scene.wanted(foreign.id, items), { as: other })).toMatchObject({
      status: 404,
    })
    const { applicationNo } = await scene.apply(as, foreign.id, items)
    const foreignCalls = [
      app.refusal(invoiceApplyInfo, { applicationNo }, { as: other }),
      app.refusal(invoiceApplyCancel, { applicationNo }, { as: other }),
      app.refusal(invoiceApplyRed, { applicationNo, reason: '01', note: '' }, { as: other }),
      app.refusal(invoiceApplyResend, { applicationNo }, { as: other }),
    ]
    for (const refusal of await Promise.all(foreignCalls)) expect(refusal.status).toBe(404)
  })

  it('a month is invoiced with everything that was paid in it', async () => {
    const as = await scene.buyer(0)
    const [a, b] = [await scene.paid(as, 1000), await scene.paid(as, 2500)]
    const { id } = await scene.title(as)
    await scene.apply(as, id, [{ orderNo: a.orderNo, amountFen: 300 }])
    expect((await app.call(invoiceApplyInit, {}, { as })).months).toEqual([
      { month: '2026-03', count: 2, leftFen: 3200 },
    ])
    const input = { type: 1 as const, titleId: id, email: 'books@example.com', month: '2026-03' }
    const { applicationNo, amountFen } = await app.call(invoiceApplyAdd, input, { as })
    expect(amountFen).toBe(3200)
    expect(await app.call(invoiceApplyInfo, { applicationNo }, { as })).toMatchObject({
      lines: [
        { orderNo: a.orderNo, amountFen: 700 },
        { orderNo: b.orderNo, amountFen: 2500 },
      ],
    })
    expect(await app.refusal(invoiceApplyAdd, input, { as })).toMatchObject({ error: 'nothingLeft' })
  })
})

describe('the wish of an order', () => {
  it('is offered once the order is paid, and nothing is issued by itself', async () => {
    const as = await app.customer(1)
    const planId = await scene.plan(as)
    const invoice = { type: 1 as const, title: '苏州明析检测有限公司', taxNo: '91330100799655058B' }
    const { orderNo } = await app.call(orderAdd, { ...scene.request([planId]), invoice }, { as })
    const fund = {
      customerId: as.id,
      amountFen: 100_000,
      kind: 'test',
      businessId: orderNo,
      operation: 'fund',
      memo: '',
    }
    await creditPrestore(app.system, fund)
    const { amountFen } = await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as })
    await app.drain()
    const { list: messages } = await app.call(messageList, {}, { as })
    expect(messages).toContainEqual(
      expect.objectContaining({ title: '可以申请开票', link: `/member/invoiceLs?order=${orderNo}` }),
    )
    const { list } = await app.call(invoiceApplyPaid, { orderNo }, { as })
    expect(list).toMatchObject([{ orderNo, leftFen: amountFen, wish: { ...invoice, bank: '' } }])
    expect((await app.call(invoiceApplyList, {}, { as })).total).toBe(0)
  })
})

describe('types and titles of an application', () => {
  it('[C-06] types 0 to 4 exist, but only 1 and 3 can be applied for', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as)
    for (const type of [0, 2, 4, 5]) {
      const refused = await app.refusal(
        invoiceApplyAdd,
        { ...scene.wanted(id, [{ orderNo, amountFen: 1 }]), type },
        { as },
      )
      expect(refused.msg).toBe('请选择数电普通发票或数电专用发票')
    }
    for (const type of [1, 3] as const) await scene.apply(as, id, [{ orderNo, amountFen: 1 }], type)
  })

  it('a person gets an ordinary invoice only', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as, { title: '张三', naturalPerson: true, taxNo: '' })
    const refused = await app.refusal(invoiceApplyAdd, scene.wanted(id, [{ orderNo, amountFen: 1 }], 3), { as })
    expect(refused).toMatchObject({ error: 'personSpecial' })
    await scene.apply(as, id, [{ orderNo, amountFen: 1 }])
  })
})

describe('an application', () => {
  it('is corrected after a rejection, and its amount is free meanwhile', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as)
    const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
    const before = await scene.seen(applicationNo)
    await app.call(
      staffInvoiceReject,
      { id: before.id, version: before.version, reason: '抬头与付款方不一致' },
      { as: finance },
    )
    expect(await left(as)).toBe(1000)
    const rejected = await app.call(invoiceApplyInfo, { applicationNo }, { as })
    expect(rejected).toMatchObject({
      stage: 'rejected',
      rejectReason: '抬头与付款方不一致',
      actions: ['edit', 'cancel'],
    })
    const edit = { applicationNo, version: rejected.version, ...scene.wanted(id, [{ orderNo, amountFen: 600 }]) }
    await app.call(invoiceApplyEdit, edit, { as })
    expect(await left(as)).toBe(400)
    const again = { ...edit, version: rejected.version + 1, items: [{ orderNo, amountFen: 900 }] }
    await app.call(invoiceApplyEdit, again, { as })
    expect(await left(as)).toBe(100)
    await app.call(invoiceApplyCancel, { applicationNo }, { as })
    expect(await left(as)).toBe(1000)
  })

  it('is issued by hand, downloaded, mailed and reddened; then its amount can be invoiced again', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 10_601)
    const { id } = await scene.title(as)
    const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 10_601 }])
    const invoiceNo = await scene.issue(applicationNo)
    const issued = await app.call(invoiceApplyInfo, { applicationNo }, { as })
    expect(issued).toMatchObject({ stage: 'issued', invoiceNo, taxFen: 600, files: [{ kind: 'pdf' }] })
    const [file] = issued.files
    const { url } = await app.call(fileLink, { id: file?.id ?? 0 }, { as })
    expect((await app.server.inject({ url, headers: { token: as.token } })).body).toBe(PDF)
    const other = await scene.buyer(0)
    expect((await app.refusal(fileLink, { id: file?.id ?? 0 }, { as: other })).status).toBe(404)

    await app.drain()
    const mails = (await app.outbox()).filter(({ channel, text }) => channel === 'mail' && text.includes(invoiceNo))
    expect(mails).toMatchObject([{ to: 'books@example.com', text: expect.stringContaining('附件：invoice.pdf') }])
    expect((await app.call(invoiceApplyInfo, { applicationNo }, { as })).stage).toBe('sent')
    await app.call(invoiceApplyResend, { applicationNo }, { as })
    await app.drain()
    expect((await app.outbox()).filter(({ text }) => text.includes(invoiceNo))).toHaveLength(2)

    await app.call(invoiceApplyRed, { applicationNo, reason: '01', note: '抬头写错' }, { as })
    expect(await left(as)).toBe(0)
    const asked = await scene.seen(applicationNo)
    const chosen = { id: asked.id, version: asked.version, redNo: scene.nextNumber(), redOn: '2026-03-02' }
    const wrong = await app.refusal(staffInvoiceRedden, { ...chosen, amountFen: 10_600 }, { as: finance })
    expect(wrong.error).toBe('amountDiffers')
    await app.call(staffInvoiceRedden, { ...chosen, amountFen: 10_601 }, { as: finance })
    expect(await app.call(invoiceApplyInfo, { applicationNo }, { as })).toMatchObject({
      stage: 'reddened',
      redReason: '开票有误',
      actions: [],
    })
    expect(await left(as)).toBe(10_601)
  })

  it('[I-14] [Q-147] is reddened in part by hand: the part can be returned or invoiced again, the rest stays invoiced', async () => {
    const as = await scene.buyer(0)
    const one = await scene.paid(as, 10_000)
    const two = await scene.paid(as, 5000)
    const { id: titleId } = await scene.title(as)
    const items = [one, two].map(({ orderNo }, i) => ({ orderNo, amountFen: i === 0 ? 10_000 : 5000 }))
    const { applicationNo } = await scene.apply(as, titleId, items)
    await scene.issue(applicationNo)
    const ask = (amountFen: number, reason: '01' | '02' = '02') => ({
      ...{ applicationNo, reason, note: '' },
      parts: [{ orderNo: one.orderNo, amountFen }],
    })
    expect(await app.refusal(invoiceApplyRed, ask(10_001), { as })).toMatchObject({
      ...{ error: 'redTooMuch', fields: { 'parts.0.amountFen': '最多可红冲 ¥100.00' } },
    })
    expect(await app.refusal(invoiceApplyRed, ask(4000, '01'), { as })).toMatchObject({
      ...{ error: 'wholeOnly', fields: { parts: expect.any(String) } },
    })
    expect((await scene.seen(applicationNo)).stage).toBe('issued')
    await app.call(invoiceApplyRed, ask(4000), { as })
    const back = () =>
      app.db.tx((db) => noteReturned({ ...app.system, db }, { customerId: as.id, orderId: one.orderId }, 4000))
    await expect(back()).rejects.toThrow('请先撤销开票申请或红冲发票')

    const asked = await scene.seen(applicationNo)
    expect(asked).toMatchObject({ stage: 'reddening', redAskedFen: 4000 })
    const chosen = { id: asked.id, version: asked.version, redNo: scene.nextNumber(), redOn: '2026-03-02' }
    expect((await app.refusal(staffInvoiceRedden, { ...chosen, amountFen: 15_000 }, { as: finance })).error).toBe(
      'amountDiffers',
    )
    await app.call(staffInvoiceRedden, { ...chosen, amountFen: 4000 }, { as: finance })
    const after = await app.call(invoiceApplyInfo, { applicationNo }, { as })
    expect(after).toMatchObject({ stage: 'issued', reddenedFen: 4000, redLetters: [{ redNo: chosen.redNo }] })
    expect(await left(as)).toBe(4000)
    for (const check of bookChecks) expect((await runCheck(app.db, check, app.clock.now())).faults).toEqual([])
    await back()
    expect(await left(as)).toBe(0)

    await app.call(invoiceApplyRed, { applicationNo, reason: '03', note: '' }, { as })
    const rest = await scene.seen(applicationNo)
    const last = { id: rest.id, version: rest.version, redOn: '2026-03-02', amountFen: 11_000 }
    expect((await app.refusal(staffInvoiceRedden, { ...last, redNo: chosen.redNo }, { as: finance })).error).toBe(
      'numberTaken',
    )
    await app.call(staffInvoiceRedden, { ...last, redNo: scene.nextNumber() }, { as: finance })
    expect((await scene.seen(applicationNo)).stage).toBe('reddened')
    expect(await left(as)).toBe(11_000)
  })

  it('that finance still works on stops the closing of the account of its customer, and of nobody else', async () => {
    const [as, other] = [await scene.buyer(0), await scene.buyer(0)]
    const obstacles = async (person: TestPerson) => (await app.call(userPrivacy, {}, { as: person })).obstacles
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as)
    const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
    expect(await obstacles(as)).toContain('有开票申请正在处理')
    expect(await obstacles(other)).not.toContain('有开票申请正在处理')
    await app.call(invoiceApplyCancel, { applicationNo }, { as })
    expect(await obstacles(as)).not.toContain('有开票申请正在处理')
  })

  it('keeps its number when finance declines the red letter', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as)
    const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
    const invoiceNo = await scene.issue(applicationNo)
    const before = await scene.seen(applicationNo)
    await app.call(
      staffInvoiceAskRed,
      { id: before.id, version: before.version, reason: '02', note: '客户退款' },
      { as: finance },
    )
    const { version } = await scene.seen(applicationNo)
    await app.call(staffInvoiceDeclineRed, { id: before.id, version, reason: '发票已抵扣' }, { as: finance })
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'issued', invoiceNo })
    expect(await left(as)).toBe(0)
  })

  it('is taken back to review, and a number belongs to one invoice', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 1000)
    const { id } = await scene.title(as)
    const [a, b] = [
      await scene.apply(as, id, [{ orderNo, amountFen: 1 }]),
      await scene.apply(as, id, [{ orderNo, amountFen: 2 }]),
    ]
    const invoiceNo = await scene.issue(a.applicationNo, { withFile: false })
    await scene.approve(b.applicationNo)
    const row = await scene.seen(b.applicationNo)
    const number = { id: row.id, version: row.version, invoiceNo, issuedOn: '2026-03-02' }
    const refused = (input: typeof number) => app.refusal(staffInvoiceIssue, input, { as: finance })
    expect((await refused(number)).fields).toEqual({ invoiceNo: '该发票号码已登记在其他申请上，请核对' })
    expect((await refused({ ...number, issuedOn: '2026-03-03' })).fields).toEqual({ issuedOn: '开票日期不能晚于今天' })
    const xml = await scene.upload('<x/>', 'a.xml')
    const wrongFile = { ...number, invoiceNo: scene.nextNumber(), pdfFileId: xml }
    expect((await app.refusal(staffInvoiceIssue, wrongFile, { as: finance })).error).toBe('notPdf')
    await app.call(
      staffInvoiceTakeBack,
      { id: row.id, version: row.version, reason: '客户要求改抬头' },
      { as: finance },
    )
    expect((await scene.seen(b.applicationNo)).stage).toBe('pending')
    // An invoice without a file is mailed once its file is added.
    const issued = await scene.seen(a.applicationNo)
    await app.call(
      staffInvoiceAttach,
      { id: issued.id, pdfFileId: await scene.upload(), xmlFileId: xml },
      { as: finance },
    )
    await app.drain()
    expect(await scene.seen(a.applicationNo)).toMatchObject({
      stage: 'sent',
      files: [{ kind: 'xml' }, { kind: 'pdf' }],
    })
  })
})

describe('a refund of an invoiced payment', () => {
  it('[I-14] needs a red letter first', async () => {
    const as = await app.customer(1)
    const { orderNo } = await scene.paid(as, 5000, 'prepaid')
    const { id } = await scene.title(as)
    const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 5000 }])
    const cancel = { orderNo, version: 1, reason: '不做了' }
    const refused = await app.refusal(orderCancel, cancel, { as })
    expect(refused).toMatchObject({ status: 409, error: 'invoicedFirst', msg: expect.stringContaining('¥50.00') })
    await app.call(invoiceApplyCancel, { applicationNo }, { as })
    await app.call(orderCancel, cancel, { as })
    expect(await left(as)).toBe(0)
  })
})

describe('the list of finance', () => {
  it('filters by stage, type and words, and sums what it finds', async () => {
    const as = await scene.buyer(0)
    const { orderNo } = await scene.paid(as, 9000)
    const { id } = await scene.title(as, { title: '过滤测试有限公司' })
    await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
    const b = await scene.apply(as, id, [{ orderNo, amountFen: 2000 }], 3)
    await scene.approve(b.applicationNo)
    const found = (more: object) =>
      app.call(staffInvoiceList, { tab: 'all', kw: '过滤测试', ...more } as never, { as: finance })
    expect(await found({})).toMatchObject({
      total: 2,
      sums: { amount: 3000, tax: 113 },
      counts: { pending: 1, issuing: 1, sent: 0, all: 2 },
    })
    expect(await found({ filters: { type: ['3'] } })).toMatchObject({ total: 1, sums: { amount: 2000 } })
    expect((await found({ tab: 'pending' })).sums.amount).toBe(1000)
    expect((await found({ filters: { created: { from: '2026-03-03' } } })).total).toBe(0)
    expect((await app.call(invoiceApplyList, { stage: 'issuing' }, { as })).list).toMatchObject([
      { applicationNo: b.applicationNo },
    ])
  })
})
