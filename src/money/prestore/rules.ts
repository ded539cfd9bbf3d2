import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { formatFen, parseYuan } from '../../platform/money.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'

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

export interface BankLineInput {
  serial: string
  amountFen: number
  payer: string
  payerAccount: string
  receivedAt: string
  memo: string
}

export const bankColumns = ['流水号', '到账时间', '金额', '付款户名', '付款账号', '附言'] as const
export const MOST_BANK_LINES = 500

/** A date in the future, or more than a year ago, is a typing error in the year, month or day. */
export function moneyDayFault(day: string, now: Date): 'future' | 'old' | undefined {
  if (day > shanghaiDate(now)) return 'future'
  return day < shanghaiDate(addDays(now, -366)) ? 'old' : undefined
}

/** Parses pasted rows of a bank statement: tabs or commas, with or without a header. Reports faults line by line. */
export function readBankLines(text: string, now: Date): { lines: BankLineInput[]; faults: string[] } {
  const lines: BankLineInput[] = []
  const faults: string[] = []
  const seen = new Set<string>()
  for (const [i, row] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (row.trim() === '') continue
    const cells = splitRow(row)
    if (cells[0] === bankColumns[0]) continue
    const line = readBankRow(cells, now)
    if (typeof line === 'string') faults.push(`第${i + 1}行：${line}`)
    else if (seen.has(line.serial)) faults.push(`第${i + 1}行：流水号 ${line.serial} 重复`)
    else {
      seen.add(line.serial)
      lines.push(line)
    }
  }
  if (lines.length > MOST_BANK_LINES) faults.push(`一次最多导入${MOST_BANK_LINES}条，现有${lines.length}条`)
  return { lines, faults }
}

/** Pasted lines beside those imported before: the same again is skipped, and a serial never changes its amount. */
export function comparedLines(
  lines: readonly BankLineInput[],
  before: readonly { serial: string; amountFen: number }[],
) {
  const amounts = new Map(before.map(({ serial, amountFen }) => [serial, amountFen]))
  const changed = lines.filter(({ serial, amountFen }) => amounts.has(serial) && amounts.get(serial) !== amountFen)
  return {
    fresh: lines.filter(({ serial }) => !amounts.has(serial)),
    known: lines.filter(({ serial, amountFen }) => amounts.get(serial) === amountFen),
    faults: changed.map(({ serial, amountFen }) => changedText(serial, amounts.get(serial) ?? 0, amountFen)),
  }
}

const changedText = (serial: string, formerFen: number, fen: number) =>
  `流水号 ${serial} 此前已按 ${formatFen(formerFen)} 导入，现为 ${formatFen(fen)}`

/** A cell may be quoted, for amounts with thousands separators. */
function splitRow(row: string): string[] {
  const separator = row.includes('\t') ? '\t' : ','
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const letter of row) {
    if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

function readBankRow(cells: string[], now: Date): BankLineInput | string {
  const [serial = '', time = '', amount = '', payer = '', payerAccount = '', memo = ''] = cells
  if (cells.length < 4) return `应有${bankColumns.length}列：${bankColumns.join('、')}`
  if (!/^[\w-]{4,64}$/.test(serial)) return '流水号应为4至64位字母或数字'
  const receivedAt = time.replaceAll('/', '-').replace('T', ' ')
  if (Number.isNaN(fromShanghai(receivedAt).getTime())) return `到账时间“${time.slice(0, 30)}”格式不正确`
  const dayFault = moneyDayFault(receivedAt.slice(0, 10), now)
  if (dayFault === 'future') return `到账时间“${time.slice(0, 30)}”晚于今天`
  if (dayFault === 'old') return `到账时间“${time.slice(0, 30)}”早于一年前`
  const amountFen = parseYuan(amount.normalize('NFKC'))
  if (amountFen === undefined || amountFen === 0) return `金额“${amount.slice(0, 30)}”应为大于零的数字`
  if (payer === '' || payer.length > 100) return '付款户名应为1至100个字'
  return { serial, amountFen, payer, payerAccount: payerAccount.slice(0, 60), receivedAt, memo: memo.slice(0, 200) }
}

/** 少 ¥1.00 / 多 ¥1.00 / 一致: the amount received, compared with the amount stated. */
export function difference(statedFen: number, bankFen: number): 'equal' | 'short' | 'over' {
  if (statedFen === bankFen) return 'equal'
  return bankFen < statedFen ? 'short' : 'over'
}
