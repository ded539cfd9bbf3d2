import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'

/** What a transfer is for: the balance, or something that its number identifies. */
export const claimKinds = { prestore: '预存款', settlement: '结算单', order: '订单预付款' } as const
export type ClaimKind = keyof typeof claimKinds

/** 结算单 JS26030200001 */
export function claimTitle({ kind, payableNo }: { kind: ClaimKind; payableNo: string }): string {
  return payableNo === '' ? claimKinds[kind] : `${claimKinds[kind]} ${payableNo}`
}

/** How the money of a matched transfer was used. */
export const transferUses = ['kept', 'paid', 'over', 'short', 'late'] as const
export type TransferUse = (typeof transferUses)[number]

export interface TransferFacts {
  customerId: number
  kind?: ClaimKind
  payableNo?: string
  amountFen?: number
  reason?: string
}

/** A voucher alone credits nothing: finance matches a bank line; large amounts need a second person. */
export const transferLifecycle = defineLifecycle({
  entity: 'transfer',
  table: 'transfer_claims',
  facts: factsOf<TransferFacts>(),
  stages: { pending: '待审核', checking: '待复核', credited: '已到账', rejected: '已驳回', cancelled: '已撤销' },
  transitions: {
    match: { label: '核销到账', from: ['pending'], to: 'credited', by: ['staff'] },
    propose: { label: '提交复核', from: ['pending'], to: 'checking', by: ['staff'] },
    confirmMatch: { label: '复核到账', from: ['checking'], to: 'credited', by: ['staff'] },
    returnMatch: { label: '退回核销', from: ['checking'], to: 'pending', by: ['staff'], reason: 'required' },
    reject: { label: '驳回', from: ['pending'], to: 'rejected', by: ['staff'], reason: 'required' },
    edit: { label: '修改', from: ['pending', 'rejected'], to: 'pending', by: ['customer'] },
    cancel: { label: '撤销', from: ['pending', 'rejected'], to: 'cancelled', by: ['customer'] },
  },
})

export interface ReceivedFacts {
  customerId: number
  amountFen: number
  reason?: string | null
}

/** Bank money of a known customer without a claim. Returning a large sum needs a second person. */
export const receivedLifecycle = defineLifecycle({
  entity: 'received',
  table: 'received_money',
  // Taking a part of the money leaves the row open and counts as a version.
  countsParts: true,
  facts: factsOf<ReceivedFacts>(),
  stages: { open: '待分配', returning: '退回待复核', assigned: '已分配', returned: '已退回' },
  transitions: {
    assign: { label: '分配完毕', from: ['open'], to: 'assigned', by: ['staff'] },
    return: { label: '退回', from: ['open'], to: 'returned', by: ['staff'], reason: 'required' },
    proposeReturn: { label: '提交退回复核', from: ['open'], to: 'returning', by: ['staff'], reason: 'required' },
    confirmReturn: { label: '复核退回', from: ['returning'], to: 'returned', by: ['staff'] },
    refuseReturn: { label: '不予退回', from: ['returning'], to: 'open', by: ['staff'], reason: 'required' },
  },
})

export type ReceivedStage = keyof typeof receivedLifecycle.stages
export type TransferStage = keyof typeof transferLifecycle.stages

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The text that a customer puts into the remark of a transfer: `MX` + the customer's number + a check character, so that a typing error is
 * detected rather than credited to somebody else. It has no letters that look like digits.
 */
export function transferCode(customerId: number): string {
  let rest = customerId
  let digits = ''
  do {
    digits = ALPHABET[rest % 32] + digits
    rest = Math.floor(rest / 32)
  } while (rest > 0)
  const body = digits.padStart(5, '2')
  return `MX${body}${checkCharacter(body)}`
}

/** The text for the remark of a transfer that pays something: the customer's code and the number of what it pays. */
export function transferRemark(code: string, payableNo: string): string {
  return payableNo === '' ? code : `${code} ${payableNo}`
}

/** The customer whose code is in a bank line's remark; undefined when there is none, or it is mistyped. */
export function customerOfMemo(memo: string): number | undefined {
  for (const [, body = '', check] of memo
    .normalize('NFKC')
    .toUpperCase()
    .matchAll(/MX([2-9A-HJ-NP-Z]{5,10})([2-9A-HJ-NP-Z])/g)) {
    if (checkCharacter(body) !== check) continue
    return [...body].reduce((sum, letter) => sum * 32 + ALPHABET.indexOf(letter), 0)
  }
  return undefined
}

/** Weighted by odd numbers in a 32-letter alphabet, so that every single wrong letter and most swaps change it. */
function checkCharacter(body: string): string {
  const sum = [...body].reduce((all, letter, i) => all + ALPHABET.indexOf(letter) * (2 * i + 3), 7)
  return ALPHABET[sum % 32] as string
}

export const MOST_BANK_LINES = 500

/** A date in the future, or more than a year ago, is a typing error in the year, month or day. */
export function moneyDayFault(day: string, now: Date): 'future' | 'old' | undefined {
  if (day > shanghaiDate(now)) return 'future'
  return day < shanghaiDate(addDays(now, -366)) ? 'old' : undefined
}

/** 少 ¥1.00 / 多 ¥1.00 / 一致: the amount received, compared with the amount stated. */
export function difference(statedFen: number, bankFen: number): 'equal' | 'short' | 'over' {
  if (statedFen === bankFen) return 'equal'
  return bankFen < statedFen ? 'short' : 'over'
}
