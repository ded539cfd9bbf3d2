/** Customer types with the specification's numbers. */
export const userTypes = { 0: '学生', 3: '老师', 1: '个人', 2: '企业' } as const
export type UserType = 0 | 1 | 2 | 3

/** Who pays which price and by which road: institute after testing on credit, individuals before, enterprises by quote and contract. */
export type CustomerGroup = 'institute' | 'individual' | 'enterprise'

export const groupNames: Record<CustomerGroup, string> = {
  institute: '高校院所',
  individual: '个人',
  enterprise: '企业',
}

export function groupOf(userType: number | null): CustomerGroup {
  if (userType === 2) return 'enterprise'
  return userType === 0 || userType === 3 ? 'institute' : 'individual'
}

/** Purposes of an SMS code, as the specification numbers them; 6 is ours, for signing a contract. */
export const codePurposes = { register: 0, reset: 1, login: 3, contract: 6 } as const
/** Codes anybody may ask for by `code4sms`. */
export type OpenCodePurpose = 0 | 1 | 3
export type CodePurpose = OpenCodePurpose | 6

/** Ours: proves a new phone or e-mail address of somebody who is signed in. No visitor may ask for it. */
export const CONTACT_PURPOSE = 4

/** Ours: proves who asks for a copy of the personal data or for the end of the account. */
export const PRIVACY_PURPOSE = 5

/** Ours: proves who has been away for long, before money or files. */
export const STEP_UP_PURPOSE = 7

export type ContactKind = 'phone' | 'email'
export const contactNames: Record<ContactKind, string> = { phone: '手机号', email: '邮箱' }

/** 138****5678 */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? phone : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** s***@example.com; what is no address stays hidden whole. */
export function maskEmail(email: string): string {
  return email.includes('@') ? email.replace(/^(.).*(?=@)/s, '$1***') : email === '' ? '' : '***'
}

/** Of street and door only the beginning: enough to tell two parcels apart. */
export function maskAddress(address: string): string {
  return address.length <= 2 ? '***' : `${address.slice(0, 2)}***`
}

/** Phones of the demo customers: outside a demo nobody signs in with them by password. */
export const demoPhones: readonly string[] = ['13800000001', '13800000002', '13800000003', '13800000004']

/** Channels a person may switch off; messages in the system always come. */
export interface NoticeChoices {
  sms: boolean
  mail: boolean
}
