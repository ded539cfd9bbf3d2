import { isEmail } from '../../platform/contract/email.ts'
import type { ContactKind } from './rules.ts'

const PHONE = /^1[3-9]\d{9}$/

/** +86, spaces, dashes and full-width digits are forgiven. */
export function plainPhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')
}

export function phoneFault(phone: string): string | undefined {
  if (plainPhone(phone) === '') return '[手机号]不能为空'
  return PHONE.test(plainPhone(phone)) ? undefined : '手机号格式不正确'
}

/** A phone is forgiven its spaces, an address of mail its surroundings. */
export function plainContact(kind: ContactKind, typed: string): string {
  return kind === 'phone' ? plainPhone(typed) : typed.trim()
}

export function contactFault(kind: ContactKind, typed: string): string | undefined {
  if (kind === 'phone') return phoneFault(typed)
  if (typed.trim() === '') return '[邮箱]不能为空'
  return isEmail(typed.trim()) ? undefined : '邮箱格式不正确'
}
