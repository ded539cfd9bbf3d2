import { formatFen } from '../../../platform/money.ts'
import type { TransferUse } from '../rules.ts'

interface Line {
  customerId: number | null
}
interface Wanted {
  customerId: number
}

/** The remark of the line names another customer: it must not be matched without a reason. */
export function carriesForeignCode(line: Line, wanted: Wanted): boolean {
  return line.customerId !== null && line.customerId !== wanted.customerId
}

/** How well a claim fits a bank line: the number of what it pays and the customer's code weigh most, then the amount, then the payer's name. */
export const likenessOf = { payable: 8, code: 4, amount: 2, payer: 1 } as const

/** What became of the money of a matched claim, for the person who matched it. */
export function creditedText({ use, paidFen }: { use: TransferUse | null; paidFen: number }): string {
  if (use === 'paid') return `款项已付清（${formatFen(paidFen)}）`
  if (use === 'over') return `已付清 ${formatFen(paidFen)}，余款计入预存余额`
  if (use === 'short') return '到账不足以付清，已计入预存余额并通知客户'
  return use === 'late' ? '款项已无需支付，到账计入预存余额' : '预存款已入账'
}
