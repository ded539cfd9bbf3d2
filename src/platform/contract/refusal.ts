/** A named refusal. Code compares `error`, which is stable, and never the Chinese text, which is for people. */
export interface RefusalKind {
  readonly error: string
  readonly message: string
  /** HTTP status. 200 for faults that a person can correct, because clients of the specification read only `code`. */
  readonly status: number
}

/** Thrown anywhere below a handler; the transaction rolls back and the dispatcher answers with the envelope. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly data: unknown

  constructor(kind: RefusalKind, message?: string, data?: unknown) {
    super(message ?? kind.message)
    this.name = 'Refusal'
    this.kind = kind
    this.data = data
  }
}

type Declared = Record<string, string | readonly [message: string, status: number]>

/** Declares the refusals of a slice: `defineRefusals({ stageChanged: ['订单状态已变化', 409], empty: '请至少选择一项' })`. */
export function defineRefusals<T extends Declared>(declared: T): { readonly [K in keyof T]: RefusalKind } {
  const kinds = Object.entries(declared).map(([error, value]) => {
    const [message, status] = typeof value === 'string' ? [value, 200] : value
    return [error, { error, message, status }]
  })
  return Object.fromEntries(kinds) as { readonly [K in keyof T]: RefusalKind }
}

/** `throw refuse(errors.x)`; `detail` replaces the text when it must contain numbers or field names. */
export function refuse(kind: RefusalKind, detail?: string, data?: unknown): Refusal {
  return new Refusal(kind, detail, data)
}

/** A refusal whose reason a form shows at this field. */
export function refuseAt(field: string, kind: RefusalKind): Refusal {
  return refuse(kind, undefined, { fields: { [field]: kind.message } })
}

export const commonErrors = defineRefusals({
  invalid: '提交的内容有误，请检查后重试',
  unstorableText: '包含无法识别的字符，请删除后重新输入',
  notSignedIn: ['登录已失效，请重新登录', 401],
  forbidden: ['没有权限进行此操作', 403],
  wrongTokenKind: ['此登录凭证不能用于该接口', 403],
  tlsRequired: ['请使用 https 地址访问', 403],
  otherHost: ['此地址不提供该接口，请从正确的网址访问', 403],
  notFound: ['内容不存在或无权查看', 404],
  unknownCall: ['接口不存在', 404],
  methodNotAllowed: ['请求方法不正确', 405],
  stageConflict: ['状态已变化，请核对当前状态后再操作', 409],
  idempotencyMismatch: ['同一请求编号的内容不一致，请刷新后重试', 409],
  keyRequired: ['缺少请求编号：请在请求头 Idempotency-Key 中为每次操作提供唯一编号后重试', 400],
  malformed: ['请求格式不正确', 400],
  tooSlow: ['请求接收超时，请检查网络后重试', 408],
  tooLarge: ['提交的内容过大', 413],
  unsupportedMedia: ['不支持的内容类型', 415],
  tooMany: ['操作过于频繁，请稍后重试', 429],
  tooManyCalls: ['您所在网络的请求过于频繁，请一分钟后重试', 429],
  internal: ['系统繁忙，请稍后重试', 500],
  unavailable: ['服务暂时不可用，请稍后重试', 503],
  /** Sent with a challenge: the browser solves it and repeats the call. */
  proofRequired: ['请求较多，需要先完成安全验证，请稍候重试', 428],
  /** After a long absence the browser asks for a proof of identity and repeats the call. */
  stepUpRequired: ['您已较长时间没有登录，请先验证身份', 403],
  /** Signed in with the first of two factors: the browser asks for the second and repeats the call. */
  secondFactorRequired: ['请输入验证器应用中的验证码，完成登录', 403],
  infected: '文件含有病毒，已拒绝',
  unscannable: ['文件超过病毒扫描的大小限制，请拆分后重新上传', 413],
  notScanned: ['病毒扫描暂时不可用，请稍后重试', 503],
  storageFull: ['存储空间不足，请联系客服', 507],
})
