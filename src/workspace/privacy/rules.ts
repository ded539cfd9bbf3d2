import { addHours } from '../../platform/time.ts'

export const COOL_OFF_DAYS = 7
export const EXPORT_DAYS = 7
/** A copy reads every table, so a customer gets one a day. */
export const EXPORT_GAP_HOURS = 24

/** When the next copy may be asked for after one of this time. */
export function nextExportAt(createdAt: Date): Date {
  return addHours(createdAt, EXPORT_GAP_HOURS)
}

/** Sent to phone and e-mail address of an account that has just been closed; neither is stored any more. */
export const closedMessage = {
  template: 'account.closed',
  title: '账号已注销',
  text: '您的账号已注销，个人信息已删除。感谢您的使用。',
} as const

export const documentNames: Record<string, string> = { agreement: '用户协议与隐私政策' }

/** The button that ends a closing before it is carried out. */
export const TAKE_BACK = '撤销注销'

/** Read before a closing is asked for. To sign in again does not take it back by itself. */
export const closingTerms = `提交后有${COOL_OFF_DAYS}天冷静期，期间登录后点“${TAKE_BACK}”即可撤回；期满后个人信息被删除且无法恢复。`
