import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:tls'
import { plainFault } from '../../platform/faults/plain-fault.ts'

const LIMIT_MS = 5000

export interface Reached {
  status: number
  /** From the header `Date`. */
  date: Date | undefined
  location: string
}

/** Makes one request without credentials. Rejects when no HTTP answer comes; any answer means that the other side is there. */
export function reach(
  url: string,
  { trusted, headers = {} }: { trusted?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Reached> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent: false,
        headers: { 'user-agent': 'mingxi-doctor', ...headers },
        timeout: LIMIT_MS,
        signal: AbortSignal.timeout(2 * LIMIT_MS),
        ...(trusted ? { ca: trusted } : {}),
      },
      (answer) => {
        const { date, location = '' } = answer.headers
        answer.destroy()
        resolve({ status: answer.statusCode ?? 0, date: date ? new Date(date) : undefined, location })
      },
    )
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    asked.on('error', reject)
    asked.end()
  })
}

/** In plain words; what has none is told as it is. */
export function faultOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return plainFault(error) ?? `${code || message}`
}

export interface ServedCertificate {
  validTo: Date
  /** Why clients do not trust it; undefined when they do. */
  fault: string | undefined
}

/** The certificate that a server shows, also when nobody would trust it. */
export function servedCertificate(url: string, trusted?: string): Promise<ServedCertificate> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // A name is sent only for a domain; the standard has none for addresses.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: LIMIT_MS,
      ...(trusted ? { ca: trusted } : {}),
    })
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate()
      const fault = socket.authorized ? undefined : String(socket.authorizationError)
      socket.destroy()
      resolve({ validTo: new Date(until), fault })
    })
  })
}
