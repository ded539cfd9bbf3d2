import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, keyOf, nothing } from '../../platform/contract/fields.ts'
import { addressWire } from './address-contract.ts'
import { groupNames, userTypeNumbers } from './rules.ts'

// These calls have a file of their own, because every page makes them for somebody who is signed in.

export const userInfo = defineCall({
  name: 'user/info',
  area: 'auth',
  reads: true,
  summary: '当前用户的资料、地址、方案项数与未读消息数',
  input: nothing,
  output: z.object({
    userInfo: z.object({
      account: z.string(),
      /** Opaque and the same at every sign-in of one person: the browser keeps unsaved input under this key. */
      personKey: z.string(),
      nickname: z.string(),
      avatar: z.string(),
      name: z.string(),
      email: z.string(),
      organization: z.literal(userTypeNumbers).nullable(),
      company: z.string(),
      teacher: z.string(),
      teacher_phone: z.string(),
      teacher_mail: z.string(),
      province: z.string(),
      city: z.string(),
      area: z.string(),
      address_code: z.string(),
      address: z.string(),
      profileComplete: z.boolean(),
      group: keyOf(groupNames),
      noticeChoices: z.object({ sms: z.boolean(), mail: z.boolean() }),
      /** Whether a WeChat identity can sign in to this account. */
      wechatBound: z.boolean(),
    }),
    addressList: z.array(addressWire),
    /** The version of agreement and privacy policy that the person has not agreed to yet. */
    consentNeeded: z.string().nullable(),
    cartNum: z.number().int(),
    messageNum: z.number().int(),
    advisor: z.object({ name: z.string(), phone: z.string() }).nullable(),
  }),
})

export const userLogout = defineCall({
  name: 'user/logout',
  area: 'auth',
  beforeSecondFactor: true,
  repeat: 'sets-state',
  summary: '退出登录',
  input: nothing,
  output: done,
})
