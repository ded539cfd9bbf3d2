import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieHeader, cookieValue } from './cookies.ts'
import type { Services } from './ctx.ts'
import { tagsOf } from '../contract/call.ts'
import type { Envelope } from '../contract/envelope.ts'
import { parseInput } from './decode.ts'
import { type Access, type Answer, dispatch, failed, filesOf, type IncomingCall } from './dispatch.ts'
import type { Handler } from './handler.ts'
import { observeCall } from './metrics.ts'
import { noteInput } from './note-refusal.ts'
import { annotate } from '../observe/tracing.ts'
import { header, readCall, requestInfo } from './read-request.ts'
import { asRefusal, send } from './reply.ts'
import { noteWrite } from './seen-writes.ts'
import { dropFiles, UploadRefusal } from './upload.ts'

/** For whoever met a limit or a server that is not there, unless the refusal knows better. */
const RETRY_SECONDS = 5

/** Adds the route of a call. */
export function addCall(server: FastifyInstance, services: Services, access: Access, handler: Handler): void {
  const { call } = handler
  server.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const started = process.hrtime.bigint()
      const browser = call.bindsBrowser ? browserKey(services, request, reply) : ''
      // The cache key is the URL, which identifies a GET completely but says nothing about a body.
      const answer: Omit<Answer, 'body'> & { body: Envelope | string } =
        call.cacheTags && call.method === 'GET'
          ? await answerFromCache(services, access, handler, request)
          : await answerCall(services, access, handler, request, { browser })
      // After a 5xx the transaction may still have been committed.
      if (answer.status === 200 || answer.status >= 500) await noteWrite(services, call, reply)
      observeCall(call.name, answer.status, started)
      if (answer.status === 429 || answer.status === 503)
        reply.header('retry-after', String(answer.retryAfter ?? RETRY_SECONDS))
      return send(reply, answer.status, answer.body)
    },
  })
}

/** Runs a call for a request. Files of a refused call are removed. `madeKey` is the idempotency key of a form sent without JavaScript. */
export async function answerCall(
  services: Services,
  access: Access,
  handler: Handler,
  request: FastifyRequest,
  { browser = '', madeKey }: { browser?: string; madeKey?: string } = {},
): Promise<Answer & { fields?: Record<string, unknown> }> {
  let call: IncomingCall
  try {
    call = await readCall(services, access, handler, request, browser)
    call.idempotencyKey ??= madeKey
  } catch (error) {
    const fields = error instanceof UploadRefusal ? error.fields : {}
    noteInput(services, asRefusal(error), { call: handler.call })
    return { ...failed(services, asRefusal(error), requestInfo(request)), fields }
  }
  const answer = await dispatch(services, access, handler, call)
  // After a 5xx the transaction may still have been committed, so its files stay and the sweeper decides.
  if (answer.body.code === 0 && answer.status < 500) await dropFiles(services, filesOf(call))
  return { ...answer, fields: call.raw as Record<string, unknown> }
}

const CACHE_SECONDS = 60

/** Answers that are the same for everybody are cached as text until one of their tags is purged. */
async function answerFromCache(services: Services, access: Access, handler: Handler, request: FastifyRequest) {
  const now = services.clock.now().getTime()
  const kept = services.cache.get<string>(request.url, now)
  annotate({ 'mingxi.cache': kept === undefined ? 'miss' : 'hit' })
  if (kept !== undefined) return { status: 200, body: kept }
  const generation = services.cache.generation
  const incoming = await readCall(services, access, handler, request)
  const answer = await dispatch(services, access, handler, incoming)
  if (answer.body.code === 0) return answer
  const tags =
    tagsOf(handler.call, parseInput(handler.call.input, incoming.raw, incoming.texts), answer.body.data) ?? []
  const text = JSON.stringify(answer.body)
  const expiresAt = now + CACHE_SECONDS * 1000
  // A string with Chinese characters takes two bytes per character in memory.
  if (request.url.length < 300) services.cache.set(request.url, text, tags, expiresAt, generation, text.length * 2)
  return { status: answer.status, body: text }
}

const BROWSER_COOKIE = 'mingxi_browser'
const BROWSER_DAYS = 30

/** The key in the browser's cookie, or a new one that is set with the answer. HttpOnly and SameSite=Strict protect it from scripts and other sites. */
function browserKey(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  const kept = cookieValue(services, header(request, 'cookie'), BROWSER_COOKIE)
  if (kept !== undefined && /^[\w-]{43}$/.test(kept)) return kept
  const fresh = randomBytes(32).toString('base64url')
  const facts = { value: fresh, maxAgeSeconds: BROWSER_DAYS * 86_400, sameSite: 'Strict' } as const
  reply.header('set-cookie', cookieHeader(services, BROWSER_COOKIE, facts))
  return fresh
}
