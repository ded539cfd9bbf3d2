/**
 * The port of payment channels. Adapters: `wechat-pay.ts`, `alipay.ts`; `channels.ts` opens the configured ones. A channel knows charges and
 * refunds by our own numbers only; what is paid with them is not its concern.
 */

export const channelKeys = ['wechatpay', 'alipay'] as const
export type ChannelKey = (typeof channelKeys)[number]

/** `qr`: the customer scans a code with the channel's app. `page`: the browser goes to the channel's cashier and comes back to `returnUrl`. */
export type Scene = 'qr' | 'page'

export interface Charge {
  /** Our number of this attempt: 6 to 32 of [0-9A-Za-z_-], never used again for another amount or subject. */
  tradeNo: string
  amountFen: number
  /** What the customer reads in the app. Cut to the channel's length. */
  subject: string
  /** When the channel stops taking money for it; at least one minute ahead, at most two hours count for a QR code. */
  expiresAt: Date
  /** Absolute, without query. */
  notifyUrl: string
  returnUrl?: string
  scene: Scene
  /** Only for `page`: the cashier for a phone's browser instead of the one for a desktop. */
  phone?: boolean
}

/** `codeUrl` is the text of a QR code; `pageUrl` is opened by the browser. */
export type Opened = { codeUrl: string; pageUrl?: never } | { pageUrl: string; codeUrl?: never }

export interface ChargeState {
  /**
   * `unknown`: the channel has no such charge. At Alipay that includes a QR code which nobody has scanned yet, and which can be paid until
   * `expiresAt`; after that, `unknown` means the same as `closed`.
   */
  state: 'open' | 'paid' | 'closed' | 'unknown'
  /** The channel's own number of the payment. With `paid` these three are always there. */
  providerNo?: string
  amountFen?: number
  paidAt?: Date
}

export interface RefundState {
  /** Only `done` says that the money left. `unknown`, from a query only: the channel has no such refund; send it again with the same refundNo. */
  state: 'processing' | 'done' | 'failed' | 'unknown'
  providerNo?: string
  reason?: string
}

export interface RefundOrder {
  tradeNo: string
  /** Ours: 6 to 32 of [0-9A-Za-z_-]. The same number with the same amount may be sent again and refunds once. */
  refundNo: string
  amountFen: number
  /** What the charge was paid with in all. */
  totalFen: number
  /** Read by the customer. */
  reason: string
  /** Where WeChat reports the outcome; without it the outcome has to be queried. Alipay reports to the notifyUrl of the charge. */
  notifyUrl?: string
}

/** A notify that is proved to come from the channel and to be meant for this merchant and app. Whether number and amount are ours is checked by the reader. */
export interface NotifyFacts {
  /** The same in every repetition of this notify. */
  notifyId: string
  about: 'payment' | 'refund'
  tradeNo: string
  refundNo?: string
  providerNo: string
  /** Of the charge, or of the refund. Alipay reports the sum of all refunds of the charge here, so confirm one with `queryRefund`. */
  amountFen: number
  /** `open`: nothing has happened yet (Alipay's WAIT_BUYER_PAY); accept it and do nothing. */
  state: 'paid' | 'closed' | 'open' | 'done' | 'failed'
  at: Date
}

/** One line of the channel's bill of a day. Refunds have a refundNo and a negative amount. */
export interface BillLine {
  tradeNo: string
  refundNo?: string
  providerNo: string
  amountFen: number
  /** What the channel kept, negative when it gave a fee back. */
  feeFen: number
  at: Date
}

export interface NotifyReply {
  status: number
  body: string
  type: string
}

/** Header names are lower case. */
export interface RawNotify {
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export interface PayChannel {
  key: ChannelKey
  /** Chinese, for customers. */
  label: string
  scenes: readonly Scene[]
  /** Sent again with the same charge after ChannelUnavailable, it opens no second charge. */
  open(charge: Charge): Promise<Opened>
  query(tradeNo: string): Promise<ChargeState>
  /** Answers `paid` when it was paid meanwhile. */
  close(tradeNo: string): Promise<ChargeState>
  refund(refund: RefundOrder): Promise<RefundState>
  queryRefund(refund: { tradeNo: string; refundNo: string }): Promise<RefundState>
  /** Rejects with NotifyRefused on a bad signature, a stale time, another merchant or app, and on anything that cannot be read. */
  readNotify(raw: RawNotify): Promise<NotifyFacts>
  replies: { accepted: NotifyReply; refused: NotifyReply }
  /** All lines of the Shanghai day `YYYY-MM-DD`. Throws ChannelUnavailable while the channel has not made the bill: before 10:00 of the next day. */
  bill(day: string): Promise<BillLine[]>
}

/** The channels of this installation. One that is not configured is absent. */
export type Channels = ReadonlyMap<ChannelKey, PayChannel>

/** No usable answer: network, timeout, 5xx, an answer with a wrong signature. The request may have been carried out; try again with the same numbers. */
export class ChannelUnavailable extends Error {}

/** The channel refused the request for a business reason; `code` and `detail` are the provider's own. */
export class ChannelRefused extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(`the payment channel refused: ${code} ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** A notify that is not believed. Answer `replies.refused` and change nothing. */
export class NotifyRefused extends Error {}
