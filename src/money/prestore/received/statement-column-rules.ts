// Which column of a bank's export is what. Every bank names its columns in its own way, and none has ours.

/** The order of the columns when rows are pasted without a head. */
export const bankColumns = ['流水号', '到账时间', '金额', '付款户名', '付款账号', '附言'] as const

/** What a row needs, by the names that banks give it; the first name that a head has counts. */
const names = {
  serial: [
    ...['流水号', '交易流水号', '银行流水号', '交易流水', '账户明细编号-交易流水号', '明细编号', '业务流水号'],
    ...['核心流水号', '主机流水号', '电子回单号', '回单编号', '交易序号', '企业流水号', '业务参考号', '凭证号'],
  ],
  time: ['到账时间', '交易时间', '入账时间', '记账时间', '交易日期时间'],
  day: ['交易日期', '交易日', '到账日期', '入账日期', '记账日期', '记账日', '入账日'],
  credit: [
    ...['贷方金额', '贷方发生额', '收入金额', '转入金额', '存入金额', '收款金额', '入账金额', '贷方', '收入', '转入'],
    ...['存入', '贷方发生金额', '收入发生额', '来账金额'],
  ],
  debit: [
    ...['借方金额', '借方发生额', '支出金额', '转出金额', '支取金额', '付款金额', '借方', '支出', '转出', '支取'],
    ...['借方发生金额', '支出发生额', '往账金额'],
  ],
  amount: ['金额', '交易金额', '发生额', '到账金额', '交易发生额', '发生金额'],
  sign: [
    ...['借贷标志', '借/贷标志', '借贷', '借/贷', '借贷方向', '收支', '收/支', '收支标志', '收/支标志', '收支方向'],
    ...['收支类型', '收付标志', '收/付', '交易方向', '往来标志', '来往账标志', '交易类型'],
  ],
  payer: [
    ...['付款户名', '对方户名', '对方名称', '对方单位名称', '对方单位', '对方账户名称', '对方账户名', '对手方名称'],
    ...['付款人名称', '付款人户名', '付款方名称', '付款方户名', '付款单位', '付款人', '收(付)方名称', '收付方名称'],
    ...['收/付方名称', '收(付)款人名称', '交易对方', '对方'],
  ],
  account: [
    ...['付款账号', '对方账号', '对方账户', '对方账户号', '对手方账号', '付款人账号', '付款方账号', '收(付)方账号'],
    ...['收付方账号', '收/付方账号', '对方卡号/账号', '对方账号/卡号'],
  ],
  currency: ['币种', '货币', '交易货币', '币别'],
} as const
/** All of them are kept: the customer's code can stand in any. */
const memoNames = [
  ...['附言', '交易附言', '客户附言', '转账附言', '汇款附言', '用途', '交易用途', '摘要', '交易摘要', '业务摘要'],
  ...['其他摘要', '备注', '个性化信息'],
]

export type StatementColumn = keyof typeof names
const wanted = Object.keys(names) as StatementColumn[]

/** Where the columns stand in a row. */
export interface StatementHead {
  at: Partial<Record<StatementColumn, number>>
  memos: number[]
}

/** The head that these cells are; the names of the missing columns when they look like one that is not complete. */
export function headOf(cells: readonly string[]): StatementHead | { missing: string[] } | undefined {
  if (cells.length < FEWEST_COLUMNS || cells.length > MOST_COLUMNS) return undefined
  const known = cells.map((cell) => (cell.length > LONGEST_NAME ? [] : plainName(cell)))
  const find = (candidates: readonly string[]) => {
    for (const name of candidates) {
      const at = known.findIndex((variants) => variants.includes(name))
      if (at >= 0) return at
    }
    return undefined
  }
  const at: StatementHead['at'] = {}
  for (const column of wanted) {
    const place = find(names[column])
    if (place !== undefined) at[column] = place
  }
  const memos = memoNames.map((name) => find([name])).filter((place) => place !== undefined)
  const hasDay = at.day !== undefined || at.time !== undefined
  const hasAmount = at.credit !== undefined || at.amount !== undefined
  if (Object.keys(at).length + memos.length < FEWEST_COLUMNS || !(hasDay || hasAmount || at.debit !== undefined))
    return undefined
  const missing = [
    ...(at.serial === undefined ? ['流水号'] : []),
    ...(hasDay ? [] : ['交易日期（或交易时间、记账日期）']),
    ...(hasAmount ? [] : ['贷方金额（或收入金额、转入金额、金额）']),
    ...(at.payer === undefined ? ['对方户名（或付款户名、对方名称）'] : []),
  ]
  return missing.length > 0 ? { missing } : { at, memos: [...new Set(memos)] }
}

/** So many known names make a head. */
const FEWEST_COLUMNS = 3
/** No statement has so many columns. Rows of other files are not compared with each name. */
const MOST_COLUMNS = 100
/** No bank names a column at such length; reading the brackets of a longer text takes the square of its length. */
const LONGEST_NAME = 100

/** The name of a column without widths, spaces and English words, and the same without what stands in brackets: 借方发生额（支取）. */
function plainName(cell: string): string[] {
  const name = cell
    .normalize('NFKC')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/[\s"'*:：]/g, '')
    .replaceAll('帐', '账')
    .replaceAll('它', '他')
  return [name, name.replace(/\([^)]*\)/g, '')]
}
