import { z } from 'zod'
import { type Checked, importKind, type RowRefused, type Written } from '../../core/imports/kind-actions.ts'
import { regions } from '../../core/regions/region-actions.ts'
import { findRegionText } from '../../core/regions/region-match-rules.ts'
import { phoneField } from '../../platform/contract/fields.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { accountsByPhone } from '../customers/imports/import-actions.ts'
import { maskAddress, maskPhone } from '../customers/rules.ts'
import { withoutRegion } from './address-line-rules.ts'
import { addAddresses, addressesOfAll, lockForChange, removeAddresses, type WantedAddress } from './batch-actions.ts'
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
  /** The default address of the customer before the import. Absent in rows of a release that did not keep it. */
  formerDefault?: number | undefined
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
  keyOf: (values) => JSON.stringify([values.account, values.name, values.phone, values.region, detailOf(values)]),
  check: checkAddresses,
  write: writeAddresses,
  undo: undoAddresses,
})

async function checkAddresses(ctx: Ctx<Staff>, rows: readonly AddressValues[]): Promise<Checked[]> {
  const accounts = await accountsByPhone(
    ctx,
    rows.map(({ account }) => account),
  )
  const all = await addressesOfAll(
    ctx,
    [...accounts.values()].map(({ id }) => id),
  )
  const kept = Map.groupBy(all, ({ customerId }) => customerId)
  return rows.map((values) => {
    const account = accounts.get(values.account)
    if (!account || account.disabledAt) {
      const reason = account ? '该手机号的账户已停用' : '没有这个手机号的客户，请先导入客户'
      return { outcome: 'faulty', faults: [{ column: 'account', reason }], customerId: account?.id }
    }
    const own = kept.get(account.id) ?? []
    if (own.some((each) => sameAddress(each, values))) return { outcome: 'unchanged', customerId: account.id }
    if (own.length >= MOST_ADDRESSES)
      return {
        outcome: 'faulty',
        faults: [{ column: '', reason: addressErrors.tooMany.message }],
        customerId: account.id,
      }
    return { outcome: 'new', customerId: account.id }
  })
}

/** As it is stored: a detail that begins with its region is the same address as one that does not. */
function detailOf({ address, region }: AddressValues): string {
  return withoutRegion(address, region, regions)
}

function sameAddress(row: AddressRow, values: AddressValues): boolean {
  const { name, phone, region } = values
  return row.name === name && row.phone === phone && row.areaCode === region && row.address === detailOf(values)
}

/** What a customer has is read again, because another import may have added the same address since the check. */
async function writeAddresses(ctx: Ctx<Staff>, rows: readonly AddressValues[]): Promise<(Written | RowRefused)[]> {
  const accounts = await accountsByPhone(
    ctx,
    rows.map(({ account }) => account),
  )
  const ids = [...accounts.values()].map(({ id }) => id)
  await lockForChange(ctx, ids)
  const kept = Map.groupBy(await addressesOfAll(ctx, ids), ({ customerId }) => customerId)
  const planned = rows.map((values): WantedAddress | RowRefused => {
    const account = accounts.get(values.account)
    if (!account || account.disabledAt) return { refused: addressErrors.noAccount.message }
    if (kept.get(account.id)?.some((each) => sameAddress(each, values)))
      return { refused: addressErrors.thereAlready.message }
    const { name, phone, region: addressCode, address, isDefault } = values
    return { customerId: account.id, input: { name, phone, address, addressCode, isDefault } }
  })
  const wanted = planned.filter((each): each is WantedAddress => 'input' in each)
  const added = (await addAddresses(ctx, wanted)).values()
  return planned.map((each) => {
    if ('refused' in each) return each
    const address = added.next().value
    if (!address) return { refused: addressErrors.tooMany.message }
    const { customerId } = each
    const formerDefault = kept.get(customerId)?.find(({ isDefault }) => isDefault)?.id
    const made: Made = { customerId, address, formerDefault }
    return { made, customerId }
  })
}

/** Only while the address is as it was added; what was the default before is it again. Orders keep a copy of their address, so nothing else rests on it. */
async function undoAddresses(ctx: Ctx<Staff>, rows: readonly Made[]): Promise<(RowRefused | undefined)[]> {
  const customers = rows.map(({ customerId }) => customerId)
  await lockForChange(ctx, customers)
  const now = new Map((await addressesOfAll(ctx, customers)).map((row) => [row.id, row]))
  const results = rows.map(({ address, customerId }) => {
    const row = now.get(address.id)
    if (row?.customerId !== customerId) return { refused: addressErrors.removedSince.message }
    const fields = ['name', 'phone', 'areaCode', 'address'] as const
    const changed = fields.some((field) => row[field] !== address[field])
    return changed ? { refused: addressErrors.changedSince.message } : undefined
  })
  const free = rows.filter((_, place) => !results[place])
  await removeAddresses(
    ctx,
    free.map(({ address }) => address.id),
    free.map(({ formerDefault }) => formerDefault).filter((id) => id !== undefined),
  )
  return results
}
