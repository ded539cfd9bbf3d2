import { z } from 'zod'
import { defineCall } from '../platform/contract/call.ts'
import { done, nothing } from '../platform/contract/fields.ts'

const tokens = z.object({ token: z.string(), refreshToken: z.string(), expires: z.number().int() })

/** Staff sign in with account and password; the answer's `expires` is epoch seconds. */
export const staffLogin = defineCall({
  name: 'staff/login',
  area: 'open',
  summary: '员工登录',
  input: z.strictObject({
    account: z.string({ error: '[账号]不能为空' }).trim().min(1, '[账号]不能为空').max(100, '[账号]过长'),
    password: z.string({ error: '[密码]不能为空' }).min(1, '[密码]不能为空').max(200, '[密码]过长'),
  }),
  output: tokens,
})

export const staffRefresh = defineCall({
  name: 'staff/refresh',
  area: 'open',
  summary: '员工登录续期',
  input: z.strictObject({ token: z.string({ error: '缺少登录凭证' }).max(200, '登录凭证格式不正确') }),
  output: tokens,
})

export const staffMe = defineCall({
  name: 'me',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '当前员工',
  input: nothing,
  output: z.object({ id: z.number(), account: z.string(), name: z.string(), role: z.string(), roleName: z.string() }),
})

export const staffLogout = defineCall({
  name: 'logout',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '员工退出',
  input: nothing,
  output: done,
})
