import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, nothing } from '../../../platform/contract/fields.ts'
import { proofInput } from '../../customers/credential-contract.ts'

const secret = (name: string) => z.string({ error: `缺少${name}` }).regex(/^[\w-]{43}$/, `${name}不正确`)

/** Proves the scanned WeChat identity; sent with a registration or a sign-in by code, which bind it to the account. */
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
    /** The content of the QR code, drawn by the browser; not the URL of a picture. */
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
    /** `bind`: the WeChat identity has no account yet; send `bindToken` with a registration or a sign-in by code. */
    status: z.enum(['waiting', 'scanned', 'bind', 'done', 'expired']),
    token: z.string().optional(),
    refreshToken: z.string().optional(),
    expires: z.number().int().optional(),
    bindToken: z.string().optional(),
  }),
})

/** Sent by the page behind the undo link in the chat message. */
export const wxUndo = defineCall({
  name: 'wx/undo',
  area: 'open',
  repeat: 'single-use',
  summary: '撤销一次微信扫码登录',
  input: z.strictObject({ token: secret('撤销凭证') }),
  /** `unbound`: this scan had made the binding, and it is removed. */
  output: z.object({ unbound: z.boolean() }),
})

/** The code is the one of `user/code4stepUp`. */
export const wxUnbind = defineCall({
  name: 'wx/unbind',
  area: 'auth',
  repeat: 'sets-state',
  summary: '解除微信绑定，需登录密码或发到本人手机的验证码',
  input: proofInput,
  output: done,
})
