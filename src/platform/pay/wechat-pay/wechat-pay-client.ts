import { type KeyObject, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { epochSeconds } from '../../time.ts'
import { ChannelRefused, ChannelUnavailable } from '../channel.ts'
import { jsonOf } from '../json-of.ts'
import { authorization, MOST_SKEW_SECONDS, type SignedRequest, signRequest, verifyAnswer } from './wechat-signing.ts'

export interface WechatPaySettings {
  mchid: string
  appid: string
  /** Serial number of the merchant's API certificate. */
  serial: string
  privateKey: KeyObject
  /** 32 bytes. */
  apiV3Key: string
  /** Keys that WeChat signs with, by their public key id or the serial number of a platform certificate; the first one is asked for. */
  platformKeys: ReadonlyMap<string, KeyObject>
  /** Without a trailing slash. */
  baseUrl: string
  clock: Clock
  /** Replaces fetch; the demo passes its double, which needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  nonce?: () => string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Refusals that pass by themselves. Source: 「公共错误码」 and the error codes of each call. */
const PASSING = [
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'BANK_ERROR',
  'BANKERROR',
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'STATEMENT_CREATING',
]

const refusal = z.object({ code: z.string(), message: z.string().default('') })

/** Signed requests to WeChat Pay and verification of what it answers. */
export class WechatPayClient {
  readonly #settings: WechatPaySettings

  constructor(settings: WechatPaySettings) {
    this.#settings = settings
  }

  /** The verified body, as text; empty for 204. */
  async send(method: 'GET' | 'POST', path: string, data?: object): Promise<string> {
    const body = data === undefined ? '' : JSON.stringify(data)
    const answer = await this.#exchange(method, this.#settings.baseUrl + path, body)
    const text = answer.bytes.toString('utf8')
    const success = answer.status >= 200 && answer.status < 300
    // A refusal of the gateway itself (a proxy's 502, a 401 of a wrong signature) may come without a signature, but never with a wrong one.
    if (success || answer.headers['wechatpay-signature'] !== undefined) {
      const fault = signatureFault(this.#settings, answer.headers, answer.bytes)
      if (fault) throw new ChannelUnavailable(`an answer of WeChat Pay is not believed: ${fault}`)
    }
    if (!success) throw failure(answer.status, text)
    return text
  }

  /** The bytes behind a download address of WeChat Pay. They are not signed; the caller compares their hash. */
  async download(address: string): Promise<Buffer> {
    const { pathname, search, protocol, origin } = new URL(address)
    const base = new URL(this.#settings.baseUrl)
    if (protocol !== 'https:' && origin !== base.origin)
      throw new ChannelUnavailable('WeChat Pay named a download address without encryption')
    const { status, bytes } = await this.#exchange('GET', address, '', pathname + search)
    if (status === 200) return bytes
    throw failure(status, bytes.toString('utf8'))
  }

  async #exchange(method: string, address: string, body: string, signedPath?: string) {
    const { mchid, serial, privateKey, clock, fetch: request = fetch, timeoutMs = TIMEOUT_MS } = this.#settings
    const parsed = new URL(address)
    const signed: SignedRequest = {
      method,
      url: signedPath ?? parsed.pathname + parsed.search,
      timestamp: String(epochSeconds(clock.now())),
      nonce: this.#settings.nonce?.() ?? randomBytes(16).toString('hex'),
      body,
    }
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: authorization(mchid, serial, signed, signRequest(privateKey, signed)),
      'user-agent': 'mingxi',
      'wechatpay-serial': this.#settings.platformKeys.keys().next().value ?? '',
    }
    if (body) headers['content-type'] = 'application/json'
    try {
      const response = await request(address, {
        method,
        headers,
        ...(body ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    } catch (error) {
      throw new ChannelUnavailable('WeChat Pay did not answer', { cause: error })
    }
  }
}

/** Why a message is not proved to come from WeChat Pay; undefined when it is. */
export function signatureFault(
  { platformKeys, clock }: Pick<WechatPaySettings, 'platformKeys' | 'clock'>,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
): string | undefined {
  const signature = headers['wechatpay-signature']
  const timestamp = headers['wechatpay-timestamp'] ?? ''
  if (signature === undefined) return 'it has no signature'
  const skew = Math.abs(epochSeconds(clock.now()) - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || skew > MOST_SKEW_SECONDS) return 'its time is more than five minutes away'
  const key = platformKeys.get(headers['wechatpay-serial'] ?? '')
  if (!key) return 'it is signed with a key that is not configured'
  const signed = { timestamp, nonce: headers['wechatpay-nonce'] ?? '', body }
  return verifyAnswer(key, signed, signature) ? undefined : 'its signature is wrong'
}

function failure(status: number, text: string): Error {
  const { code, message } = refusal.safeParse(jsonOf(text)).data ?? { code: `HTTP ${status}`, message: '' }
  if (status >= 500 || status === 429 || status < 400 || PASSING.includes(code))
    return new ChannelUnavailable(`WeChat Pay answered ${status} ${code}`)
  return new ChannelRefused(code, message)
}
