import { z } from 'zod'
import { appCodeField, factorField, firstCode } from '../second-factor/factor-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, nothing, timeText } from '../../platform/contract/fields.ts'
import {
  type SignInMethod,
  signInMethods,
  type SignInOutcome,
  signInOutcomes,
} from '../../platform/contract/sign-in-words.ts'
import { staffPasswordFault } from './password-rules.ts'

const tokens = z.object({ token: z.string(), refreshToken: z.string(), expires: z.number().int() })

/** `expires` is in epoch seconds; recovery codes are sent once, when the second factor has just been set up. */
const signedIn = tokens.extend({ next: z.literal('done'), recoveryCodes: z.array(z.string()).optional() })
/** The next step, under a ticket that is valid for ten minutes. */
const unfinished = z.object({ next: z.enum(['code', 'password', 'enrol']), ticket: z.string() })
const step = z.union([signedIn, unfinished])
export type SignInStepWire = z.output<typeof step>

const ticketField = z
  .string({ error: '登录已超时，请重新登录' })
  .min(1, '登录已超时，请重新登录')
  .max(100, '登录已超时，请重新登录')

const existingPassword = z.string({ error: '[密码]不能为空' }).min(1, '[密码]不能为空').max(200, '[密码]过长')
const newStaffPassword = z.string({ error: '[密码]不能为空' }).superRefine((password, issues) => {
  const fault = staffPasswordFault(password)
  if (fault) issues.addIssue({ code: 'custom', message: fault })
})

/** First step of signing in: account and password. The answer says what comes next. */
export const staffLogin = defineCall({
  name: 'staff/login',
  area: 'open',
  repeat: 'bounded',
  summary: '员工登录',
  input: z.strictObject({
    account: z.string({ error: '[账号]不能为空' }).trim().min(1, '[账号]不能为空').max(100, '[账号]过长'),
    password: z.string({ error: '[密码]不能为空' }).min(1, '[密码]不能为空').max(200, '[密码]过长'),
  }),
  output: step,
})

export const staffLoginCode = defineCall({
  name: 'staff/login/code',
  area: 'open',
  repeat: 'single-use',
  summary: '员工登录：提交动态验证码或恢复码',
  input: z.strictObject({ ticket: ticketField, code: factorField }),
  output: step,
})

export const staffLoginPassword = defineCall({
  name: 'staff/login/password',
  area: 'open',
  repeat: 'single-use',
  summary: '员工登录：首次登录时设置自己的密码',
  input: z.strictObject({ ticket: ticketField, password: newStaffPassword }),
  output: step,
})

const enrolment = z.object({ secret: z.string(), uri: z.string() })

export const staffLoginEnrol = defineCall({
  name: 'staff/login/enrol',
  area: 'open',
  repeat: 'single-use',
  summary: '员工登录：获取绑定动态验证码的密钥',
  input: z.strictObject({ ticket: ticketField }),
  output: enrolment,
})

export const staffLoginConfirm = defineCall({
  name: 'staff/login/confirm',
  area: 'open',
  repeat: 'single-use',
  summary: '员工登录：确认绑定动态验证码',
  input: z.strictObject({ ticket: ticketField, code: appCodeField }),
  output: step,
})

export const staffRefresh = defineCall({
  name: 'staff/refresh',
  area: 'open',
  repeat: 'single-use',
  summary: '刷新员工的登录令牌',
  input: z.strictObject({ token: z.string({ error: '缺少登录凭证' }).max(200, '登录凭证格式不正确') }),
  output: tokens,
})

export const staffSecurity = defineCall({
  name: 'security',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '我的登录安全：动态验证码、恢复码与登录设备',
  input: nothing,
  output: z.object({
    account: z.string(),
    enrolledAt: timeText.nullable(),
    recoveryCodesLeft: z.number().int(),
    sessions: z.array(
      z.object({
        id: z.number().int(),
        current: z.boolean(),
        createdAt: timeText,
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
  }),
})

// The calls below count wrong tries, which must stay counted when the call is refused. They therefore run outside the transaction of other
// staff writes (`reads`), and write their audit rows themselves.

export const staffEnrol = defineCall({
  name: 'security/enrol',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '获取绑定动态验证码的密钥',
  input: z.strictObject({ password: existingPassword }),
  output: enrolment,
})

export const staffEnrolConfirm = defineCall({
  name: 'security/confirm',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '确认绑定动态验证码',
  input: firstCode,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const staffRecoveryCodes = defineCall({
  name: 'security/recovery',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '重新生成恢复码，旧的作废',
  input: z.strictObject({ code: factorField }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const staffPassword = defineCall({
  name: 'security/password',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '修改自己的登录密码',
  input: z.strictObject({ oldPassword: existingPassword, password: newStaffPassword }),
  output: done,
})

export const staffRevoke = defineCall({
  name: 'security/revoke',
  area: 'staff',
  repeat: 'sets-state',
  action: 'console.enter',
  summary: '让自己的一台登录设备退出登录',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const staffRevokeOthers = defineCall({
  name: 'security/revokeOthers',
  area: 'staff',
  repeat: 'sets-state',
  action: 'console.enter',
  summary: '让自己的其他登录设备全部退出登录',
  input: nothing,
  output: z.object({ ended: z.number().int() }),
})

export const staffOwnSignIns = defineCall({
  name: 'security/signIns',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '我最近的登录记录，包括失败的尝试',
  input: nothing,
  output: z.object({
    /** The latest twenty. */
    list: z.array(
      z.object({
        id: z.number().int(),
        at: timeText,
        method: z.enum(Object.keys(signInMethods) as [SignInMethod, ...SignInMethod[]]),
        outcome: z.enum(Object.keys(signInOutcomes) as [SignInOutcome, ...SignInOutcome[]]),
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
  }),
})
