import { z } from 'zod'
import { passwordFault } from './password-rules.ts'

export const codeField = z
  .string({ error: '[验证码]不能为空' })
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  .refine((text) => text.length > 0, { error: '[验证码]不能为空', abort: true })
  .refine((text) => /^\d{6}$/.test(text), '验证码为6位数字')

export const newPassword = z.string({ error: '[密码]不能为空' }).superRefine((password, issues) => {
  const fault = passwordFault(password)
  if (fault) issues.addIssue({ code: 'custom', message: fault })
})

/** The version of the agreement that the person accepted; stored with time and IP address. */
export const consentVersionField = z.string({ error: '协议版本不正确' }).max(60, '协议版本不正确')

/** A fresh proof of who is signed in: a code sent to the own phone, or the password when no message arrives. */
export const proofInput = z
  .strictObject({
    code: codeField.optional(),
    password: z.string({ error: '[密码]不能为空' }).min(1, '[密码]不能为空').max(200, '[密码]过长').optional(),
  })
  .refine(({ code, password }) => (code === undefined) !== (password === undefined), {
    error: '[验证码]不能为空',
    path: ['code'],
  })

/** The password of an account that exists: whatever rules it was chosen by. */
export const existingPassword = z.string({ error: '[密码]不能为空' }).min(1, '[密码]不能为空').max(200, '[密码]过长')
