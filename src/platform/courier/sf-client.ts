import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { CourierRefused, CourierUnavailable } from './courier.ts'
import { sfDigest } from './sf-digest.ts'

export interface SfAccount {
  /** 顾客编码 of the open platform. */
  partnerId: string
  checkWord: string
  /** https://bspgw.sf-express.com/std/service */
  url: string
  /** Replaces fetch; tests and the demo pass the double, which needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export type SfService =
  | 'EXP_RECE_CREATE_ORDER'
  | 'EXP_RECE_SEARCH_ORDER_RESP'
  | 'EXP_RECE_UPDATE_ORDER'
  | 'EXP_RECE_SEARCH_ROUTES'

const TIMEOUT_MS = 15_000
const ACCEPTED = 'A1000'
const DONE = 'S0000'

/** Calls of SF Express (丰桥). An answer has two results: that of the gateway, and inside it, as JSON text, that of the service. */
export class SfClient {
  readonly #account: SfAccount
  readonly #clock: Clock

  constructor(account: SfAccount, clock: Clock) {
    this.#account = account
    this.#clock = clock
  }

  /** The `msgData` of an accepted call. Throws CourierRefused with the code of the answer, or CourierUnavailable. */
  async call(serviceCode: SfService, content: object): Promise<unknown> {
    const { partnerId, checkWord, url } = this.#account
    const msgData = JSON.stringify(content)
    const timestamp = String(this.#clock.now().getTime())
    const answer = await this.#ask(url, {
      partnerID: partnerId,
      requestID: randomUUID(),
      serviceCode,
      timestamp,
      msgDigest: sfDigest(msgData, timestamp, checkWord),
      msgData,
    })
    const gateway = fieldsOf(answer)
    if (gateway.apiResultCode !== ACCEPTED)
      throw new CourierRefused(String(gateway.apiResultCode ?? ''), String(gateway.apiErrorMsg || '顺丰拒绝了请求'))
    const service = fieldsOf(parsed(String(gateway.apiResultData ?? '')))
    if (service.success !== true && service.errorCode !== DONE)
      throw new CourierRefused(String(service.errorCode ?? ''), String(service.errorMsg || '顺丰拒绝了请求'))
    return service.msgData
  }

  async #ask(url: string, form: Record<string, string>): Promise<unknown> {
    const request = this.#account.fetch ?? fetch
    let text: string
    try {
      const response = await request(url, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
        body: new URLSearchParams(form).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      text = await response.text()
    } catch (error) {
      throw new CourierUnavailable(`the courier did not answer: ${(error as Error).message}`)
    }
    return parsed(text)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CourierUnavailable('the courier did not answer with JSON')
  }
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
