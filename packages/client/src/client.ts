import { idempotentCalls, type Calls } from './calls.ts'
import { version } from './version.ts'

export type { Calls } from './calls.ts'
export { version } from './version.ts'
export { verifyWebhook, type Received, type WebhookMessage } from './webhooks.ts'

/** The name of a call, its path below `/api/auth/`. */
export type CallName = keyof Calls
export type InputOf<N extends CallName> = Calls[N]['input']
export type OutputOf<N extends CallName> = Calls[N]['output']

/** Calls that answer a page of a list. */
export type ListName = { [N in CallName]: OutputOf<N> extends { list: unknown[]; total: number } ? N : never }[CallName]
export type RowOf<N extends ListName> = OutputOf<N> extends { list: (infer Row)[] } ? Row : never

export interface Options {
  /** The address of the site, such as `https://lab.example`. */
  baseUrl: string
  /** A key of the member centre, `mx_live_…`. */
  key: string
  /** The number of a group, `KT…`: calls are made in its name. */
  account?: string
  /** How often a call is tried again that met a limit, a busy server or a broken connection; 3 unless given. */
  retries?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Makes repeating safe: the same key acts once. Calls that create something get one by themselves. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A refusal of the server. `message` is Chinese and made for people; `error` is the stable name for programs. */
export class MingxiError extends Error {
  override readonly name = 'MingxiError'
  readonly status: number
  readonly error: string
  /** Messages by field, where the input was wrong. */
  readonly fields: Record<string, string>
  /** The number of the request, by which 调用记录 and the laboratory find it; empty when something before the server answered. */
  readonly requestId: string

  constructor(
    status: number,
    answer: Partial<{ msg: string; error: string; fields: Record<string, string> }>,
    requestId = '',
  ) {
    super(answer.msg ?? `HTTP ${status}`)
    this.requestId = requestId
    this.status = status
    this.error = answer.error ?? 'unknown'
    this.fields = answer.fields ?? {}
  }
}

const PAGE_SIZE = 100
const LONGEST_WAIT_SECONDS = 60

export class Mingxi {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Makes one call. Throws MingxiError for a refusal, and the error of `fetch` when the server cannot be reached. */
  async call<N extends CallName>(name: N, input: InputOf<N>, options: CallOptions = {}): Promise<OutputOf<N>> {
    const { retries = 3 } = this.#options
    const idempotencyKey = options.idempotencyKey ?? (idempotentCalls.includes(name) ? crypto.randomUUID() : undefined)
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= retries
      const response = await this.#send(name, input, idempotencyKey, options.signal).catch((cause: unknown) => {
        if (last || options.signal?.aborted) throw cause
        return undefined
      })
      if (response && (last || !isBusy(response.status))) return read<OutputOf<N>>(response)
      await wait(waitSeconds(attempt, response?.headers.get('retry-after')), options.signal)
    }
  }

  /** Every row of a list, read page by page. */
  async *each<N extends ListName>(name: N, input: Omit<InputOf<N>, 'page' | 'size'>): AsyncGenerator<RowOf<N>> {
    for (let page = 1, read = 0; ; page++) {
      const answer = await this.call(name, { ...input, page, size: PAGE_SIZE } as unknown as InputOf<N>)
      const { list, total } = answer as unknown as { list: RowOf<N>[]; total: number }
      yield* list
      read += list.length
      if (list.length === 0 || read >= total) return
    }
  }

  #send(name: string, input: unknown, idempotencyKey: string | undefined, signal: AbortSignal | undefined) {
    const { baseUrl, key, account, fetch: send = fetch } = this.#options
    return send(`${baseUrl.replace(/\/$/, '')}/api/auth/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-client-version': version,
        ...(account ? { account } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: JSON.stringify(input),
      ...(signal ? { signal } : {}),
    })
  }
}

async function read<Data>(response: Response): Promise<Data> {
  const answer = (await response.json().catch(() => ({}))) as {
    code?: number
    data?: Data
    msg?: string
    error?: string
    fields?: Record<string, string>
  }
  if (answer.code !== 1) throw new MingxiError(response.status, answer, response.headers.get('request-id') ?? '')
  return answer.data as Data
}

/** Too many calls, or a server that starts or is overloaded. Every call can be repeated then: it was not begun, or its key lets it act once. */
function isBusy(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** What the server asks for, else 1, 2, 4 … seconds. */
function waitSeconds(attempt: number, retryAfter: string | null | undefined): number {
  const asked = Number(retryAfter)
  return Math.min(LONGEST_WAIT_SECONDS, retryAfter && Number.isFinite(asked) ? Math.max(0, asked) : 2 ** attempt)
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}
