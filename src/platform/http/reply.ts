import type { FastifyReply } from 'fastify'
import type { Envelope } from '../contract/envelope.ts'
import { CLOSED_POLICY } from './security-headers.ts'
import { commonErrors, Refusal, type RefusalKind, refuse } from '../contract/refusal.ts'

export function send(reply: FastifyReply, status: number, body: Envelope | string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', CLOSED_POLICY)
    .send(typeof body === 'string' ? body : JSON.stringify(body))
}

export function refusalBody({ message, error }: RefusalKind): Envelope {
  return { code: 0, data: null, msg: message, error }
}

/** Converts Fastify's request errors to refusals. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return refuse(commonErrors.tooLarge)
  if (statusCode === 415) return refuse(commonErrors.unsupportedMedia)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse(commonErrors.malformed)
  // Busboy's errors about broken multipart bodies have no status.
  if (/multipart|boundary|Unexpected end of form|Part terminated|Malformed/i.test((error as Error)?.message ?? ''))
    return refuse(commonErrors.malformed)
  return error
}
