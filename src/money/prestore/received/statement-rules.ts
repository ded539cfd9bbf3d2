import { OpenQuote, sheetRows } from '../../../platform/contract/sheet-rows.ts'
import { formatFen, parseYuan } from '../../../platform/money.ts'
import { fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { MOST_BANK_LINES, moneyDayFault } from '../rules.ts'
import { bankColumns, headOf, type StatementColumn, type StatementHead } from './statement-column-rules.ts'

export interface BankLineInput {
  serial: string
  amountFen: number
  payer: string
  payerAccount: string
  receivedAt: string
  memo: string
}

export interface Statement {
  lines: BankLineInput[]
  faults: string[]
  /** Rows of money that went out. */
  outgoing: number
  /** Rows below the head without number, day and payer, such as sums. */
  others: number
}

/** The payer where the bank names none, as for interest. */
export const NO_PAYER = '（银行未写明）'

/**
 * Reads pasted rows or the file of a bank. With a head its columns may stand in any order, below titles; without one they are
 * `bankColumns`. Reports faults line by line.
 */
export function readBankLines(text: string, now: Date): Statement {
  const read: Statement = { lines: [], faults: [], outgoing: 0, others: 0 }
  const { rows, head } = rowsOf(text.replace(/^\uFEFF/, ''))
  let current: StatementHead | undefined
  const seen = new Set<string>()
  for (const [i, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue
    const own = head ? headOf(cells) : undefined
    if (own && 'missing' in own) {
      read.faults.push(`第${i + 1}行是表头，但缺少这些列：${own.missing.join('、')}`)
      return { ...read, lines: [] }
    }
    if (own) current = own
    // A title stands above the first head.
    if (own || (head && !current)) continue
    const line = readBankRow(current ? cellsOf(current, cells) : cellsInOrder(cells), now)
    if (line === 'outgoing') read.outgoing += 1
    else if (line === 'other') read.others += 1
    else if (typeof line === 'string') read.faults.push(`第${i + 1}行：${line}`)
    else if (seen.has(line.serial)) read.faults.push(`第${i + 1}行：流水号 ${line.serial} 重复`)
    else {
      seen.add(line.serial)
      read.lines.push(line)
    }
  }
  const { length } = read.lines
  if (length > MOST_BANK_LINES) read.faults.push(`一次最多导入${MOST_BANK_LINES}条，现有${length}条`)
  return read
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

/** The rows, by the separator that gives a head. A bank ends the numbers of a CSV with tabs, so a tab alone does not tell. */
function rowsOf(text: string): { rows: string[][]; head: boolean } {
  for (const separator of ['\t', ',']) {
    const rows = rowsBy(text, separator)
    if (rows.some((cells) => headOf(cells))) return { rows, head: true }
  }
  return { rows: text.split(/\r?\n/).map((line) => firstRow(line)), head: false }
}

function rowsBy(text: string, separator: string): string[][] {
  try {
    const rows = [...sheetRows(text, { strict: true, separator })].map((cells) => cells.map(plainCell))
    // A row that was pasted below with tabs.
    return rows.map((cells) => (cells.length === 1 && separator === ',' ? (cells[0] ?? '').split('\t') : cells))
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
    // A quote in a remark is not closed; then no cell reaches over two lines.
    return text.split(/\r?\n/).map((line) => firstRow(line, separator))
  }
}

function firstRow(line: string, separator?: string): string[] {
  const [cells = []] = sheetRows(line, separator ? { separator } : {})
  return cells.map(plainCell)
}

/** Banks write numbers as ="0012" or '0012, so that Excel keeps them as text. */
function plainCell(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
}

/** What a row says, by column. */
interface Row {
  cell: (column: StatementColumn) => string | undefined
  memo: string
  hasHead: boolean
  length: number
}

function cellsOf({ at, memos }: StatementHead, cells: readonly string[]): Row {
  const cell = (column: StatementColumn) => {
    const place = at[column]
    return place === undefined ? undefined : (cells[place] ?? '')
  }
  const said = memos.map((place) => cells[place] ?? '').filter((text) => text !== '')
  return { cell, memo: [...new Set(said)].join(' '), hasHead: true, length: cells.length }
}

function cellsInOrder(cells: readonly string[]): Row {
  const order: StatementColumn[] = ['serial', 'time', 'amount', 'payer', 'account']
  const cell = (column: StatementColumn) => (order.includes(column) ? (cells[order.indexOf(column)] ?? '') : undefined)
  return { cell, memo: cells[5] ?? '', hasHead: false, length: cells.length }
}

function readBankRow(row: Row, now: Date): BankLineInput | string {
  const { cell, hasHead } = row
  if (!hasHead && row.length < 4) return `应有${bankColumns.length}列：${bankColumns.join('、')}`
  const serial = cell('serial') ?? ''
  const time = timeOf(cell('day') ?? '', cell('time') ?? '')
  const isNumbered = /^[\w-]{4,64}$/.test(serial)
  const receivedAt = plainTime(time)
  if (hasHead && !isNumbered && receivedAt === undefined && !cell('payer')) return 'other'
  const amount = receivedAmount(row)
  if (amount === 'outgoing') return 'outgoing'
  if (!isNumbered) return serialFault(serial)
  if (receivedAt === undefined) return `到账时间“${time.slice(0, 30)}”格式不正确`
  const dayFault = moneyDayFault(receivedAt.slice(0, 10), now)
  if (dayFault === 'future') return `到账时间“${time.slice(0, 30)}”晚于今天`
  if (dayFault === 'old') return `到账时间“${time.slice(0, 30)}”早于一年前`
  if ('fault' in amount) return amount.fault
  const payer = cell('payer') || (hasHead ? NO_PAYER : '')
  if (payer === '' || payer.length > 100) return '付款户名应为1至100个字'
  const payerAccount = (cell('account') ?? '').slice(0, 60)
  return { serial, amountFen: amount.fen, payer, payerAccount, receivedAt, memo: row.memo.slice(0, 200) }
}

function serialFault(serial: string): string {
  if (/^\d(\.\d+)?E\+?\d+$/i.test(serial)) return `流水号“${serial}”被 Excel 写成了科学计数，请用银行导出的原文件`
  return '流水号应为4至64位字母或数字'
}

/** The amount that came in. A row of money that went out concerns no customer. */
function receivedAmount({ cell, hasHead }: Row): { fen: number } | { fault: string } | 'outgoing' {
  const credit = cell('credit')
  if (credit !== undefined) {
    const debit = plainAmount(cell('debit') ?? '')
    if (isNothing(plainAmount(credit)) && (cell('debit') === undefined || !isNothing(debit))) return 'outgoing'
    return incoming(credit, cell)
  }
  const amount = cell('amount') ?? ''
  const sign = cell('sign')
  if (sign !== undefined) {
    const direction = directionOf(sign) ?? directionOf(/^[-+]/.exec(amount)?.[0] ?? '')
    if (direction === undefined) return { fault: `看不出“${sign.slice(0, 20)}”是收入还是支出` }
    return direction === 'out' ? 'outgoing' : incoming(amount, cell)
  }
  if (hasHead && /^[-(]/.test(plainAmount(amount)) && !isNothing(plainAmount(amount))) return 'outgoing'
  return incoming(amount, cell)
}

function incoming(text: string, cell: Row['cell']): { fen: number } | { fault: string } {
  const fen = parseYuan(plainAmount(text))
  if (fen === undefined || fen === 0) return { fault: `金额“${text.slice(0, 30)}”应为大于零的数字` }
  const currency = (cell('currency') ?? '').normalize('NFKC').trim()
  if (!/^(|人民币元?|RMB|CNY|¥|156|0?1)$/i.test(currency)) return { fault: `币种“${currency.slice(0, 20)}”不是人民币` }
  return { fen }
}

/** `+1,280.50 元` as `1,280.50`. Parsed as a text: an amount is never a floating-point number. */
function plainAmount(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/^(RMB|CNY)/i, '')
    .replace(/[元圆]$/, '')
    .replace(/^\+(?=[\d¥])/, '')
}

const isNothing = (plain: string) => /^[-—/¥]*0*(\.0*)?$/.test(plain)

function directionOf(sign: string): 'in' | 'out' | undefined {
  const plain = sign.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  if (/^(贷|收|来账|转入|入账|存入|\+|C$|CR|CREDIT)/.test(plain)) return 'in'
  return /^(借|支|付|往账|转出|出账|取|-|D$|DR|DEBIT)/.test(plain) ? 'out' : undefined
}

/** Some banks write the whole time into one column, others day and hour into two. */
function timeOf(day: string, time: string): string {
  // An hour of Excel is a time of the day on which its calendar begins.
  const hour = time.replace(/^1(899-12-3\d|900-01-0\d) /, '')
  if (day === '' || plainTime(hour) !== undefined) return hour
  return `${day.split(' ')[0]} ${hour}`.trim()
}

/** 2026/3/1, 20260301 09:13:22 or 2026年3月1日 as 2026-03-01 with its hour, if there is one. */
function plainTime(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const day = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(.*)$/.exec(plain)
  if (!day) return undefined
  const date = [day[1], day[2] ?? day[4] ?? '', day[3] ?? day[5] ?? '']
    .map((part) => (part ?? '').padStart(2, '0'))
    .join('-')
  const hour = /^(?:[T\s-]*(\d{1,2})[:.时]?(\d{2})(?:[:.分]?(\d{2})(?:\.\d+)?秒?)?)?$/.exec(day[6] ?? '')
  if (!hour) return undefined
  const time = hour[1] ? ` ${hour[1].padStart(2, '0')}:${hour[2]}${hour[3] ? `:${hour[3]}` : ''}` : ''
  const at = fromShanghai(date + time)
  // 31 February is no day, though it can be computed.
  return Number.isNaN(at.getTime()) || shanghaiDate(at) !== date ? undefined : date + time
}
