import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { done, phoneField } from '../../platform/contract/fields.ts'
import { codeField, consentVersionField, existingPassword, newPassword } from '../customers/credential-contract.ts'
import { bindTokenField } from './wechat/wechat-contract.ts'

/** The tokens of a sign-in; `expires` is in epoch seconds. */
const tokens = z.object({ token: z.string(), refreshToken: z.string(), expires: z.number().int() })

/** Keeps the sign-in on this device for 30 days instead of one; the password is not stored. */
const remember = z.boolean({ error: '[记住密码]格式不正确' }).optional()

const agreementVersion = consentVersionField.optional()

export const login = defineCall({
  name: 'login',
  area: 'open',
  repeat: 'bounded',
  summary: '密码登录',
  input: z.strictObject({
    account: z
      .string({ error: '[用户名/手机号]不能为空' })
      .trim()
      .min(1, '[用户名/手机号]不能为空')
      .max(100, '[用户名/手机号]过长'),
    password: existingPassword,
    remember,
  }),
  output: tokens,
})
/** The answer of every way to sign in. */
export type Tokens = OutputOf<typeof login>

export const loginForCode = defineCall({
  name: 'loginForCode',
  area: 'open',
  repeat: 'single-use',
  bindsBrowser: true,
  summary: '短信验证码登录',
  input: z.strictObject({ phone: phoneField, code: codeField, remember, agreementVersion, bindToken: bindTokenField }),
  output: tokens,
})

export const code4sms = defineCall({
  name: 'code4sms',
  area: 'open',
  repeat: 'bounded',
  /** The code is for the browser that asked for it. */
  bindsBrowser: true,
  summary: '发送短信验证码（useFor：0 注册，1 重置密码，3 登录）',
  input: z.strictObject({ phone: phoneField, useFor: z.literal([0, 1, 3], { error: '验证码用途不正确' }) }),
  output: done,
})

const inviterCode = z.string({ error: '邀请码格式不正确' }).trim().max(40, '邀请码格式不正确')

export const sign = defineCall({
  name: 'sign',
  area: 'open',
  repeat: 'single-use',
  /** The code belongs to it, and an account that a person registers with their own invite code is noticed by it. */
  bindsBrowser: true,
  summary: '注册',
  input: z.strictObject({
    phone: phoneField,
    code: codeField,
    password: newPassword,
    /** An unknown code is ignored: a mistyped invite code must not prevent a registration. */
    inviterCode: inviterCode.optional(),
    agreementVersion,
    bindToken: bindTokenField,
  }),
  output: done,
})

/** Whether an invite code exists; asked before the registration form shows it. */
export const inviterCheck = defineCall({
  name: 'inviter/check',
  area: 'open',
  reads: true,
  summary: '检查邀请码是否有效',
  input: z.strictObject({ code: inviterCode.min(1, '邀请码格式不正确') }),
  output: z.object({ valid: z.boolean() }),
})

export const reset = defineCall({
  name: 'reset',
  area: 'open',
  repeat: 'single-use',
  bindsBrowser: true,
  summary: '重置密码',
  input: z.strictObject({ account: phoneField, code: codeField, password: newPassword }),
  output: done,
})

export const refresh4token = defineCall({
  name: 'refresh4token',
  area: 'open',
  repeat: 'single-use',
  summary: '刷新登录令牌',
  input: z.strictObject({
    token: z.string({ error: '缺少登录凭证' }).min(1, '缺少登录凭证').max(200, '登录凭证格式不正确'),
  }),
  output: z.object({ token: z.string(), refresh_token: z.string(), expires_at: z.number().int() }),
})
