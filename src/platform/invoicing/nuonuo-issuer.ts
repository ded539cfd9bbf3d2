import { shanghaiTime } from '../time.ts'
import {
  type InvoiceIssuer,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceRequest,
  IssuerRefused,
  type IssueResult,
  type RedRequest,
  type RedState,
} from './issuer.ts'
import type { NuonuoClient } from './nuonuo-client.ts'

const METHOD = 'nuonuo.OpeMplatform.'
const DUPLICATE = 'E9106'
/** Our reasons carry the codes of the tax bureau; Nuonuo counts in another order. */
const RED_REASONS: Record<string, string> = { '01': '2', '02': '1', '03': '3', '04': '4' }
const VOID: Record<string, string> = {
  '05': '购方否认了红字确认单',
  '06': '销方否认了红字确认单',
  '07': '红字确认单超过 72 小时未确认，已作废',
  '08': '红字确认单已撤销',
  '09': '红字确认单确认后被撤销',
  '10': '红字确认单异常',
}

/** Issues fully digital invoices through 诺税通 SaaS. */
export function nuonuoIssuer(client: NuonuoClient): InvoiceIssuer {
  return {
    key: 'nuonuo',
    label: '诺诺开票',
    async issue(request) {
      try {
        const result = await client.call(`${METHOD}requestBillingNew`, request.seller.taxNo, {
          order: orderOf(request),
        })
        return { providerNo: textAt(result, 'invoiceSerialNum') }
      } catch (error) {
        // A repeated request was accepted before; its result is asked for as usual.
        if (error instanceof IssuerRefused && error.code === DUPLICATE) return { providerNo: '' }
        throw error
      }
    },
    async result(sellerTaxNo, requestNo) {
      const found = await client.call(`${METHOD}queryInvoiceResult`, sellerTaxNo, {
        orderNos: [requestNo],
        isOfferInvoiceDetail: '0',
      })
      return resultOf(Array.isArray(found) ? found[0] : undefined)
    },
    fetchFile: (url) => client.fetchFile(url),
    async askRed(request) {
      await client.call(`${METHOD}saveInvoiceRedConfirm`, request.seller.taxNo, billOf(request))
    },
    async redState(sellerTaxNo, bill) {
      const found = await client.call(`${METHOD}queryInvoiceRedConfirm`, sellerTaxNo, { identity: '0', billId: bill })
      const list = (found as { list?: unknown[] } | null)?.list
      return redStateOf(Array.isArray(list) ? list[0] : undefined)
    },
    async issueRed({ requestNo, seller, invoiceNo, billNo, billUuid, special, callbackUrl }) {
      try {
        await client.call(`${METHOD}fastInvoiceRed`, seller.taxNo, {
          orderNo: requestNo,
          taxNum: seller.taxNo,
          elecInvoiceNumber: invoiceNo,
          billNo,
          billUuid,
          invoiceLine: kindOf(special),
          ...(callbackUrl ? { callBackUrl: callbackUrl } : {}),
        })
      } catch (error) {
        if (!(error instanceof IssuerRefused && error.code === DUPLICATE)) throw error
      }
    },
  }
}

function orderOf({ requestNo, special, buyer, seller, clerk, lines, remark, callbackUrl, at }: InvoiceRequest) {
  return {
    orderNo: requestNo,
    invoiceDate: shanghaiTime(at),
    invoiceType: '1',
    invoiceLine: kindOf(special),
    // We send the mail ourselves.
    pushMode: '-1',
    buyerName: buyer.name,
    buyerTaxNum: buyer.taxNo,
    buyerAddress: buyer.address,
    buyerTel: buyer.phone,
    buyerAccount: accountOf(buyer),
    naturalPersonFlag: buyer.naturalPerson ? '1' : '0',
    salerTaxNum: seller.taxNo,
    salerAddress: seller.address,
    salerTel: seller.phone,
    salerAccount: accountOf(seller),
    clerk,
    remark,
    ...(callbackUrl ? { callBackUrl: callbackUrl } : {}),
    invoiceDetail: lines.map(detailOf),
  }
}

function detailOf({ name, categoryCode, amountFen, taxFen, ratePercent }: InvoiceLine) {
  return {
    goodsName: name,
    goodsCode: categoryCode,
    withTaxFlag: '1',
    price: yuan(amountFen),
    num: '1',
    taxRate: (ratePercent / 100).toFixed(2),
    tax: yuan(taxFen),
    taxIncludedAmount: yuan(amountFen),
    taxExcludedAmount: yuan(amountFen - taxFen),
    invoiceLineProperty: '0',
  }
}

function billOf({ bill, special, invoiceNo, buyer, seller, reason, parts }: RedRequest) {
  return {
    billId: bill,
    blueInvoiceLine: kindOf(special),
    applySource: '0',
    blueElecInvoiceNumber: invoiceNo,
    sellerTaxNo: seller.taxNo,
    sellerName: seller.name,
    buyerTaxNo: buyer.taxNo,
    buyerName: buyer.name,
    redReason: RED_REASONS[reason],
    ...(parts.length > 0 ? { detail: parts.map(partOf) } : {}),
  }
}

/** Source: Nuonuo's documentation of saveInvoiceRedConfirm: details are sent for a part of an invoice only, with negative amounts. */
function partOf({ index, name, categoryCode, amountFen, taxFen, ratePercent }: RedRequest['parts'][number]) {
  return {
    blueDetailIndex: String(index),
    goodsName: name,
    goodsCode: categoryCode,
    num: '-1',
    taxExcludedPrice: yuan(amountFen - taxFen),
    taxExcludedAmount: `-${yuan(amountFen - taxFen)}`,
    taxAmount: `-${yuan(taxFen)}`,
    taxRate: (ratePercent / 100).toFixed(2),
  }
}

function resultOf(row: unknown): IssueResult {
  const status = textAt(row, 'status')
  const time = (row as { invoiceTime?: unknown } | undefined)?.invoiceTime
  const files = (['pdf', 'ofd', 'xml'] as const).flatMap((kind) => {
    const url = textAt(row, `${kind}Url`)
    return url ? [{ kind, url }] : []
  })
  const common = {
    // Both spellings occur in answers of the provider.
    invoiceNo: textAt(row, 'allElectronicInvoiceNumber') || textAt(row, 'invoiceNo'),
    issuedAt: typeof time === 'number' ? new Date(time) : undefined,
    reason: textAt(row, 'failCause') || textAt(row, 'statusMsg'),
    files,
  }
  if (status === '2' && /^\d{20}$/.test(common.invoiceNo)) return { state: 'issued', ...common }
  if (status === '22') return { state: 'failed', ...common }
  return { state: status === '' ? 'unknown' : 'issuing', ...common }
}

function redStateOf(row: unknown): RedState {
  const status = textAt(row, 'billStatus')
  const common = { billNo: textAt(row, 'billNo'), billUuid: textAt(row, 'billUuid') }
  if (status === '') return { state: 'unknown', reason: '', ...common }
  if (status === '01' || status === '04') return { state: 'confirmed', reason: '', ...common }
  const reason = VOID[status]
  return reason === undefined ? { state: 'waiting', reason: '', ...common } : { state: 'void', reason, ...common }
}

function kindOf(special: boolean): string {
  return special ? 'bs' : 'pc'
}

function accountOf({ bank, bankAccount }: InvoiceParty): string {
  return [bank, bankAccount].filter(Boolean).join(' ')
}

function yuan(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

function textAt(row: unknown, key: string): string {
  const value = (row as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
