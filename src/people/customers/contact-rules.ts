import { isEmail } from '../../platform/contract/email.ts'
import type { ContactKind } from './rules.ts'

const PHONE = /^1[3-9]\d{9}$/

/** Removes +86, spaces and dashes, and turns full-width digits into ASCII. */
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

/** Normalises a phone number; trims an e-mail address. */
export function plainContact(kind: ContactKind, typed: string): string {
  return kind === 'phone' ? plainPhone(typed) : typed.trim()
}

export function contactFault(kind: ContactKind, typed: string): string | undefined {
  if (kind === 'phone') return phoneFault(typed)
  if (typed.trim() === '') return '[邮箱]不能为空'
  return isEmail(typed.trim()) ? undefined : '邮箱格式不正确'
}
