import type { Challenge } from 'altcha-lib'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'
import type { Envelope } from '../contract/envelope.ts'
import { type Answered, traceAttempt } from './call-trace.ts'
import { accountFor, readActing, setActing } from './acting.ts'
import { accessToken, refresh } from './refresh.ts'
import { clearSession, readSession, type SessionOwner } from './session.ts'
import { announceRefusal, announceSessionEnded, askStepUp, setProving } from './shell-events.ts'

/** A refusal or a transport failure, with the text to show. `error` is the stable name, `network` when no answer came. */
export class ApiError extends Error {
  readonly error: string
  readonly status: number
  readonly fields: Record<string, string>

  constructor(message: string, error: string, status: number, fields: Record<string, string> = {}) {
    super(message)
    this.name = 'ApiError'
    this.error = error
    this.status = status
    this.fields = fields
  }

  /** The messages of the fields in the shape that forms use. */
  get issues(): { path: string; message: string }[] {
    return Object.entries(this.fields).map(([path, message]) => ({ path, message }))
  }
}

export interface SendOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** For requests sent while the page is being left; browsers limit these to 64 kB. */
  keepalive?: boolean
  file?: File
  /** The account when it is decided already; undefined is the person. Without it, the account in whose name the tab works now. */
  account?: string | undefined
  /** 0 to 1, for uploads. */
  onProgress?: (share: number) => void
}

const TIMEOUT_MS = 30_000

/** Sends a call. Resolves to its data or throws ApiError; a cancelled call throws the AbortError of fetch. */
export async function send<C extends Call>(
  call: C,
  input: SentTo<C>,
  sendOptions: SendOptions = {},
): Promise<OutputOf<C>> {
  // One key for all attempts below. A caller that repeats the call after a lost answer passes its own key.
  // The tab may switch while a token is renewed.
  const account = 'account' in sendOptions ? sendOptions.account : accountFor(call)
  const options = call.idempotent ? { idempotencyKey: crypto.randomUUID(), ...sendOptions } : sendOptions
  const owner: SessionOwner | undefined = call.area === 'open' ? undefined : call.area === 'auth' ? 'customer' : 'staff'
  let token = owner && (await accessToken(owner))
  if (owner && token === undefined) throw ended(owner)
  if (token === 'unreachable') throw unreachable()
  const sent = { ...options, account }
  /** The server ends a token after two hours and after a proof of identity; then the session has the next one. */
  const tried = async (extra = {}): Promise<RawAnswer> => {
    let tries = await attempt(call, input, { ...sent, ...extra }, token)
    if (tries.status === 401 && owner && token !== undefined) {
      const renewed = await refresh(owner, token)
      if (!renewed) throw ended(owner)
      if (renewed === 'unreachable') throw unreachable()
      token = renewed.access
      tries = await attempt(call, input, { ...sent, ...extra }, token)
      if (tries.status === 401) throw ended(owner)
    }
    return tries
  }
  let answer = await tried()
  const { challenge } = answer.envelope
  if (challenge) answer = await tried({ proof: await prove(challenge, options.signal) })
  // The person may have to confirm their identity first; then the same call is sent again.
  const { error } = answer.envelope
  if ((error === 'stepUpRequired' || error === 'secondFactorRequired') && (await askStepUp(error)))
    answer = await tried()
  const { status, envelope } = answer
  // Removed from the group, in a lower role, or without the second factor that it demands now: the tab is the person's own again, and says why.
  const isOut = envelope.error === 'notInGroup' || envelope.error === 'factorFirst'
  if (account !== undefined && isOut && readActing()?.groupNo === account) {
    setActing(undefined)
    announceRefusal(envelope.msg)
  }
  if (envelope.code !== 1) throw new ApiError(envelope.msg, envelope.error ?? 'unknown', status, envelope.fields)
  return envelope.data as OutputOf<C>
}

/** The server requires a proof of work. The solver is loaded only when needed. */
async function prove(challenge: unknown, signal: AbortSignal | undefined): Promise<string> {
  setProving(true)
  try {
    const { solveProof } = await import('./solve-proof.ts')
    const proof = await solveProof(challenge as Challenge, signal)
    if (proof === undefined) throw new ApiError('安全验证没有完成，请稍后重试', 'proofFailed', 0)
    return proof
  } finally {
    setProving(false)
  }
}

function ended(owner: SessionOwner): ApiError {
  if (readSession(owner)) clearSession(owner)
  announceSessionEnded(owner)
  return new ApiError('登录已失效，请重新登录', 'notSignedIn', 401)
}

function unreachable(): ApiError {
  return new ApiError('网络连接失败，请检查网络后重试', 'network', 0)
}

interface RawAnswer {
  status: number
  envelope: Envelope
}

async function attempt(
  call: Call,
  input: unknown,
  options: SendOptions & { proof?: string },
  token: string | undefined,
): Promise<RawAnswer> {
  const headers: Record<string, string> = {}
  if (token) headers.token = token
  if (options.proof) headers.proof = options.proof
  if (options.account) headers.account = options.account
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const answered = traceAttempt(call, headers)
  if (options.file) return upload(call, input, options, headers, answered)
  const query = call.method === 'GET' ? toQuery(input) : ''
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(call.path + query, {
      method: call.method,
      headers: call.method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
      body: call.method === 'GET' ? undefined : JSON.stringify(input, asTyped),
      keepalive: options.keepalive,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    const { status, headers: answers } = response
    answered(answers.get('traceresponse'), status)
    return { status, envelope: (await response.json()) as Envelope }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw timeout.aborted ? new ApiError('请求超时，请稍后重试', 'network', 0) : unreachable()
  }
}

/** JSON has no NaN: it would arrive as null, which is an empty field. As text the server refuses it. */
function asTyped(_key: string, value: unknown): unknown {
  return Number.isNaN(value) ? 'NaN' : value
}

function toQuery(input: unknown): string {
  const entries = Object.entries((input ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const query = new URLSearchParams(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  return query.size > 0 ? `?${query}` : ''
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. No timeout: files may be large and connections slow. */
function upload(
  call: Call,
  input: unknown,
  options: SendOptions,
  headers: Record<string, string>,
  answered: Answered,
): Promise<RawAnswer> {
  const form = new FormData()
  for (const [key, value] of Object.entries((input ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (options.file) form.append('file', options.file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', call.path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
    request.onload = () => {
      answered(request.getResponseHeader('traceresponse'), request.status)
      try {
        resolve({ status: request.status, envelope: JSON.parse(request.responseText) as Envelope })
      } catch {
        reject(new ApiError('上传失败，请稍后重试', 'network', request.status))
      }
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
