// The port behind which invoices are issued at the tax bureau. Every provider works asynchronously: a request is accepted first, and its
// result is asked for later. Without a provider, finance issues by hand and enters the number.

export interface InvoiceParty {
  name: string
  taxNo: string
  address: string
  phone: string
  bank: string
  bankAccount: string
}

export interface InvoiceLine {
  name: string
  /** The 19-digit tax category code. */
  categoryCode: string
  /** Includes the tax. */
  amountFen: number
  taxFen: number
  ratePercent: number
}

export interface InvoiceRequest {
  /** Unique; sending it again never issues a second invoice. */
  requestNo: string
  special: boolean
  buyer: InvoiceParty & { naturalPerson: boolean }
  seller: InvoiceParty
  clerk: string
  lines: InvoiceLine[]
  remark: string
  /** Empty: the provider does not call back. */
  callbackUrl: string
  at: Date
}

export interface IssueResult {
  /** unknown: the provider has no such request. */
  state: 'issuing' | 'issued' | 'failed' | 'unknown'
  /** 20 digits. */
  invoiceNo: string
  issuedAt: Date | undefined
  reason: string
  files: { kind: 'pdf' | 'ofd' | 'xml'; url: string }[]
}

export interface RedRequest {
  /** Our number of the application for a red letter. */
  bill: string
  special: boolean
  invoiceNo: string
  buyer: Pick<InvoiceParty, 'name' | 'taxNo'>
  seller: Pick<InvoiceParty, 'name' | 'taxNo'>
  /** 01 wrongly issued, 02 returned, 03 service ended, 04 allowance */
  reason: string
  /** What is taken off which line of the invoice, its first line being 1. Empty: the whole invoice. Amounts are positive. */
  parts: (InvoiceLine & { index: number })[]
}

export interface RedState {
  /** confirmed: it can be issued. void: refused by the buyer, or not confirmed within 72 hours. */
  state: 'waiting' | 'confirmed' | 'void' | 'unknown'
  reason: string
  billNo: string
  billUuid: string
}

export interface InvoiceIssuer {
  key: 'nuonuo'
  label: string
  /** Also answers for a request that was accepted before. */
  issue(request: InvoiceRequest): Promise<{ providerNo: string }>
  result(sellerTaxNo: string, requestNo: string): Promise<IssueResult>
  fetchFile(url: string): Promise<Buffer>
  askRed(request: RedRequest): Promise<void>
  redState(sellerTaxNo: string, bill: string): Promise<RedState>
  issueRed(
    request: RedRequest & { requestNo: string; billNo: string; billUuid: string; callbackUrl: string },
  ): Promise<void>
}

/** Network, time limit or an error of the provider's server: the outcome is not known, and the same request is sent again. */
export class IssuerUnavailable extends Error {}

/** The provider refused, with its code and text. Nothing was issued. */
export class IssuerRefused extends Error {
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}
