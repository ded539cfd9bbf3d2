import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { IssuerRefused, IssuerUnavailable } from './issuer.ts'
import { nuonuoSign } from './nuonuo-sign.ts'

export interface NuonuoAccount {
  appKey: string
  appSecret: string
  /** https://sdk.nuonuo.com/open/v1/services */
  apiUrl: string
  /** https://open.nuonuo.com/accessToken */
  tokenUrl: string
  /** Replaces fetch; tests and the demo pass the double, which needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const TIMEOUT_MS = 15_000
const RENEW_BEFORE_SECONDS = 600
const MOST_FILE_BYTES = 10 * 1024 * 1024
/** Links to files are followed only to these domains, and never redirected: an answer cannot make this server read an internal address. */
const FILE_DOMAINS = ['nuonuo.com', 'jss.com.cn', 'chinatax.gov.cn']

/** Calls of the open platform of Nuonuo. A token lasts 24 hours and may be fetched fifty times in thirty days, so it is kept. */
export class NuonuoClient {
  readonly #account: NuonuoAccount
  readonly #clock: Clock
  #token: { value: string; renewAt: number } | undefined
  #fetching: Promise<string> | undefined

  constructor(account: NuonuoAccount, clock: Clock) {
    this.#account = account
    this.#clock = clock
  }

  /** The `result` of an accepted call. Throws IssuerRefused with the code of the answer, or IssuerUnavailable. */
  async call(method: string, taxNo: string, content: object): Promise<unknown> {
    const first = await this.#send(method, taxNo, content)
    // The token was revoked or renewed elsewhere: fetched again once.
    const answer = isTokenFault(first.code) ? (this.#forget(), await this.#send(method, taxNo, content)) : first
    if (answer.code !== 'E0000') throw new IssuerRefused(answer.code, answer.describe)
    return answer.result
  }

  async fetchFile(url: string): Promise<Buffer> {
    const { protocol, hostname } = new URL(url)
    const known = FILE_DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
    if (protocol !== 'https:' || !known) throw new IssuerRefused('file', `发票文件的地址不在允许的范围内：${hostname}`)
    const response = await this.#ask(url, { method: 'GET', redirect: 'error' })
    if (Number(response.headers.get('content-length') ?? 0) > MOST_FILE_BYTES)
      throw new IssuerRefused('file', '发票文件过大')
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > MOST_FILE_BYTES) throw new IssuerRefused('file', '发票文件过大')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  async #send(method: string, taxNo: string, content: object) {
    const { appKey, appSecret, apiUrl } = this.#account
    const body = JSON.stringify(content)
    const senid = randomUUID().replaceAll('-', '')
    const nonce = String(randomInt(10_000_000, 100_000_000))
    const timestamp = String(Math.floor(this.#clock.now().getTime() / 1000))
    const query = new URLSearchParams({ senid, nonce, timestamp, appkey: appKey })
    const response = await this.#ask(`${apiUrl}?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'X-Nuonuo-Sign': nuonuoSign(appSecret, { appKey, senid, nonce, timestamp, body }),
        accessToken: await this.#accessToken(),
        userTax: taxNo,
        method,
      },
      body,
    })
    const answer = (await readJson(response)) as { code?: unknown; describe?: unknown; result?: unknown }
    return { code: String(answer.code ?? ''), describe: String(answer.describe ?? '没有说明'), result: answer.result }
  }

  #forget(): void {
    this.#token = undefined
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#clock.now().getTime() < this.#token.renewAt) return this.#token.value
    this.#fetching ??= this.#fetchToken().finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #fetchToken(): Promise<string> {
    const { appKey, appSecret, tokenUrl } = this.#account
    const response = await this.#ask(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: appKey,
        client_secret: appSecret,
        grant_type: 'client_credentials',
      }).toString(),
    })
    const answer = (await readJson(response)) as Record<string, unknown>
    const lasts = Number(answer.expires_in)
    if (typeof answer.access_token !== 'string' || !Number.isFinite(lasts))
      throw new IssuerRefused(
        String(answer.error ?? 'token'),
        String(answer.error_description ?? '无法取得开票平台的令牌'),
      )
    const renewAt = this.#clock.now().getTime() + Math.max(0, lasts - RENEW_BEFORE_SECONDS) * 1000
    this.#token = { value: answer.access_token, renewAt }
    return answer.access_token
  }

  async #ask(url: string, init: RequestInit): Promise<Response> {
    const request = this.#account.fetch ?? fetch
    let response: Response
    try {
      response = await request(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw new IssuerUnavailable(`the invoice provider did not answer: ${(error as Error).message}`)
    }
    if (!response.ok) throw new IssuerUnavailable(`the invoice provider answered ${response.status}`)
    return response
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new IssuerUnavailable('the invoice provider did not answer with JSON')
  }
}

function isTokenFault(code: string): boolean {
  return code === 'invalid_token' || code.startsWith('0702')
}
