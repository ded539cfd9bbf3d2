import { networkWords } from '../../platform/contract/network-words.ts'

/** What a system of a customer can be told. */
export const webhookTypes = {
  'order.submitted': '订单已提交',
  'order.received': '样品已收齐',
  'order.in_test': '开始检测',
  'order.delivered': '数据已交付',
  'order.completed': '订单已完成',
  'report.published': '报告已出具',
  'settlement.paid': '结算单已付款',
  'invoice.issued': '发票已开具',
} as const
export type WebhookType = keyof typeof webhookTypes

export const webhookStates = { active: '启用', paused: '已暂停', disabled: '已停用' } as const
export const deliveryStates = { waiting: '待送达', delivered: '已送达', failed: '未送达' } as const

export const MOST_WEBHOOKS = 5
export const KEPT_DAYS = 30
export const OLD_SECRET_HOURS = 24
export const TIMEOUT_MS = 10_000
/** Messages of one address in one job. */
export const MOST_AT_ONCE = 10

const MINUTE = 60
const HOUR = 3600
/** Waits in seconds after each failed attempt; together a little more than three days. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** When to try again after this number of attempts; undefined: no more. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1000)
}

/** Why nothing answered, by the code of the failed connection or what the sender found itself. */
const failureTexts: Record<string, string> = {
  ...networkWords,
  timeout: '连接超时',
  'address not public': '域名指向的不是公网地址',
}

/** The code stays beside the words: whoever runs the receiving system looks for it. */
export function failureText(code: string): string {
  return failureTexts[code] ? `${failureTexts[code]}（${code}）` : code
}

/** What a message tells about: the number in its data. */
export function subjectOf(body: string): string {
  const { data = {} } = JSON.parse(body) as { data?: Record<string, unknown> }
  return String(data['orderNo'] ?? data['settlementNo'] ?? data['applicationNo'] ?? '')
}

/** An address that failed for so long is disabled. */
export const DISABLED_AFTER_HOURS = 72

/** Whether an address may be typed at all. Names are checked again with their addresses before each request. */
export function addressFault(text: string, loopback: boolean): 'form' | 'https' | undefined {
  if (!URL.canParse(text)) return 'form'
  const { protocol, username, password, hostname, port } = new URL(text)
  if (username !== '' || password !== '') return 'form'
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (loopback && here && ['http:', 'https:'].includes(protocol)) return undefined
  if (protocol !== 'https:') return 'https'
  return port === '' || Number(port) >= 1024 ? undefined : 'form'
}
