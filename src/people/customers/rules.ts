/** Customer types with the numbers of the specification. */
export const userTypes = { 0: '学生', 3: '老师', 1: '个人', 2: '企业' } as const satisfies Record<UserType, string>
export const userTypeNumbers = [0, 1, 2, 3] as const
export type UserType = (typeof userTypeNumbers)[number]

/** A person signs in; a group is an account of money in whose name its owner and managers act. */
export type CustomerKind = 'person' | 'group'

/** Decides on prices and payment: institutes pay after testing on credit, individuals before it, enterprises by quote and contract. */
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

/** Purposes of an SMS code with the numbers of the specification; 6, for signing a contract, is not in the specification. */
export const codePurposes = { register: 0, reset: 1, login: 3, contract: 6 } as const
/** Purposes for which a visitor may request a code with `code4sms`. */
export type OpenCodePurpose = 0 | 1 | 3
export type CodePurpose = OpenCodePurpose | 6

/** Confirms a new phone or e-mail address of a signed-in customer. Not in the specification; visitors cannot request it. */
export const CONTACT_PURPOSE = 4

/** Confirms a request for a copy of the personal data or for closing the account. Not in the specification. */
export const PRIVACY_PURPOSE = 5

/** Confirms the identity after a long absence, before money or files, and before WeChat is unbound. Not in the specification. */
export const STEP_UP_PURPOSE = 7

/** Confirms a withdrawal, or another bank account for withdrawals. Not in the specification. */
export const WITHDRAW_PURPOSE = 8

/** Confirms a transfer of points to another customer. Not in the specification. */
export const POINTS_PURPOSE = 9

export type AnyPurpose =
  | CodePurpose
  | typeof CONTACT_PURPOSE
  | typeof PRIVACY_PURPOSE
  | typeof STEP_UP_PURPOSE
  | typeof WITHDRAW_PURPOSE
  | typeof POINTS_PURPOSE

/** The template name and the use of each purpose; templates of the SMS provider are configured by these names. */
export const codeMessages: Record<AnyPurpose, { template: string; use: string }> = {
  0: { template: 'code.0', use: '注册' },
  1: { template: 'code.1', use: '重置密码' },
  3: { template: 'code.3', use: '登录' },
  4: { template: 'code.contact', use: '更换手机号' },
  5: { template: 'code.5', use: '导出个人信息或注销账号' },
  6: { template: 'code.6', use: '签署合同' },
  7: { template: 'code.7', use: '验证身份' },
  8: { template: 'code.8', use: '提现' },
  9: { template: 'code.9', use: '转赠积分' },
}

/** Sent instead of a code when the phone does not fit the purpose. */
export const phoneMessages = {
  registered: { template: 'phone.already-registered', use: '手机号已注册' },
  unknown: { template: 'phone.not-registered', use: '手机号未注册' },
  bound: { template: 'phone.already-bound', use: '手机号已绑定其他账号' },
} as const

export type ContactKind = 'phone' | 'email'
export const contactNames: Record<ContactKind, string> = { phone: '手机号', email: '邮箱' }

export const accountStates = { open: '正常', closing: '注销中', disabled: '已停用', closed: '已注销' } as const
export type AccountState = keyof typeof accountStates

/** Somebody, or a group, still uses the account: it is neither closed nor switched off. */
export function isInUse(state: AccountState): boolean {
  return state === 'open' || state === 'closing'
}

/** 138****5678 */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? phone : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** s***@example.com; text that is not an address is hidden completely. */
export function maskEmail(email: string): string {
  return email.includes('@') ? email.replace(/^(.).*(?=@)/s, '$1***') : email === '' ? '' : '***'
}

/** Shows only the first two characters: enough to tell two parcels apart. */
export function maskAddress(address: string): string {
  return address.length <= 2 ? '***' : `${address.slice(0, 2)}***`
}

/** Phones of the demo customers: when the demo is off, their password is refused. */
export const demoPhones: readonly string[] = [1, 2, 3, 4, 5, 6, 7].map((number) => `1380000000${number}`)

/** Channels that a customer can switch off; messages in the inbox cannot be switched off. */
export interface NoticeChoices {
  sms: boolean
  mail: boolean
}
