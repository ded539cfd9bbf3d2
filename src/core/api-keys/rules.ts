/** What a key may be used for. Which calls belong to a scope is listed in src/web/api-reference/api-scopes.ts. */
export const apiScopes = {
  'orders.read': '读取方案、订单与预约',
  'orders.write': '编辑方案、提交与取消订单',
  'samples.read': '读取样品与取样',
  'samples.write': '登记寄样运单',
  'reports.read': '读取与下载数据和报告',
  'billing.read': '读取结算、对账单与开票记录',
} as const
export type ApiScope = keyof typeof apiScopes
export const apiScopeNames = Object.keys(apiScopes) as ApiScope[]

export const keyStates = { active: '可用', expired: '已过期', revoked: '已停用' } as const

/** Begins every key, so that a key that leaked into a text is recognised. */
export const KEY_START = 'mx_live_'
/** The characters that lists show. */
export const SHOWN_CHARACTERS = KEY_START.length + 4
export const MOST_KEYS = 20
export const CALLS_PER_MINUTE = 120

/** The session of a caller with a key. No row has this id, so nothing that needs a session works with it. */
export const NO_SESSION = 0

/** Whether somebody meant to call with a key, also one that was cut off or stands without its word. */
export function meansKey(authorization: string | undefined): boolean {
  return /^(Bearer +)?mx_live_/.test(authorization ?? '')
}

/** The key in `Authorization: Bearer …`; undefined for any other header. */
export function keyOfHeader(authorization: string | undefined): string | undefined {
  const [, key] = /^Bearer +(mx_live_[\w-]{43})$/.exec(authorization ?? '') ?? []
  return key
}
