import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invoiceScene } from '../../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { issuerService } from '../../../platform/invoicing/issuer-service.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffInvoiceList } from '../list-contract.ts'
import { requestInvoice } from './provider-actions.ts'
import { invoiceApplyPaid, invoiceApplyRed } from '../contract.ts'
import {
  staffInvoiceApprove,
  staffInvoiceIssue,
  staffInvoiceRedByProvider,
  staffInvoiceRedden,
  staffInvoiceRetry,
  staffInvoiceSaveSettings,
  staffInvoiceSettings,
  staffInvoiceTakeBack,
} from '../staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
let finance: TestPerson
let double: NonNullable<NonNullable<ReturnType<typeof issuerService>>['double']>
let as: TestPerson
let titleId: number
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
  finance = scene.finance
  const found = issuerService(app.services)?.double
  if (!found) throw new Error('the demo has a double of the provider')
  double = found
  as = await scene.buyer(0)
  titleId = (await scene.title(as)).id
})
afterAll(() => app.close())
beforeEach(async () => {
  const seller = {
    sellerName: '明析科测有限公司',
    sellerTaxNo: '91110000802100433B',
    categoryCode: '3040203000000000000',
  }
  const before = await app.call(staffInvoiceSettings, {}, { as: finance })
  await app.call(staffInvoiceSaveSettings, { ...before, ...seller }, { as: finance })
  double.issueSeconds = 20
  double.quotaExhausted = false
  double.loginExpired = false
  double.broken = undefined
})

async function application(amountFen = 10_600, type: 1 | 3 = 1) {
  const { orderNo } = await scene.paid(as, amountFen)
  const { applicationNo } = await scene.apply(as, titleId, [{ orderNo, amountFen }], type)
  return applicationNo
}

/** Moves the clock step by step, so that jobs that queue the next one run too. */
async function wait(minutes: number): Promise<void> {
  await app.drain()
  for (let passed = 0; passed < minutes; passed += 10) {
    app.clock.advance({ minutes: 10 })
    await app.drain()
  }
  // Sessions end while the clock moves.
  as.token = (await openSession(app.system, 'customer', as.id)).token
  finance.token = (await openSession(app.system, 'staff', finance.id)).token
}

describe('issuing through the provider', () => {
  it('sends amounts that tie, waits for the result, keeps the file and mails it', async () => {
    const applicationNo = await application(10_601)
    await scene.approve(applicationNo, 'nuonuo')
    await app.drain()
    expect(await scene.seen(applicationNo)).toMatchObject({
      stage: 'issuing',
      requestState: 'accepted',
      atProvider: true,
    })
    const order = double.received.at(-1) as { orderNo: string; remark: string; invoiceDetail: object[] }
    expect(order).toMatchObject({
      orderNo: `${applicationNo}A1`,
      invoiceLine: 'pc',
      buyerTaxNum: '91330100799655058B',
      salerTaxNum: '91110000802100433B',
      invoiceDetail: [
        {
          goodsName: '*研发和技术服务*检测费',
          taxRate: '0.06',
          tax: '6.00',
          taxExcludedAmount: '100.01',
          taxIncludedAmount: '106.01',
        },
      ],
    })
    expect(order.remark).toMatch(/^订单：MX/)
    await wait(10)
    const issued = await scene.seen(applicationNo)
    expect(issued).toMatchObject({ stage: 'sent', fault: '', files: [{ kind: 'pdf' }] })
    expect(issued.invoiceNo).toMatch(/^\d{20}$/)
  })

  it('a lost answer is repeated with the same number, and one invoice is issued', async () => {
    const applicationNo = await application()
    const before = double.issued
    double.broken = 'answer'
    await scene.approve(applicationNo, 'nuonuo')
    await app.drain()
    expect(await scene.seen(applicationNo)).toMatchObject({ requestState: 'waiting' })
    double.broken = undefined
    await wait(20)
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'sent' })
    expect(double.issued - before).toBe(1)
  })

  it('shows finance why the provider refuses: no quota, or the session at the tax bureau ended', async () => {
    for (const [fault, text] of [
      ['quotaExhausted', '额度不足'],
      ['loginExpired', '重新登录'],
    ] as const) {
      const applicationNo = await application()
      double[fault] = true
      await scene.approve(applicationNo, 'nuonuo')
      await app.drain()
      const row = await scene.seen(applicationNo)
      expect(row).toMatchObject({ stage: 'issuing', requestState: 'failed', fault: expect.stringContaining(text) })
      double[fault] = false
      const retry = { id: row.id, version: row.version }
      const stale = { ...retry, version: row.version - 1 }
      expect((await app.refusal(staffInvoiceRetry, stale, { as: finance })).error).toBe('stageConflict')
      await app.call(staffInvoiceRetry, retry, { as: finance })
      await wait(10)
      const sent = await scene.seen(applicationNo)
      expect(sent).toMatchObject({ stage: 'sent', fault: '' })
      const late = { ...retry, version: sent.version }
      expect((await app.refusal(staffInvoiceRetry, late, { as: finance })).error).toBe('stageConflict')
    }
  })

  it('a request that failed at the tax bureau is sent again under another number, or issued by hand', async () => {
    const [again, byHand] = [await application(), await application()]
    for (const applicationNo of [again, byHand]) {
      double.failNext('购方税号有误')
      await scene.approve(applicationNo, 'nuonuo')
      await wait(10)
      expect(await scene.seen(applicationNo)).toMatchObject({ requestState: 'failed', fault: '购方税号有误' })
    }
    const row = await scene.seen(again)
    await app.call(staffInvoiceRetry, { id: row.id, version: row.version }, { as: finance })
    await wait(10)
    expect(double.received.at(-1)).toMatchObject({ orderNo: `${again}A2` })
    expect((await scene.seen(again)).stage).toBe('sent')
    const other = await scene.seen(byHand)
    const number = { invoiceNo: scene.nextNumber(), issuedOn: '2026-03-02' }
    await app.call(staffInvoiceIssue, { id: other.id, version: other.version, ...number }, { as: finance })
    expect((await scene.seen(byHand)).stage).toBe('issued')
  })

  it('a request that finds the provider switched off says so, and is sent under the same number once it is back', async () => {
    const applicationNo = await application()
    await scene.approve(applicationNo, 'nuonuo')
    const { id } = await scene.seen(applicationNo)
    const off = { ...app.system, config: { ...app.system.config, demo: false } }
    await requestInvoice(off, id)
    await app.drain()
    const failed = await scene.seen(applicationNo)
    expect(failed).toMatchObject({ stage: 'issuing', requestState: 'failed', fault: '开票平台已停用' })
    await app.call(staffInvoiceRetry, { id, version: failed.version }, { as: finance })
    await wait(10)
    expect(double.received.at(-1)).toMatchObject({ orderNo: `${applicationNo}A1` })
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'sent', fault: '' })
  })

  it('while the provider works on it, nothing else can issue or return it', async () => {
    const applicationNo = await application()
    await scene.approve(applicationNo, 'nuonuo')
    await app.drain()
    const { id, version } = await scene.seen(applicationNo)
    const number = { id, version, invoiceNo: scene.nextNumber(), issuedOn: '2026-03-02' }
    expect((await app.refusal(staffInvoiceIssue, number, { as: finance })).error).toBe('atProvider')
    const back = { id, version, reason: '客户要求' }
    expect((await app.refusal(staffInvoiceTakeBack, back, { as: finance })).error).toBe('atProvider')
    expect((await app.refusal(staffInvoiceRetry, { id, version }, { as: finance })).error).toBe('atProvider')
    await wait(10)
  })

  it('a late call back only makes the result be asked for; a forged one changes nothing', async () => {
    const applicationNo = await application()
    double.issueSeconds = 100 * 3600
    await scene.approve(applicationNo, 'nuonuo')
    await wait(90 * 60)
    expect((await scene.seen(applicationNo)).stage).toBe('issuing')
    const call = (payload: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/notify/nuonuo',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const forged = `operater=callback&content=${encodeURIComponent(JSON.stringify({ c_orderno: `${applicationNo}A1`, c_status: '2', c_fphm: '12345678901234567890' }))}`
    expect((await call(forged)).json()).toMatchObject({ status: '0000' })
    await app.drain()
    expect((await scene.seen(applicationNo)).stage).toBe('issuing')
    app.clock.advance({ hours: 11 })
    await call(forged)
    await wait(0)
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'sent', invoiceNo: expect.stringMatching(/^2632/) })
    for (const payload of ['', '%', 'c_orderno=FP99999999999A1']) expect((await call(payload)).statusCode).toBe(200)
  }, 60_000)

  it('a revoked token is fetched again', async () => {
    const applicationNo = await application()
    double.revokeToken()
    await scene.approve(applicationNo, 'nuonuo')
    await wait(10)
    expect((await scene.seen(applicationNo)).stage).toBe('sent')
  })

  it('is not offered before seller and category are set', async () => {
    const before = await app.call(staffInvoiceSettings, {}, { as: finance })
    await app.call(staffInvoiceSaveSettings, { ...before, categoryCode: '' }, { as: finance })
    const { id, version } = await scene.seen(await application())
    expect((await app.refusal(staffInvoiceApprove, { id, version, way: 'nuonuo' }, { as: finance })).error).toBe(
      'noSeller',
    )
    const ready = async (missing: object) => {
      await app.call(staffInvoiceSaveSettings, { ...before, ...missing }, { as: finance })
      return (await app.call(staffInvoiceList, {}, { as: finance })).ready
    }
    for (const missing of [{ sellerName: '' }, { sellerTaxNo: '' }, { categoryCode: '' }])
      expect([missing, await ready(missing)]).toEqual([missing, false])
    expect(await ready({})).toBe(true)
  })
})

describe('a red letter through the provider', () => {
  async function wanted(type: 1 | 3) {
    const applicationNo = await application(10_600, type)
    await scene.approve(applicationNo, 'nuonuo')
    await wait(10)
    await app.call(invoiceApplyRed, { applicationNo, reason: '03', note: '' }, { as })
    return applicationNo
  }
  async function handIn(applicationNo: string) {
    const { id, version } = await scene.seen(applicationNo)
    await app.call(staffInvoiceRedByProvider, { id, version, amountFen: 10_600 }, { as: finance })
  }
  async function asked(type: 1 | 3) {
    const applicationNo = await wanted(type)
    await handIn(applicationNo)
    return applicationNo
  }
  const left = async () => (await app.call(invoiceApplyPaid, {}, { as })).leftFen

  it('of an ordinary invoice needs nobody, and its amount can be invoiced again', async () => {
    const applicationNo = await asked(1)
    const before = await left()
    await wait(20)
    expect(await scene.seen(applicationNo)).toMatchObject({
      stage: 'reddened',
      redLetters: [{ redNo: expect.stringMatching(/^\d{20}$/), amountFen: 10_600 }],
    })
    expect((await left()) - before).toBe(10_600)
  })

  it('takes off a part of a line, then the rest, and each part is free again', async () => {
    const applicationNo = await application(10_600, 1)
    await scene.approve(applicationNo, 'nuonuo')
    await wait(10)
    const [line] = (await scene.seen(applicationNo)).lines
    const parts = [{ orderNo: line?.orderNo ?? '', amountFen: 3333 }]
    const before = await left()
    await app.call(invoiceApplyRed, { applicationNo, reason: '04', note: '', parts }, { as })
    const first = await scene.seen(applicationNo)
    const byProvider = { id: first.id, version: first.version }
    const whole = { ...byProvider, amountFen: 10_600 }
    expect((await app.refusal(staffInvoiceRedByProvider, whole, { as: finance })).error).toBe('amountDiffers')
    await app.call(staffInvoiceRedByProvider, { ...byProvider, amountFen: 3333 }, { as: finance })
    expect(await left()).toBe(before)
    await wait(20)
    expect(await scene.seen(applicationNo)).toMatchObject({
      stage: 'issued',
      reddenedFen: 3333,
      redAskedFen: 0,
      redLetters: [{ amountFen: 3333 }],
    })
    expect((await left()) - before).toBe(3333)
    expect((await app.outbox()).some(({ text }) => text.includes('已部分红冲'))).toBe(true)

    await app.call(invoiceApplyRed, { applicationNo, reason: '02', note: '' }, { as })
    const { id, version } = await scene.seen(applicationNo)
    await app.call(staffInvoiceRedByProvider, { id, version, amountFen: 7267 }, { as: finance })
    await wait(20)
    expect(await scene.seen(applicationNo)).toMatchObject({
      stage: 'reddened',
      redLetters: [{ amountFen: 3333 }, { amountFen: 7267 }],
    })
    expect((await left()) - before).toBe(10_600)
    const taxes = await app.db.one<{ sum: number }>(
      sql`select sum(tax_fen)::bigint as sum from invoice_red_letters where application_id = ${id}`,
    )
    expect(taxes.sum).toBe(600)
  })

  it('that the provider refuses comes back to finance with the reason, and can be handed in again', async () => {
    const applicationNo = await wanted(1)
    double.loginExpired = true
    await handIn(applicationNo)
    await app.drain()
    expect(await scene.seen(applicationNo)).toMatchObject({
      ...{ stage: 'reddening', atProvider: false },
      fault: expect.stringContaining('重新登录'),
    })
    double.loginExpired = false
    app.clock.advance({ seconds: 1 })
    await handIn(applicationNo)
    await wait(20)
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'reddened', fault: '' })
  })

  it('of a special invoice waits for the buyer, whose yes completes it', async () => {
    const applicationNo = await asked(3)
    await wait(60)
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'reddening', atProvider: true })
    const { id, version } = await scene.seen(applicationNo)
    const byHand = { id, version, redNo: scene.nextNumber(), redOn: '2026-03-10', amountFen: 10_600 }
    expect((await app.refusal(staffInvoiceRedden, byHand, { as: finance })).error).toBe('atProvider')
    double.buyerAnswers(true)
    await wait(150)
    expect((await scene.seen(applicationNo)).stage).toBe('reddened')
  })

  it('ends after 72 hours without an answer: the invoice stays valid, and the customer is told', async () => {
    const applicationNo = await asked(3)
    const before = await left()
    await wait(74 * 60)
    expect(await scene.seen(applicationNo)).toMatchObject({ stage: 'issued', atProvider: false })
    expect(await left()).toBe(before)
    expect((await app.outbox()).some(({ text }) => text.includes(applicationNo) && text.includes('72 小时'))).toBe(true)
  }, 60_000)
})
