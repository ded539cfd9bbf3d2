import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceScene } from '../../app/testing/scenes/invoice-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { invoiceAdd, invoiceDefault, invoiceList } from '../../lab/orders/invoicing/title-contract.ts'
import { noteReturned } from '../../money/prestore/paid-actions.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  invoiceApplyAdd,
  invoiceApplyCancel,
  invoiceApplyEdit,
  invoiceApplyInfo,
  invoiceApplyPaid,
  invoiceApplyRed,
} from './contract.ts'
import { staffInvoiceRedden, staffInvoiceReject } from './staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof invoiceScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await invoiceScene(app)
})
afterAll(() => app.close())

const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const statuses = (answers: { status: number; body: { code: number } }[]) =>
  new Set(answers.filter((answer) => answer.body.code === 0).map((answer) => answer.status))

/** The live applications of a customer never exceed what was paid, and the kept amounts agree with them. */
async function expectConsistent(as: TestPerson): Promise<void> {
  const rows = await app.db.rows(sql`
    select p.order_id from paid_orders p
    where p.customer_id = ${as.id} and (p.invoiced_fen > p.prepaid_fen + p.settled_fen or p.invoiced_fen <> coalesce((
      select sum(l.amount_fen - l.reddened_fen) from invoice_lines l join invoice_applications a on a.id = l.application_id
      where l.order_id = p.order_id and a.customer_id = p.customer_id
        and a.stage in ('pending', 'issuing', 'issued', 'sent', 'reddening')), 0))`)
  expect(rows).toEqual([])
}

describe('applications under races', () => {
  it('[T-43] [I-14] of 32 parallel applications for the whole amount one is accepted', async () => {
    for (let round = 0; round < 3; round++) {
      const as = await scene.buyer(0)
      const { orderNo } = await scene.paid(as, 10_000)
      const { id } = await scene.title(as)
      const input = scene.wanted(id, [{ orderNo, amountFen: 10_000 }])
      const answers = await Promise.all(Array.from({ length: 32 }, () => app.send(invoiceApplyAdd, input, { as })))
      expect(succeeded(answers)).toBe(1)
      expect(statuses(answers)).toEqual(new Set([409]))
      await expectConsistent(as)
    }
  })

  it('[T-43] parallel parts never exceed what was paid, over several orders in any order', async () => {
    const as = await scene.buyer(0)
    const orders = [await scene.paid(as, 1000), await scene.paid(as, 1000), await scene.paid(as, 1000)]
    const { id } = await scene.title(as)
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => {
        const turned = i % 2 === 0 ? orders : orders.toReversed()
        const items = turned.map(({ orderNo }) => ({ orderNo, amountFen: 300 }))
        return app.send(invoiceApplyAdd, scene.wanted(id, items), { as })
      }),
    )
    expect(succeeded(answers)).toBe(3)
    expect((await app.call(invoiceApplyPaid, {}, { as })).leftFen).toBe(300)
    await expectConsistent(as)
  })

  it('edits, cancellations and rejections at once leave amounts that agree, without a deadlock', async () => {
    const as = await scene.buyer(0)
    const orders = [await scene.paid(as, 1000), await scene.paid(as, 1000)]
    const { id } = await scene.title(as)
    const applications = []
    for (let i = 0; i < 8; i++) {
      const { applicationNo } = await scene.apply(as, id, [{ orderNo: orders[i % 2]?.orderNo ?? '', amountFen: 100 }])
      applications.push(await scene.seen(applicationNo))
    }
    const answers = await Promise.all(
      applications.flatMap((row, i) => {
        const items = (i % 2 === 0 ? orders : orders.toReversed()).map(({ orderNo }) => ({ orderNo, amountFen: 150 }))
        const { applicationNo, version } = row
        return [
          app.send(invoiceApplyEdit, { applicationNo, version, ...scene.wanted(id, items) }, { as }),
          app.send(invoiceApplyCancel, { applicationNo }, { as }),
          app.send(staffInvoiceReject, { id: row.id, version, reason: '不符' }, { as: scene.finance }),
        ]
      }),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await expectConsistent(as)
  })

  it('[I-14] of invoicing and refunding a prepayment at once, one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const as = await app.customer(1)
      const { orderNo } = await scene.paid(as, 5000, 'prepaid')
      const { id } = await scene.title(as)
      const [applied, cancelled] = await Promise.all([
        app.send(invoiceApplyAdd, scene.wanted(id, [{ orderNo, amountFen: 5000 }]), { as }),
        app.send(orderCancel, { orderNo, version: 1, reason: '不做了' }, { as }),
      ])
      expect(applied.body.code + cancelled.body.code).toBe(1)
      await expectConsistent(as)
    }
  })

  it('[I-14] of red letters over parts of one invoice at once one is made, and its part is released once', async () => {
    const finance = await app.staff('finance')
    for (let round = 0; round < 3; round++) {
      const as = await scene.buyer(0)
      const { orderNo, orderId } = await scene.paid(as, 10_000)
      const { id: titleId } = await scene.title(as)
      const { applicationNo } = await scene.apply(as, titleId, [{ orderNo, amountFen: 10_000 }])
      await scene.issue(applicationNo, { withFile: false })
      const parts = [{ orderNo, amountFen: 4000 }]
      const ask = { applicationNo, reason: '02' as const, note: '', parts }
      const asked = await Promise.all(Array.from({ length: 8 }, () => app.send(invoiceApplyRed, ask, { as })))
      expect(succeeded(asked)).toBe(1)
      const { id, version } = await scene.seen(applicationNo)
      const red = () =>
        app.send(
          staffInvoiceRedden,
          { id, version, redNo: scene.nextNumber(), redOn: '2026-03-02', amountFen: 4000 },
          { as: finance },
        )
      const back = (fen: number) =>
        app.db
          .tx((db) => noteReturned({ ...app.system, db }, { customerId: as.id, orderId }, fen))
          .then(
            () => true,
            () => false,
          )
      const [reddened] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, red)),
        ...Array.from({ length: 4 }, () => back(2500)),
      ])
      expect(succeeded(reddened)).toBe(1)
      await expectConsistent(as)
      expect(await back(4001)).toBe(false)
    }
  })

  it('one default title remains when ten are added at once', async () => {
    const as = await app.customer(1)
    const title = { title: '苏州明析检测有限公司', taxNo: '91330100799655058B', default: true }
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.send(invoiceAdd, title, { as })))
    expect(succeeded(answers)).toBe(10)
    const { list } = await app.call(invoiceList, {}, { as })
    expect(list.filter((each) => each.default)).toHaveLength(1)
  })

  it('an application that is rejected and cancelled at once gives its amount back once', async () => {
    for (let round = 0; round < 5; round++) {
      const as = await scene.buyer(0)
      const { orderNo } = await scene.paid(as, 1000)
      const { id } = await scene.title(as)
      const { applicationNo } = await scene.apply(as, id, [{ orderNo, amountFen: 1000 }])
      const row = await scene.seen(applicationNo)
      await Promise.all([
        app.send(invoiceApplyCancel, { applicationNo }, { as }),
        app.send(staffInvoiceReject, { id: row.id, version: row.version, reason: '不符' }, { as: scene.finance }),
      ])
      expect(['cancelled', 'rejected']).toContain((await app.call(invoiceApplyInfo, { applicationNo }, { as })).stage)
      expect((await app.call(invoiceApplyPaid, {}, { as })).leftFen).toBe(1000)
      await expectConsistent(as)
    }
  })

  it('of several titles that are made the default at once, each answer is given and one remains', async () => {
    const as = await scene.buyer(0)
    const titles = []
    for (let i = 0; i < 6; i++) titles.push(await scene.title(as, { title: `苏州第${i}公司` }))
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(titles.map(({ id }) => app.send(invoiceDefault, { id }, { as })))
      expect(succeeded(answers)).toBe(titles.length)
      const { list } = await app.call(invoiceList, {}, { as })
      expect(list.filter((title) => title.default)).toHaveLength(1)
    }
  })

  it('[I-14] of parallel applications for one month the first takes it all, and the others find nothing left', async () => {
    const as = await scene.buyer(0)
    for (const paidFen of [1000, 2500]) await scene.paid(as, paidFen)
    const { id } = await scene.title(as)
    const { items: _, ...month } = { ...scene.wanted(id, []), month: '2026-03' }
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.send(invoiceApplyAdd, month, { as })))
    expect(succeeded(answers)).toBe(1)
    const refused = answers.filter(({ body }) => body.code === 0).map(({ body }) => body.error)
    expect(new Set(refused)).toEqual(new Set(['nothingLeft']))
    await expectConsistent(as)
  })
})
