import { type KeyObject, randomUUID } from 'node:crypto'
import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { shanghaiTime } from '../../time.ts'
import { ChannelRefused, ChannelUnavailable } from '../channel.ts'
import { jsonOf } from '../json-of.ts'

export interface AlipaySettings {
  appId: string
  /** The merchant's account number at Alipay (PID), 16 digits from 2088. */
  sellerId: string
  privateKey: KeyObject
  alipayKey: KeyObject
  gateway: string
  /** The gateway that browsers open, when it is another one than the server's. */
  pageGateway?: string
  clock: Clock
  /** Replaces fetch; the demo passes its double, which needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const SUCCESS = '10000'
const GATEWAY_BUSY = '20000'
/** Refusals that pass by themselves. Source: 「公共错误码」 and the error codes of each call. */
const PASSING = /(?:^|\.)(?:SYSTEM_ERROR|unknow-error|unknown-error|app-call-limited|call-limited)$/

/** Parameters that belong into the address; the rest is the body. */
const IN_BODY = 'biz_content'

/**
 * Calls to Alipay. Its official SDK signs requests and verifies answers and notifies; the requests are sent here, because the SDK's own transport
 * silently sends a POST again when the connection breaks, which must not happen to a refund.
 */
export class AlipayClient {
  readonly #settings: AlipaySettings
  #sdk: Promise<AlipaySdk> | undefined

  constructor(settings: AlipaySettings) {
    this.#settings = settings
  }

  /** The verified answer. Throws ChannelRefused with the code of Alipay, ChannelUnavailable for everything that is no answer. */
  async send(method: string, bizContent: object, more: object = {}): Promise<Record<string, unknown>> {
    const sdk = await this.#load()
    const signed = new URLSearchParams(
      sdk.sdkExecute(method, { ...more, timestamp: this.#timestamp(), bizContent }, { bizContentAutoSnakeCase: false }),
    )
    const body = new URLSearchParams({ [IN_BODY]: signed.get(IN_BODY) ?? '' })
    signed.delete(IN_BODY)
    const text = await this.#post(`${this.#settings.gateway}?${signed}`, body)
    const answer = verified(sdk, `${method.replaceAll('.', '_')}_response`, text)
    const { code, msg, sub_code: reason = code, sub_msg: detail = msg } = answer
    if (code === SUCCESS) return answer
    if (code === GATEWAY_BUSY || PASSING.test(String(reason)))
      throw new ChannelUnavailable(`Alipay answered ${String(reason)} to ${method}`)
    throw new ChannelRefused(String(reason), String(detail ?? ''))
  }

  async #post(address: string, body: URLSearchParams): Promise<string> {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
      'alipay-request-id': randomUUID().replaceAll('-', ''),
    }
    return (await this.#fetch(address, { method: 'POST', headers, body: body.toString() })).toString('utf8')
  }

  /** One attempt. */
  async #fetch(address: string, init: RequestInit): Promise<Buffer> {
    const { fetch: request = fetch, timeoutMs = TIMEOUT_MS } = this.#settings
    try {
      const response = await request(address, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      throw new ChannelUnavailable('Alipay did not answer', { cause: error })
    }
  }

  /** The signed address that the browser opens. */
  async pageUrl(method: string, bizContent: object, more: object): Promise<string> {
    const { gateway, pageGateway = gateway } = this.#settings
    const sdk = await this.#load(pageGateway)
    return sdk.pageExecute(method, 'GET', { ...more, timestamp: this.#timestamp(), bizContent })
  }

  /** Whether a notify is signed by Alipay. Other kinds of signatures than RSA2 are not taken, whatever the notify says. */
  async isFromAlipay(fields: Record<string, string>): Promise<boolean> {
    if (fields.sign_type !== 'RSA2' || !fields.sign) return false
    return (await this.#load()).checkNotifySignV2({ ...fields })
  }

  /** The file behind an address of Alipay. It is not signed, so it is loaded over TLS even where Alipay writes `http:`. */
  download(address: string): Promise<Buffer> {
    const url = new URL(address)
    if (this.#settings.gateway.startsWith('https:')) url.protocol = 'https:'
    return this.#fetch(url.href, { method: 'GET', redirect: 'error' })
  }

  /** The SDK would take the time of the process in its own time zone; Alipay reads it as Shanghai's. */
  #timestamp(): string {
    return shanghaiTime(this.#settings.clock.now())
  }

  /** Loaded with the first payment: the SDK takes 40 MB of memory and a third of a second. */
  async #load(gateway?: string): Promise<AlipaySdk> {
    if (gateway !== undefined && gateway !== this.#settings.gateway) return this.#make(gateway)
    this.#sdk ??= this.#make(this.#settings.gateway)
    return this.#sdk
  }

  async #make(gateway: string): Promise<AlipaySdk> {
    const { AlipaySdk } = await import('alipay-sdk')
    const { appId, privateKey, alipayKey } = this.#settings
    return new AlipaySdk({
      appId,
      keyType: 'PKCS8',
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim(),
      alipayPublicKey: String(alipayKey.export({ type: 'spki', format: 'pem' })).trim(),
      gateway,
    })
  }
}

/** The part of the answer that Alipay signed. The reason of an answer without a signature is named in the error for the operator, but not acted on. */
function verified(sdk: AlipaySdk, key: string, text: string): Record<string, unknown> {
  const parsed = answerShape.safeParse(jsonOf(text)).data ?? {}
  const answer = parsed[key]
  const { sign } = parsed
  try {
    if (typeof sign !== 'string' || typeof answer !== 'object' || answer === null) throw new Error('it is not signed')
    sdk.checkResponseSign(text, key, sign, '')
    return answer as Record<string, unknown>
  } catch (error) {
    const reason = /"sub_code":"([\w.-]{1,60})"/.exec(text)?.[1] ?? 'no reason'
    throw new ChannelUnavailable(`an answer of Alipay is not believed; it says ${reason}`, { cause: error })
  }
}

const answerShape = z.record(z.string(), z.unknown())
