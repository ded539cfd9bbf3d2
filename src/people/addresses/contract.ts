import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, nothing } from '../../platform/contract/fields.ts'
import { addressWire } from '../customers/address-contract.ts'
import { PHONE_PATTERN } from './rules.ts'

/** Required text, with messages in the words of the specification: `[姓名]不能为空`. */
function bracketed(label: string, maxLength: number) {
  return z
    .string({ error: `[${label}]不能为空` })
    .trim()
    .min(1, `[${label}]不能为空`)
    .max(maxLength, `[${label}]不能超过${maxLength}个字`)
}

const addressFields = {
  name: bracketed('姓名', 30),
  phone: z
    .string({ error: '[手机]不能为空' })
    .transform((text) =>
      text
        .normalize('NFKC')
        .replace(/[\s-]/g, '')
        .replace(/^\+?86(?=1\d{10}$)/, ''),
    )
    .refine((text) => text.length > 0, { error: '[手机]不能为空', abort: true })
    .refine((text) => PHONE_PATTERN.test(text), '[手机]格式不正确'),
  address_code: z
    .string({ error: '[所在地区]不能为空' })
    .min(1, '[所在地区]不能为空')
    .regex(/^\d{6}$/, '[所在地区]格式不正确'),
  address: bracketed('详细地址', 100),
  default: z.boolean({ error: '[默认地址]格式不正确' }).optional(),
  // Clients that follow the specification send the names too; the server stores the names that belong to the code.
  province: z.string().max(50, '[省]过长').optional(),
  city: z.string().max(50, '[市]过长').optional(),
  area: z.string().max(50, '[区县]过长').optional(),
}

const addressRid = z.strictObject({ address_rid: idField })

export const addressList = defineCall({
  name: 'address/list',
  area: 'auth',
  reads: true,
  summary: '我的地址',
  input: nothing,
  output: z.object({ list: z.array(addressWire) }),
})

export const addressAdd = defineCall({
  name: 'address/add',
  area: 'auth',
  summary: '新增地址',
  idempotent: true,
  input: z.strictObject(addressFields),
  output: addressWire,
})

export const addressEdit = defineCall({
  name: 'address/edit',
  area: 'auth',
  repeat: 'sets-state',
  summary: '修改地址',
  input: z.strictObject({ address_rid: idField, ...addressFields }),
  output: addressWire,
})

export const addressDel = defineCall({
  name: 'address/del',
  area: 'auth',
  repeat: 'sets-state',
  summary: '删除地址',
  input: addressRid,
  output: done,
})

export const addressDefault = defineCall({
  name: 'address/default',
  area: 'auth',
  repeat: 'sets-state',
  summary: '设为默认地址',
  input: addressRid,
  output: done,
})
