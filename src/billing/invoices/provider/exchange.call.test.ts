import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceScene } from '../../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { readCells } from '../../../platform/contract/sheet-rows.ts'
import { staffInvoiceExport, staffInvoiceImport } from '../staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
  finance = scene.finance
})
afterAll(() => app.close())

async function approved(as: TestPerson, titleId: number, amountFen: number): Promise<string> {
  const { orderNo } = await scene.paid(as, amountFen)
  const { applicationNo } = await scene.apply(as, titleId, [{ orderNo, amountFen }])
  await scene.approve(applicationNo)
  return applicationNo
}

describe('exchange with the tax bureau’s tool', () => {
  it('[T-53] exports what the filter finds, with every formula neutralised', async () => {
    const as = await scene.buyer(0)
    const { id } = await scene.title(as, { title: '=HYPERLINK("http://x") 科技' })
    const applicationNo = await approved(as, id, 10_600)
    const csv = await app.call(staffInvoiceExport, { tab: 'all', kw: applicationNo, format: 'csv' }, { as: finance })
    expect(csv.count).toBe(1)
    const answer = await app.server.inject({ url: csv.url, headers: { token: finance.token } })
    expect(answer.headers['content-disposition']).toContain('.csv')
    expect(answer.body).toContain(`"'=HYPERLINK(""http://x"") 科技"`)
    const [head = [], row = []] = readCells(answer.body)
    const cell = (name: string) => row[head.indexOf(name)]
    expect([cell('发票流水号'), cell('金额'), cell('税率'), cell('税额')]).toEqual([applicationNo, '106', '0.06', '6'])
    const xlsx = await app.call(staffInvoiceExport, { tab: 'issuing', format: 'xlsx' }, { as: finance })
    const bytes = (await app.server.inject({ url: xlsx.url, headers: { token: finance.token } })).rawPayload
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const nothing = { tab: 'all', kw: '没有这样的申请', format: 'csv' }
    expect((await app.refusal(staffInvoiceExport, nothing, { as: finance })).error).toBe('nothingToExport')
  })

  it('exports several applications with the lines of each beside it', async () => {
    const as = await scene.buyer(0)
    const { id } = await scene.title(as, { title: '多张开票有限公司' })
    const numbers = [await approved(as, id, 10_600), await approved(as, id, 21_200)]
    const filter = { tab: 'all' as const, kw: '多张开票', format: 'csv' as const }
    const { url } = await app.call(staffInvoiceExport, filter, { as: finance })
    const answer = await app.server.inject({ url, headers: { token: finance.token } })
    const [head = [], ...rows] = readCells(answer.body)
    const [no, amount] = [head.indexOf('发票流水号'), head.indexOf('金额')]
    expect(rows.map((cells) => [cells[no], cells[amount]]).toSorted()).toEqual(
      [
        [numbers[0], '106'],
        [numbers[1], '212'],
      ].toSorted(),
    )
  })

  it('imports numbers by application and lists every row that is wrong', async () => {
    const as = await scene.buyer(0)
    const { id } = await scene.title(as)
    const [a, b] = [await approved(as, id, 1000), await approved(as, id, 2000)]
    const { orderNo } = await scene.paid(as, 500)
    const waiting = await scene.apply(as, id, [{ orderNo, amountFen: 500 }])
    const [first, second] = [scene.nextNumber(), scene.nextNumber()]
    const text = [
      '申请单号\t发票号码\t开票日期\t备注',
      `${a}\t${first}\t2026-03-02\t好`,
      `${b}\t${first}\t2026-03-02`,
      `${b}\t123\t2026-03-02`,
      `${b}\t${second}\t三月二日`,
      `${b}\t${second}\t2026-03-09`,
      `FP00000000000\t${second}\t2026-03-02`,
      `${waiting.applicationNo}\t${second}\t2026-03-02`,
      `${b}\t${second}\t2026/03/02`,
    ].join('\n')
    const result = await app.call(staffInvoiceImport, { text }, { as: finance })
    expect(result.issued).toBe(2)
    expect(result.faults.map(({ row, reason }) => [row, reason])).toEqual([
      [3, '该发票号码已登记在其他申请上，请核对'],
      [4, '发票号码应为 20 位数字'],
      [5, '开票日期应写成 2026-03-02 的形式'],
      [6, '开票日期不能晚于今天'],
      [7, '没有这个申请单号'],
      [8, '该申请不在“开票中”'],
    ])
    expect(await scene.seen(b)).toMatchObject({ stage: 'issued', invoiceNo: second, issuedOn: '2026-03-02' })
    expect((await app.refusal(staffInvoiceImport, { text: '号码\n1' }, { as: finance })).msg).toContain(
      '第一行应有列名',
    )
  })
})
