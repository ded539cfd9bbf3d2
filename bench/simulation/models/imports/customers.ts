import {
  type Account,
  type Cells,
  type Facts,
  isFormula,
  isMobile,
  type Judged,
  phoneOf,
  type Table,
  unread,
} from './tables.ts'

interface Made {
  phone: string
  /** Undefined: the account is new. */
  before: Account | undefined
  after: Account
}

const own = ['name', 'userType', 'company', 'email', 'teacher'] as const
const copy = (account: Account): Account => ({ ...account })

/** Accounts by phone. A new one waits for its customer; in an existing one only what is empty is filled in, and the advisor changes. */
export const customers: Table<Made> = {
  heads: {
    phone: '手机号',
    name: '姓名',
    userType: '用户类型',
    company: '单位',
    email: '邮箱',
    teacher: '导师',
    advisor: '客户经理',
  },
  judge,
  write: (cells, facts) => {
    if (judge(cells, facts).state === 'faulty') return undefined
    const phone = phoneOf(cells.phone ?? '')
    const account = facts.accounts.get(phone)
    const before = account && copy(account)
    const after = account ? filled(account, cells) : filled(nobody(), cells)
    facts.accounts.set(phone, after)
    return { phone, before, after: copy(after) }
  },
  undo: ({ phone, before, after }, { accounts, used }) => {
    const account = accounts.get(phone)
    if (!account || [...own, 'advisor' as const].some((field) => account[field] !== after[field])) return false
    if (before) for (const field of [...own, 'advisor' as const]) Object.assign(account, { [field]: before[field] })
    else if (used.has(phone) || account.isCompleted || account.addresses.length > 0) return false
    else accounts.delete(phone)
    return true
  },
}

/** Once the product has chosen an advisor for a new account. */
export function learnAdvisor(made: unknown, { accounts }: Pick<Facts, 'accounts'>): void {
  const { phone, after } = made as Made
  after.advisor ??= accounts.get(phone)?.advisor
}

const nobody = (): Account => ({
  ...{ name: '', userType: '', company: '', email: '', teacher: '', advisor: undefined },
  ...{ isCompleted: false, addresses: [] },
})

function filled(account: Account, cells: Cells): Account {
  for (const field of own) account[field] = account[field] || (cells[field] ?? '')
  if (cells.advisor) account.advisor = cells.advisor
  return account
}

function isReadable({ phone = '', name = '', userType = '', company = '', email = '', teacher = '' }: Cells): boolean {
  const isMail = email === '' || /^\S+@\S+\.\S+$/.test(email)
  const isType = ['', '学生', '老师', '个人', '企业'].includes(userType)
  const isShort = name.length <= 30 && company.length <= 100 && teacher.length <= 30
  return isMobile(phoneOf(phone)) && name !== '' && isMail && isType && isShort
}

function judge(cells: Cells, { accounts, managers }: Facts): Judged {
  if (isFormula(cells) || !isReadable(cells)) return unread
  const key = phoneOf(cells.phone ?? '')
  if (cells.advisor && !managers.includes(cells.advisor)) return { state: 'faulty', key }
  const account = accounts.get(key)
  if (!account) return { state: 'new', key }
  if (own.some((field) => account[field] && cells[field] && account[field] !== cells[field]))
    return { state: 'faulty', key }
  const fills = own.some((field) => !account[field] && cells[field])
  const moves = cells.advisor && cells.advisor !== account.advisor
  return { state: fills || moves ? 'changed' : 'unchanged', key }
}
