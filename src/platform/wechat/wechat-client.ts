import type { Clock } from '../clock.ts'

/** An error answer of WeChat with its number. Source: 「全局返回码」 of its documentation. */
export class WechatError extends Error {
  readonly errcode: number

  constructor(errcode: number, errmsg: string) {
    super(`WeChat answered ${errcode}: ${errmsg}`)
    this.errcode = errcode
  }
}

export interface WechatAccount {
  appid: string
  secret: string
  /** Without a trailing slash. */
  baseUrl: string
  /** Replaces fetch; the demo passes its double, which needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export interface QrTicket {
  ticket: string
  expireSeconds: number
  /** The content of the QR code. We draw it ourselves, so that no third party sees who signs in. */
  url: string
}

const TIMEOUT_MS = 5000
/** Tokens are renewed this long before they expire; WeChat accepts the old and the new token during that time. */
const RENEW_BEFORE_SECONDS = 300
const STALE_TOKEN = [40001, 40014, 42001]

/** The two calls of a WeChat service account that sign-in needs: `stable_token` and `qrcode/create`. */
export class WechatClient {
  readonly #account: WechatAccount
  readonly #clock: Clock
  #token: { value: string; renewAt: number } | undefined
  #fetching: Promise<string> | undefined

  constructor(account: WechatAccount, clock: Clock) {
    this.#account = account
    this.#clock = clock
  }

  /** Creates a QR code; scanning it makes WeChat push an event with `scene` (1 to 64 characters). Throws WechatError or an error of fetch. */
  async createQr(scene: string, expireSeconds: number): Promise<QrTicket> {
    const body = {
      expire_seconds: expireSeconds,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    }
    const answer = await this.#withToken((token) =>
      this.#post(`/cgi-bin/qrcode/create?access_token=${encodeURIComponent(token)}`, body),
    )
    const { ticket, expire_seconds, url } = answer
    if (typeof ticket !== 'string' || typeof url !== 'string' || typeof expire_seconds !== 'number')
      throw new WechatError(-1, 'an answer without a code')
    return { ticket, expireSeconds: expire_seconds, url }
  }

  /** Another server may have renewed the token, so a refused token is fetched again once. A second refusal is an error. */
  async #withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#accessToken())
    } catch (error) {
      if (!(error instanceof WechatError) || !STALE_TOKEN.includes(error.errcode)) throw error
      this.#token = undefined
      return work(await this.#accessToken())
    }
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#clock.now().getTime() < this.#token.renewAt) return this.#token.value
    this.#fetching ??= this.#fetchToken().finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #fetchToken(): Promise<string> {
    const { appid, secret } = this.#account
    const answer = await this.#post('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid,
      secret,
      force_refresh: false,
    })
    const { access_token, expires_in } = answer
    if (typeof access_token !== 'string' || typeof expires_in !== 'number')
      throw new WechatError(-1, 'an answer without a token')
    const lastsSeconds = Math.max(0, expires_in - RENEW_BEFORE_SECONDS)
    this.#token = { value: access_token, renewAt: this.#clock.now().getTime() + lastsSeconds * 1000 }
    return access_token
  }

  async #post(path: string, body: object): Promise<Record<string, unknown>> {
    const request = this.#account.fetch ?? fetch
    const response = await request(this.#account.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await response.json()) as { errcode?: number; errmsg?: string } & Record<string, unknown>
    if (answer.errcode) throw new WechatError(answer.errcode, answer.errmsg ?? '')
    return answer
  }
}
