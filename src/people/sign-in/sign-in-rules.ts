import { contactFault, phoneFault, plainPhone } from '../customers/contact-rules.ts'
import { passwordFault } from '../customers/password-rules.ts'
import type { ContactKind } from '../customers/rules.ts'

/** Values of the forms of the sign-in dialog, and the first fault of each, in the order and words of the specification. */
export interface RegisterValues {
  phone: string
  code: string
  password: string
  confirm: string
}

export interface FormFault<T> {
  field: keyof T & string
  message: string
}

export interface ContactValues {
  contact: string
  code: string
  password: string
}

export function newContactFault(kind: ContactKind, values: ContactValues): FormFault<ContactValues> | undefined {
  const contact = contactFault(kind, values.contact)
  if (contact) return { field: 'contact', message: contact }
  if (values.code.trim() === '') return { field: 'code', message: '[验证码]不能为空' }
  return values.password === '' ? { field: 'password', message: '[密码]不能为空' } : undefined
}

export function passwordSignInFault(values: {
  account: string
  password: string
}): FormFault<typeof values> | undefined {
  if (values.account.trim() === '') return { field: 'account', message: '[用户名/手机号]不能为空' }
  if (values.password === '') return { field: 'password', message: '[密码]不能为空' }
  return undefined
}

export function codeSignInFault(values: { phone: string; code: string }): FormFault<typeof values> | undefined {
  const phone = phoneFault(values.phone)
  if (phone) return { field: 'phone', message: phone }
  if (values.code.trim() === '') return { field: 'code', message: '[验证码]不能为空' }
  return undefined
}

/** Registration and reset: empty fields are reported before any other fault. */
export function registerFault(values: RegisterValues): FormFault<RegisterValues> | undefined {
  if (plainPhone(values.phone) === '') return { field: 'phone', message: '[手机号]不能为空' }
  if (values.code.trim() === '') return { field: 'code', message: '[验证码]不能为空' }
  if (values.password === '') return { field: 'password', message: '[密码]不能为空' }
  if (values.confirm === '') return { field: 'confirm', message: '[确认密码]不能为空' }
  const phone = phoneFault(values.phone)
  if (phone) return { field: 'phone', message: phone }
  if (values.confirm !== values.password) return { field: 'confirm', message: '[密码]不一致' }
  const password = passwordFault(values.password, plainPhone(values.phone))
  return password ? { field: 'password', message: password } : undefined
}

/** For forms outside of the sign-in dialog: refusals of a code stand at its field. */
export const placedCode = { wrongCode: 'code', tooManyCodeTries: 'code' } as const

/** Where a refusal of the server is shown: at the field that it names, or that `placed` has for its name. */
export function refusalAt<T extends object>(
  refusal: { error: string; message: string; issues: readonly { path: string; message: string }[] },
  values: T,
  placed: Record<string, keyof T & string> = {},
): FormFault<T> | undefined {
  const named = refusal.issues.find(({ path }) => Object.hasOwn(values, path))
  if (named) return { field: named.path as keyof T & string, message: named.message }
  const field = placed[refusal.error]
  return field && { field, message: refusal.message }
}
