import { z } from 'zod'

/** Six digits of an authenticator app; blanks and full-width digits are taken as they are meant. */
export const appCodeField = z
  .string({ error: '[验证码]不能为空' })
  .transform((text) => text.normalize('NFKC').replace(/\s/g, ''))
  .refine((text) => text.length > 0, { error: '[验证码]不能为空', abort: true })
  .refine((text) => /^\d{6}$/.test(text), '验证码为6位数字')

/** A code of the app, or a recovery code with or without its dash. */
export const factorField = z
  .string({ error: '[验证码]不能为空' })
  .transform((text) => text.normalize('NFKC').replace(/\s/g, ''))
  .refine((text) => text.length > 0, { error: '[验证码]不能为空', abort: true })
  .refine((text) => /^(\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/.test(text), '请输入6位验证码，或10位恢复码')

/** What a form asks for that binds an app. */
export const firstCode = z.strictObject({ code: appCodeField })
