import type { FastifyReply } from 'fastify'
import type { Call } from '../contract/call.ts'
import { anyCookieValue, cookieHeader } from './cookies.ts'
import type { Services } from './ctx.ts'

// Whoever has written reads what he wrote, although a standby is a little behind: the answer to a write names the position of the log, the
// browser sends it back with every request, whichever process answers, and a standby that is not there yet is not asked.

const COOKIE = 'mingxi_seen'
/** Longer than a replica may be behind (platform/db/postgres/replicas.ts). */
const KEPT_SECONDS = 60

export function seenBy(cookie: string | undefined): number | undefined {
  const text = anyCookieValue(cookie, COOKIE)
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Adds the cookie to the answer of a call that may have written. */
export async function noteWrite(services: Services, call: Call, reply: FastifyReply): Promise<void> {
  if (!services.replicas || call.reads || call.method === 'GET') return
  // Without an answer the position is as high as can be, so that this browser reads from the primary for a minute.
  const position = await services.replicas.position().catch(() => Number.MAX_SAFE_INTEGER)
  const value = String(position).slice(0, 15)
  const facts = { value, maxAgeSeconds: KEPT_SECONDS, sameSite: 'Lax' } as const
  reply.header('set-cookie', cookieHeader(services, COOKIE, facts))
}
