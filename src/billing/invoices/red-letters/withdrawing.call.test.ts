import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceScene } from '../../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invoiceApplyInfo, invoiceApplyRed, invoiceApplyWithdrawRed } from '../contract.ts'
import { staffInvoiceAskRed } from '../staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
  finance = await app.staff('finance')
})
afterAll(() => app.close())

/** An issued invoice over ¥10. */
async function invoiced() {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.paid(as, 1000)
  const { id } = await scene.title(as)
  const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
  const invoiceNo = await scene.issue(applicationNo)
  return {
    ...{ as, applicationNo, invoiceNo },
    read: () => app.call(invoiceApplyInfo, { applicationNo }, { as }),
    ask: (note: string) => app.call(invoiceApplyRed, { applicationNo, reason: '02', note }, { as }),
    withdraw: () => app.call(invoiceApplyWithdrawRed, { applicationNo }, { as }),
    refusal: async (by: TestPerson = as) =>
      (await app.refusal(invoiceApplyWithdrawRed, { applicationNo }, { as: by })).error,
  }
}

describe('[Q-161] a request for a red letter', () => {
  it('is withdrawn by the customer who made it, and the invoice stays valid', async () => {
    const one = await invoiced()
    expect((await one.read()).actions).toEqual(['requestRed', 'resend'])
    await one.ask('点错了')
    expect((await one.read()).actions).toEqual(['withdrawRed'])
    expect(await one.refusal(await scene.buyer(0))).toBe('notFound')
    await one.withdraw()
    const { invoiceNo } = one
    expect(await one.read()).toMatchObject({
      ...{ stage: 'issued', invoiceNo, redAskedFen: 0, actions: ['requestRed', 'resend'] },
    })
    expect(await one.refusal()).toBe('stageConflict')
  })

  it('cannot be withdrawn while the provider has it', async () => {
    const one = await invoiced()
    await one.ask('')
    const setBill = (bill: string) =>
      app.db.run(sql`update invoice_applications set red_bill = ${bill} where application_no = ${one.applicationNo}`)
    await setBill('FP-H1')
    expect((await one.read()).actions).toEqual([])
    expect(await one.refusal()).toBe('stageConflict')
    await setBill('')
    await one.withdraw()
  })

  it('of finance cannot be withdrawn by the customer', async () => {
    const one = await invoiced()
    const { id, version } = await scene.seen(one.applicationNo)
    await app.call(staffInvoiceAskRed, { id, version, reason: '02', note: '客户退款' }, { as: finance })
    expect((await one.read()).actions).toEqual([])
    expect(await one.refusal()).toBe('stageConflict')
  })
})
