import { z } from 'zod'
import { type Checked, importKind, type Written } from '../../ground/imports/kind-actions.ts'
import { regions } from '../../ground/regions/region-actions.ts'
import { findRegionText } from '../../ground/regions/region-match-rules.ts'
import { phoneField } from '../../platform/contract/fields.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { accountsByPhone } from '../customers/import-actions.ts'
import { maskAddress, maskPhone } from '../customers/rules.ts'
import { addAddress, listAddresses, removeAddress } from './actions.ts'
import { withoutRegion } from './address-line-rules.ts'
import { addressAdd } from './contract.ts'
import { addressErrors } from './errors.ts'
import { MOST_ADDRESSES } from './rules.ts'
import type { AddressRow } from './store.ts'

const form = addressAdd.input.shape

/** A row of addresses: the fields of the form, with the region in words. */
const addressRow = z.object({
  account: phoneField,
  name: form.name,
  phone: form.phone,
  region: z.string().transform((text, issues) => {
    const found = findRegionText(text, regions)
    if (found?.code !== undefined && found.start === 0 && found.end === text.length) return found.code
    issues.addIssue({ code: 'custom', message: '请写全省、市、区县，例如江苏省南京市玄武区' })
    return z.NEVER
  }),
  address: form.address,
  isDefault: z
    .enum(['是', '否'], { error: '请填写是或否' })
    .default('否')
    .transform((text) => text === '是'),
})
type AddressValues = z.output<typeof addressRow>

interface Made {
  customerId: number
  address: AddressRow
}

export const addressImport = importKind<AddressValues, Made>({
  name: 'addresses',
  label: '客户地址',
  about: '为已有账户的客户添加收件地址，每位客户最多 50 个；已有的相同地址不重复添加，也不修改已有地址。',
  action: 'customer.import',
  keyLabel: '地址',
  columns: [
    {
      key: 'account',
      head: '客户手机号',
      hint: '客户账户的手机号',
      example: '13912345678',
      required: true,
      mask: maskPhone,
    },
    { key: 'name', head: '收件人', hint: '最多 30 个字', example: '王示例', required: true },
    {
      key: 'phone',
      head: '收件电话',
      hint: '手机号，或带区号的固定电话',
      example: '13912345678',
      required: true,
      mask: maskPhone,
    },
    { key: 'region', head: '省市区', hint: '写全省、市、区县', example: '江苏省南京市玄武区', required: true },
    {
      key: 'address',
      head: '详细地址',
      hint: '街道、门牌、楼栋，最多 100 个字',
      example: '示例路 1 号材料楼 301',
      required: true,
      mask: maskAddress,
    },
    { key: 'isDefault', head: '默认地址', hint: '是或否；不填为否', example: '否' },
  ],
  schema: addressRow,
  keyOf: ({ account, name, phone, region, address }) => JSON.stringify([account, name, phone, region, address]),
  check: checkAddresses,
  write: writeAddress,
  undo: undoAddress,
})

async function checkAddresses(ctx: Ctx<Staff>, rows: readonly AddressValues[]): Promise<Checked[]> {
  const accounts = await accountsByPhone(
    ctx,
    rows.map(({ account }) => account),
  )
  const kept = new Map<number, AddressRow[]>()
  for (const { id } of accounts.values()) kept.set(id, await listAddresses(ctx, id))
  return rows.map((values) => {
    const account = accounts.get(values.account)
    if (!account || account.disabledAt) {
      const reason = account ? '该手机号的账户已停用' : '没有这个手机号的客户，请先导入客户'
      return { outcome: 'faulty', faults: [{ column: 'account', reason }] }
    }
    const own = kept.get(account.id) ?? []
    if (own.some((each) => sameAddress(each, values))) return { outcome: 'unchanged', customerId: account.id }
    if (own.length >= MOST_ADDRESSES)
      return { outcome: 'faulty', faults: [{ column: '', reason: addressErrors.tooMany.message }] }
    return { outcome: 'new', customerId: account.id }
  })
}

function sameAddress(row: AddressRow, { name, phone, region, address }: AddressValues): boolean {
  const detail = withoutRegion(address, region, regions)
  return row.name === name && row.phone === phone && row.areaCode === region && row.address === detail
}

async function writeAddress(ctx: Ctx<Staff>, values: AddressValues): Promise<Written> {
  const account = (await accountsByPhone(ctx, [values.account])).get(values.account)
  if (!account || account.disabledAt) throw refuse(addressErrors.noAccount)
  const { name, phone, region: addressCode, address, isDefault } = values
  const row = await addAddress(ctx, account.id, { name, phone, address, addressCode, isDefault })
  return { made: { customerId: account.id, address: row } satisfies Made, customerId: account.id }
}

/** Only while the address is as it was added. Orders keep a copy of their address, so nothing else rests on it. */
async function undoAddress(ctx: Ctx<Staff>, { customerId, address }: Made): Promise<void> {
  const row = (await listAddresses(ctx, customerId)).find(({ id }) => id === address.id)
  if (!row) throw refuse(addressErrors.removedSince)
  const fields = ['name', 'phone', 'areaCode', 'address'] as const
  if (fields.some((field) => row[field] !== address[field])) throw refuse(addressErrors.changedSince)
  await removeAddress(ctx, customerId, address.id)
}
