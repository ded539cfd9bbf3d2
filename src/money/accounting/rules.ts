import { type AccountKind, accountKinds } from '../ledger/rules.ts'

/** A row of the chart of accounts. */
export interface Code {
  code: string
  name: string
}

/** The output tax that is taken out of income; an empty code: it is not. */
export const TAX = 'tax'
export type CodedAccount = AccountKind | typeof TAX

/**
 * The codes of 企业会计准则（财会〔2006〕18号 附录：会计科目和主要账务处理） with sub-accounts of the product. Money of customers is received in
 * advance (2203) or owed to them (2241).
 */
export const usualCodes = {
  bank: { code: '1002', name: '银行存款' },
  wechatpay: { code: '101201', name: '其他货币资金—微信支付' },
  alipay: { code: '101202', name: '其他货币资金—支付宝' },
  prestore: { code: '220301', name: '预收账款—预存款' },
  advance: { code: '220302', name: '预收账款—订单预付款' },
  gift: { code: '220303', name: '预收账款—赠送余额' },
  unassigned: { code: '224101', name: '其他应付款—待分配到账' },
  refund_held: { code: '224102', name: '其他应付款—退款处理中' },
  withdraw_held: { code: '224103', name: '其他应付款—提现处理中' },
  rebate: { code: '224104', name: '其他应付款—推广返利' },
  rebate_pending: { code: '224105', name: '其他应付款—待结算返利' },
  income: { code: '6001', name: '主营业务收入' },
  rebate_cost: { code: '660101', name: '销售费用—推广返利' },
  channel_fee: { code: '660301', name: '财务费用—手续费' },
  rounding: { code: '6301', name: '营业外收入—尾差' },
  [TAX]: { code: '', name: '应交税费—应交增值税（销项税额）' },
} as const satisfies Partial<Record<CodedAccount, Code>>
export type UsualAccount = keyof typeof usualCodes
export const codedAccounts = Object.keys(usualCodes) as [UsualAccount, ...UsualAccount[]]
export type Codes = Record<UsualAccount, Code>

/** The code that a laboratory usually gives to output tax. */
export const USUAL_TAX_CODE = '22210106'

export function labelOf(account: UsualAccount): string {
  return account === TAX ? '销项税额（从收入中分出）' : accountKinds[account].label
}

export const details = { day: '每日汇总', posting: '逐笔明细' } as const
export type Detail = keyof typeof details
export const detailKeys = Object.keys(details) as [Detail, ...Detail[]]

/** What moved in an account: positive raises what the customer or the laboratory's income has, so it is a credit. */
export interface Move {
  /** The day in Shanghai. */
  day: string
  voucher: string
  summary: string
  account: AccountKind
  amountFen: number
  /** The customer, and the document; empty in sums of a day. */
  party: string
  source: string
}

/** A line of a voucher; one of the two sides is 0. */
export interface JournalLine {
  day: string
  voucher: string
  /** From 1 within the voucher. */
  at: number
  summary: string
  code: string
  name: string
  debitFen: number
  creditFen: number
  party: string
  source: string
}

/**
 * Vouchers of moves, which are in the order of their vouchers. Income includes tax; with a code for it, the tax of each line is taken out
 * and rounded half up, so that debit and credit stay equal.
 */
export function journalOf(moves: readonly Move[], codes: Codes, taxPercent: number): JournalLine[] {
  const lines: JournalLine[] = []
  for (const move of moves) {
    for (const [account, amountFen] of withoutTax(move, codes, taxPercent)) {
      const last = lines.at(-1)
      const { day, voucher, summary, party, source } = move
      lines.push({
        ...{ day, voucher, at: last?.voucher === voucher ? last.at + 1 : 1, summary },
        ...codes[account],
        ...{ debitFen: Math.max(0 - amountFen, 0), creditFen: Math.max(amountFen, 0), party, source },
      })
    }
  }
  return lines
}

function withoutTax({ account, amountFen }: Move, codes: Codes, taxPercent: number): [UsualAccount, number][] {
  if (account !== 'income' || codes[TAX].code === '' || taxPercent === 0) return [[account as UsualAccount, amountFen]]
  const taxFen = Math.sign(amountFen) * Math.round((Math.abs(amountFen) * taxPercent) / (100 + taxPercent))
  return (
    [
      ['income', amountFen - taxFen],
      [TAX, taxFen],
    ] as [UsualAccount, number][]
  ).filter(([, fen]) => fen !== 0)
}

export function sumsOf(lines: readonly JournalLine[]): { debitFen: number; creditFen: number } {
  return {
    debitFen: lines.reduce((sum, { debitFen }) => sum + debitFen, 0),
    creditFen: lines.reduce((sum, { creditFen }) => sum + creditFen, 0),
  }
}

export const journalHead = [
  '凭证日期',
  '凭证字',
  '凭证号',
  '分录号',
  '摘要',
  '科目编码',
  '科目名称',
  '借方金额',
  '贷方金额',
  '往来单位',
  '业务单号',
]

/** Amounts in yuan, as accounting software reads them. */
export function journalCells(lines: readonly JournalLine[]): (string | number | null)[][] {
  const yuan = (fen: number) => (fen === 0 ? null : fen / 100)
  return lines.map((line) => [
    ...[line.day, '记', line.voucher, line.at, line.summary, line.code, line.name],
    ...[yuan(line.debitFen), yuan(line.creditFen), line.party, line.source],
  ])
}

/** A journal by postings of a busy month fits; more is refused, and nothing is left out. */
export const MOST_LINES = 100_000
