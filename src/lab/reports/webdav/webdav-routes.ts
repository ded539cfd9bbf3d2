import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownerOfKey } from '../../../core/api-keys/actions.ts'
import { CALLS_PER_MINUTE, NO_SESSION } from '../../../core/api-keys/rules.ts'
import { fileForCustomer } from '../../../core/files/actions.ts'
import { sendFile } from '../../../core/files/send-actions.ts'
import { isOpenAccount } from '../../../people/customers/session-actions.ts'
import { Refusal } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer, Services } from '../../../platform/http/ctx.ts'
import { MinuteLimit } from '../../../platform/http/connections/minute-limit.ts'
import { header, requestInfo } from '../../../platform/http/read-request.ts'
import { foundAt } from './webdav-actions.ts'
import { multistatus, pathOf, WEBDAV_PATH } from './webdav-rules.ts'

const READING = 'OPTIONS, GET, HEAD, PROPFIND'
/** A program that opens a folder asks for each file in it. By the hash of its key, as in web/access.ts. */
const limit = new MinuteLimit<string>(CALLS_PER_MINUTE * 5)

/**
 * `/webdav`: the delivered data of a customer as a folder that a computer mounts, only to be read. A client sends the key of a program as its
 * password (Basic); the name before it may be anything. What may be read is decided for every request, as on the page of the order.
 */
export async function addWebdav(server: FastifyInstance, services: Services): Promise<void> {
  server.addHttpMethod('PROPFIND', { hasBody: true })
  await server.register(async (scope) => {
    // A client may name the properties that it wants, in XML. They are answered all, so the body is not read.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, _body, done) => done(null))
    for (const url of [WEBDAV_PATH, `${WEBDAV_PATH}/*`]) {
      scope.route({
        method: ['OPTIONS', 'GET', 'HEAD', 'PROPFIND'],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(services, request, reply),
      })
      scope.route({
        method: ['PUT', 'POST', 'PATCH', 'DELETE'],
        url,
        handler: (_request, reply) => say(reply.header('allow', READING), 405, '这个文件夹只能读取'),
      })
    }
  })
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  if (request.method === 'OPTIONS') return reply.headers({ dav: '1', allow: READING }).code(204).send()
  const person = await customerOf(services, request)
  if (person === undefined)
    return say(
      reply.header('www-authenticate', 'Basic realm="Mingxi", charset="UTF-8"'),
      401,
      '请用开放接口密钥作为密码',
    )
  if (person === 'too many') return say(reply.header('retry-after', '60'), 429, '请求过于频繁，请一分钟后重试')
  const ctx: Ctx<Customer> = { ...services, actor: person, request: requestInfo(request) }
  const path = pathOf(request.raw.url ?? '')
  const found = path && (await foundAt(ctx, path))
  if (!found) return say(reply, 404, '这里没有内容，或您无权查看')
  if (request.method === 'PROPFIND') return sendProperties(found, request, reply)
  if (!found.file) return say(reply, 200, '这是文件夹，请用支持 WebDAV 的程序打开')
  try {
    return await sendFile(ctx, await fileForCustomer(ctx, found.file.id), request, reply)
  } catch (error) {
    if (error instanceof Refusal) return say(reply, error.kind.status, error.kind.message)
    throw error
  }
}

function sendProperties(
  { self, children }: NonNullable<Awaited<ReturnType<typeof foundAt>>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const depth = header(request, 'depth') ?? 'infinity'
  if (depth !== '0' && depth !== '1')
    return reply
      .code(403)
      .type('application/xml; charset=utf-8')
      .send('<?xml version="1.0" encoding="utf-8"?><D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>')
  const entries = depth === '1' ? [self, ...children] : [self]
  return reply.code(207).type('application/xml; charset=utf-8').send(multistatus(entries))
}

function say(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)
}

/** The customer whose key the password is; undefined for any other, and for a key that may not read results. */
async function customerOf(services: Services, request: FastifyRequest): Promise<Customer | 'too many' | undefined> {
  const key = passwordOf(header(request, 'authorization'))
  const owner = key === undefined ? undefined : await ownerOfKey(services, key, request)
  if (owner?.scopes.includes('reports.read') === false)
    services.programs.refused(request.id, { error: 'scopeMissing', msg: '密钥没有所需的权限范围：reports.read' })
  if (!owner?.scopes.includes('reports.read') || !(await isOpenAccount(services, owner.customerId))) return undefined
  if (!limit.take(owner.keyHash, services.clock.now())) return 'too many'
  return { kind: 'customer', id: owner.customerId, sessionId: NO_SESSION, apiKeyId: owner.keyId }
}

function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(colon + 1)
}
