import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, nothing } from '../../platform/contract/fields.ts'

const secret = (name: string) => z.string({ error: `缺少${name}` }).regex(/^[\w-]{43}$/, `${name}不正确`)

/** What the phone proved, handed to registration or sign-in by code, which bind it to an account. */
export const bindTokenField = secret('微信绑定凭证').optional()

export const wxTicket = defineCall({
  name: 'wx/ticket',
  area: 'open',
  method: 'GET',
  summary: '微信扫码登录：获取二维码',
  bindsBrowser: true,
  input: nothing,
  output: z.object({
    ticket: z.string(),
    expire_seconds: z.number().int(),
    /** What the code says, to be drawn by the browser; not the address of a picture. */
    qr_code_url: z.string(),
  }),
})

export const wxQrCodeLogin = defineCall({
  name: 'wx/qrCodeLogin',
  area: 'open',
  repeat: 'single-use',
  summary: '微信扫码登录：查询扫码结果',
  bindsBrowser: true,
  input: z.strictObject({ ticket: secret('二维码凭证') }),
  output: z.object({
    /** `bind`: the WeChat identity has no account yet; `bindToken` goes with the registration or the sign-in by code. */
    status: z.enum(['waiting', 'scanned', 'bind', 'done', 'expired']),
    token: z.string().optional(),
    refreshToken: z.string().optional(),
    expires: z.number().int().optional(),
    bindToken: z.string().optional(),
  }),
})

/** The link in the chat message leads to a page that sends this. */
export const wxUndo = defineCall({
  name: 'wx/undo',
  area: 'open',
  repeat: 'single-use',
  summary: '撤销一次微信扫码登录',
  input: z.strictObject({ token: secret('撤销凭证') }),
  /** `unbound`: the binding was made by this scan, and is gone. */
  output: z.object({ unbound: z.boolean() }),
})

export const wxUnbind = defineCall({
  name: 'wx/unbind',
  area: 'auth',
  repeat: 'sets-state',
  summary: '解除微信绑定',
  input: nothing,
  output: done,
})
