import { staffInvoiceList } from '../../../src/billing/invoices/list-contract.ts'
import { invoiceApplyAdd, invoiceApplyPaid } from '../../../src/billing/invoices/contract.ts'
import { staffInvoiceApprove, staffInvoiceIssue } from '../../../src/billing/invoices/staff-contract.ts'
import { staffFinalAmounts } from '../../../src/billing/settlements/amount-list-contract.ts'
import { staffConfirmAmount } from '../../../src/billing/settlements/contract.ts'
import { staffFileUpload } from '../../../src/core/files/contract.ts'
import { invoiceAdd, invoiceList } from '../../../src/lab/orders/invoicing/title-contract.ts'
import { staffExchangeCancel, staffExchangeShip } from '../../../src/money/points/staff-contract.ts'
import { staffExchangeList } from '../../../src/money/points/list-contract.ts'
import { staffPaymentList } from '../../../src/money/payments/list-contract.ts'
import { bankImport, transferConfirmMatch, transferMatch } from '../../../src/money/prestore/contract.ts'
import { bankList, staffTransferList } from '../../../src/money/prestore/list-contract.ts'
import { staffRefundConfirm, staffRefundToChannel } from '../../../src/money/refunds/contract.ts'
import { staffRefundList } from '../../../src/money/refunds/list-contract.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawPay,
} from '../../../src/money/withdrawals/contract.ts'
import { staffWithdrawList } from '../../../src/money/withdrawals/list-contract.ts'
import { shanghaiDate, shanghaiTime } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'

export const finance: StepKind[] = [
  { name: 'finance reads the bank', weight: 4, act: bank },
  { name: 'finance confirms amounts', weight: 2, act: confirmAmounts },
  { name: 'finance gives money back', weight: 1, act: refund },
  { name: 'finance pays withdrawals', weight: 2, act: withdrawals },
  { name: 'customers ask for invoices', weight: 2, act: askInvoice },
  { name: 'finance issues invoices', weight: 2, act: invoices },
  { name: 'gifts are sent', weight: 1, act: gifts },
]
const reason = '模拟财务的理由'

/** New rows of the bank, then one claim is matched with a row of its amount. */
async function bank(scene: Scene): Promise<void> {
  const { bankRows } = scene.world.outside
  const rows = bankRows.map(
    ({ serial, amountFen, payer, memo, at }) =>
      `${serial}\t${shanghaiTime(at).slice(0, 16)}\t${amountFen / 100}\t${payer}\t\t${memo || '测试费'}`,
  )
  if (rows.length > 0 && (await scene.staff('finance', bankImport, { text: rows.join('\n') })))
    // The bank's list is often exported with rows that were imported before.
    if (scene.random.chance(0.8)) bankRows.length = 0
  const claims = (await scene.staff('finance', staffTransferList, { tab: 'pending', size: 50 }))?.list ?? []
  const claim = scene.one(claims.filter(({ id }) => scene.world.model.claims.has(id)))
  const lines = (await scene.staff('finance', bankList, { tab: 'open', size: 50 }))?.list ?? []
  const line = claim && scene.one(lines.filter(({ amountFen }) => amountFen === claim.amountFen))
  if (!line) return
  const match = {
    claimId: claim.id,
    bankLineId: line.id,
    version: claim.version,
    overrideReason: '户名一致，已电话核实',
  }
  const answer = await scene.staff('finance', transferMatch, match, { bankRowFen: line.amountFen })
  if (answer?.stage !== 'checking') return
  const confirm = { claimId: claim.id, version: claim.version + 1 }
  await scene.staff('finance2', transferConfirmMatch, confirm, { bankRowFen: line.amountFen })
}

export async function confirmAmounts(scene: Scene): Promise<void> {
  const list = (await scene.staff('finance', staffFinalAmounts, { tab: 'checking' }))?.list ?? []
  const found = scene.one(list)
  if (found) await scene.staff('finance', staffConfirmAmount, { id: found.id, version: found.version })
}

async function refund(scene: Scene): Promise<void> {
  const paid = (await scene.staff('finance', staffPaymentList, { tab: 'paid', size: 50 }))?.list ?? []
  const payment = scene.one(paid)
  if (payment) {
    const amountFen = Math.max(1, Math.floor(payment.amountFen / scene.random.whole(1, 4)))
    const input = { paymentNo: payment.paymentNo, amountFen, typedFen: amountFen, reason }
    await scene.staff('finance', staffRefundToChannel, input)
  }
  const checking = scene.one((await scene.staff('finance2', staffRefundList, { tab: 'checking' }))?.list)
  if (checking)
    await scene.staff('finance2', staffRefundConfirm, {
      id: checking.id,
      version: checking.version,
      typedFen: checking.amountFen,
    })
}

async function withdrawals(scene: Scene): Promise<void> {
  const at = async (tab: 'pending' | 'checking' | 'approved') =>
    scene.one((await scene.staff('finance', staffWithdrawList, { tab }))?.list)
  const pending = await at('pending')
  if (pending) {
    const { id, version, amountFen } = pending
    await scene.staff('finance', staffWithdrawApprove, { id, version, amountFen })
  }
  const checking = await at('checking')
  if (checking) {
    const { id, version, amountFen } = checking
    await scene.staff('finance2', staffWithdrawConfirm, { id, version, amountFen })
  }
  const approved = await at('approved')
  if (!approved) return
  const { id, version, amountFen, customerId, source } = approved
  const paid = { id, version, amountFen, bankSerial: `OUT-${id}`, paidOn: shanghaiDate(scene.world.now) }
  // Rebates are no money of the balance; what they are worth is followed by the rules of the promoter.
  await scene.staff('finance2', staffWithdrawPay, paid, source === 'prestore' ? { about: customerId } : {})
}

async function askInvoice(scene: Scene): Promise<void> {
  const paid = scene.some((await scene.mine(invoiceApplyPaid, {}))?.list, 2)
  if (paid.length === 0) return
  const own = (await scene.mine(invoiceList, {}))?.list[0]
  const title = own ?? (await scene.mine(invoiceAdd, { title: '模拟单位', taxNo: '91330100799655058B' }))
  if (!title) return
  const items = paid.map(({ orderNo, leftFen }) => ({
    orderNo,
    amountFen: scene.random.chance(0.1) ? leftFen + 100 : leftFen,
  }))
  await scene.mine(invoiceApplyAdd, { type: 1, titleId: title.id, email: 'someone@example.com', items })
}

async function invoices(scene: Scene): Promise<void> {
  const pending = scene.one((await scene.staff('finance', staffInvoiceList, { tab: 'pending' }))?.list)
  if (pending)
    await scene.staff('finance', staffInvoiceApprove, { id: pending.id, version: pending.version, way: 'manual' })
  const issuing = scene.one((await scene.staff('finance', staffInvoiceList, { tab: 'issuing' }))?.list)
  if (!issuing) return
  const { id, version } = issuing
  const file = {
    name: `发票${id}.pdf`,
    content: '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  }
  const pdf = await scene.staff('finance', staffFileUpload, { purpose: 'invoice' }, { file })
  const invoiceNo = `2532${String(id).padStart(16, '0')}`
  const issuedOn = shanghaiDate(scene.world.now)
  if (pdf) await scene.staff('finance', staffInvoiceIssue, { id, version, invoiceNo, issuedOn, pdfFileId: pdf.id })
}

async function gifts(scene: Scene): Promise<void> {
  const found = scene.one((await scene.staff('editor', staffExchangeList, { tab: 'toShip' }))?.list)
  if (!found) return
  const { id, version } = found
  if (scene.random.chance(0.2)) await scene.staff('editor', staffExchangeCancel, { id, version, reason })
  else await scene.staff('editor', staffExchangeShip, { id, version, courier: '顺丰速运', waybill: 'SF1234567890123' })
}
