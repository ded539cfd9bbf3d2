import { invoiceAdd } from '../../../lab/orders/invoicing/title-contract.ts'
import { prepayFromBalance } from '../../../money/prestore/advance-actions.ts'
import { creditPrestore } from '../../../money/prestore/actions.ts'
import { noteSettled } from '../../../money/prestore/paid-actions.ts'
import { invoiceApplyAdd } from '../../../billing/invoices/contract.ts'
import { staffInvoiceApprove, staffInvoiceIssue } from '../../../billing/invoices/staff-contract.ts'
import { staffInvoiceList } from '../../../billing/invoices/list-contract.ts'
import { staffFileUpload } from '../../../core/files/contract.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderScene } from './order-scene.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Orders that are paid, titles, and the steps of an application, for tests of invoices. */
export async function invoiceScene(app: TestApp) {
  const scene = await orderScene(app)
  const finance = await app.staff('finance')
  let numbers = 0

  /** An order of which `paidFen` is paid: prepaid, or through a settlement for customers on credit. */
  async function paid(as: TestPerson, paidFen: number, way: 'prepaid' | 'settled' = 'settled') {
    const { orderNo } = await scene.order(as)
    const { id: orderId } = await orderForMoney(app.system, orderNo)
    if (way === 'settled') await noteSettled(app.system, { customerId: as.id, orderId }, paidFen)
    else {
      const fund = {
        customerId: as.id,
        amountFen: paidFen,
        kind: 'test',
        businessId: orderNo,
        operation: 'fund',
        memo: '',
      }
      await creditPrestore(app.system, fund)
      await prepayFromBalance(app.system, { customerId: as.id, orderId, orderNo, amountFen: paidFen })
    }
    return { orderNo, orderId }
  }

  function title(as: TestPerson, change: Record<string, unknown> = {}) {
    const input = { title: '苏州明析检测有限公司', taxNo: '91330100799655058B', ...change }
    return app.call(invoiceAdd, input, { as })
  }

  function wanted(titleId: number, items: { orderNo: string; amountFen: number }[], type: 1 | 3 = 1) {
    return { type, titleId, email: 'books@example.com', remark: '', items }
  }

  function apply(as: TestPerson, titleId: number, items: { orderNo: string; amountFen: number }[], type: 1 | 3 = 1) {
    return app.call(invoiceApplyAdd, wanted(titleId, items, type), { as })
  }

  /** The application as finance sees it. */
  async function seen(applicationNo: string) {
    const { list } = await app.call(staffInvoiceList, { tab: 'all', kw: applicationNo }, { as: finance })
    const [row] = list
    if (!row) throw new Error(`no application ${applicationNo}`)
    return row
  }

  function nextNumber(): string {
    numbers += 1
    return `2699${String(numbers).padStart(16, '0')}`
  }

  async function upload(content: string | Buffer = PDF, name = 'invoice.pdf') {
    return (await app.call(staffFileUpload, { purpose: 'invoice' }, { as: finance, file: { name, content } })).id
  }

  async function approve(applicationNo: string, way: 'manual' | 'nuonuo' = 'manual') {
    const { id, version } = await seen(applicationNo)
    await app.call(staffInvoiceApprove, { id, version, way }, { as: finance })
  }

  /** Approves and registers a number with its PDF. */
  async function issue(applicationNo: string, { withFile = true } = {}) {
    await approve(applicationNo)
    const { id, version } = await seen(applicationNo)
    const invoiceNo = nextNumber()
    const pdfFileId = withFile ? await upload() : null
    await app.call(staffInvoiceIssue, { id, version, invoiceNo, issuedOn: '2026-03-02', pdfFileId }, { as: finance })
    return invoiceNo
  }

  return { ...scene, finance, paid, title, wanted, apply, seen, nextNumber, upload, approve, issue }
}
