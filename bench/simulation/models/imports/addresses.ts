import {
  type Address,
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
  account: string
  address: Address
  text: string
  /** What was the default before the import. */
  formerDefault: Address | undefined
}

export const regionCodes: Record<string, string> = {
  江苏省无锡市滨湖区: '320211',
  江苏省南京市玄武区: '320102',
  北京市东城区: '110101',
}

/** Addresses of customers: one that is there already is not added again, and no other one is changed. */
export const addresses: Table<Made> = {
  heads: {
    account: '客户手机号',
    name: '收件人',
    phone: '收件电话',
    region: '省市区',
    address: '详细地址',
    isDefault: '默认地址',
  },
  judge,
  write: (cells, facts) => {
    if (judge(cells, facts).state !== 'new') return undefined
    const account = phoneOf(cells.account ?? '')
    const list = facts.accounts.get(account)?.addresses ?? []
    const chosen = list.find(({ isDefault }) => isDefault)
    if (!facts.defaults.has(account)) facts.defaults.set(account, chosen)
    const text = textOf(cells)
    const address = { text, isDefault: cells.isDefault === '是' || list.length === 0 }
    if (address.isDefault && chosen) chosen.isDefault = false
    list.push(address)
    return { account, address, text, formerDefault: facts.defaults.get(account) }
  },
  undo: ({ account, address, text, formerDefault }, { accounts }) => {
    const list = accounts.get(account)?.addresses ?? []
    const at = list.indexOf(address)
    if (at < 0 || address.text !== text) return false
    list.splice(at, 1)
    if (address.isDefault && formerDefault && list.includes(formerDefault)) formerDefault.isDefault = true
    return true
  },
}

export const addressText = (...parts: string[]) => parts.join(' | ')

/** A detail that begins with its region is the same address as one that does not. */
function textOf({ name = '', phone = '', region = '', address = '' }: Cells): string {
  const detail = address.startsWith(region) ? address.slice(region.length).trim() : address
  return addressText(name, phoneOf(phone), regionCodes[region] ?? '', detail)
}

function judge(cells: Cells, { accounts }: Facts): Judged {
  const { account = '', name = '', phone = '', region = '', address = '', isDefault = '' } = cells
  const reached = isMobile(phoneOf(phone)) || /^0\d{9,11}$/.test(phoneOf(phone))
  const isWhole = name !== '' && name.length <= 30 && address !== '' && address.length <= 100 && region in regionCodes
  if (isFormula(cells) || !isMobile(phoneOf(account)) || !reached || !isWhole || !['', '是', '否'].includes(isDefault))
    return unread
  const text = textOf(cells)
  const key = `${phoneOf(account)} ${text}`
  const found = accounts.get(phoneOf(account))
  if (!found) return { state: 'faulty', key }
  return { state: found.addresses.some((each) => each.text === text) ? 'unchanged' : 'new', key }
}
