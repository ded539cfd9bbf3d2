import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isLoopback, isPublicAddress } from './public-address.ts'

export interface OutsidePost {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs: number
  /** For development and tests: `http` to an address of this computer. */
  loopback: boolean
}

export interface OutsideAnswer {
  /** 0: no answer. */
  status: number
  error: string
}

/**
 * Sends a request to an address that somebody else chose. The name is resolved once, every address must be public, and the connection goes to
 * the address that was checked, so that a second answer of the name server cannot lead elsewhere. Redirects are not followed; the body of the
 * answer is not read.
 */
export async function postOutside(post: OutsidePost): Promise<OutsideAnswer> {
  const timeout = AbortSignal.timeout(post.timeoutMs)
  try {
    const url = new URL(post.url)
    const target = await Promise.race([checkedAddress(url, post.loopback), ended(timeout)])
    if (!target) return { status: 0, error: 'address not public' }
    return { status: await send(url, target, post, timeout), error: '' }
  } catch (error) {
    if (timeout.aborted) return { status: 0, error: 'timeout' }
    const { code, message } = error as NodeJS.ErrnoException
    return { status: 0, error: (code ?? message).slice(0, 200) }
  }
}

async function checkedAddress(url: URL, loopback: boolean): Promise<{ address: string; family: number } | undefined> {
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true })
  const local = loopback && addresses.every(({ address }) => isLoopback(address))
  const allowed = local || (url.protocol === 'https:' && addresses.every(({ address }) => isPublicAddress(address)))
  return allowed ? addresses[0] : undefined
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true }),
  )
}

function send(
  url: URL,
  { address, family }: { address: string; family: number },
  { headers, body }: OutsidePost,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own: a kept one could belong to another address of the same name.
    agent: false,
    signal,
    lookup: (_name, { all }, done) => {
      if (all)
        (done as (error: null, found: { address: string; family: number }[]) => void)(null, [{ address, family }])
      else done(null, address, family)
    },
  }
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0)
      // Its length is up to the receiver, and nothing uses it.
      answer.destroy()
    }
    const sent: ClientRequest =
      url.protocol === 'https:' ? httpsRequest(url, options, answered) : httpRequest(url, options, answered)
    sent.on('error', reject)
    sent.end(body)
  })
}
