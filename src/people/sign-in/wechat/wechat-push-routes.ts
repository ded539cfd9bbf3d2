import type { FastifyInstance } from 'fastify'
import { type Services, systemCtx } from '../../../platform/http/ctx.ts'
import { requestInfo } from '../../../platform/http/read-request.ts'
import { decryptPush, encryptPush, pushSignature, sameSignature } from '../../../platform/wechat/push-crypto.ts'
import { readFlatXml, writeFlatXml } from '../../../platform/wechat/push-xml.ts'
import { type WechatService, wechatService } from '../../../platform/wechat/wechat-service.ts'
import { receiveEvent } from './wechat-actions.ts'

const PATH = '/api/notify/wechat'
const MOST_BYTES = 64 * 1024
/** A message signed longer ago is a replay, not a delay: WeChat gives up after 15 seconds. */
const MOST_AGE_SECONDS = 600

interface PushQuery {
  signature?: string
  timestamp?: string
  nonce?: string
  echostr?: string
  encrypt_type?: string
  msg_signature?: string
}

/** Receives messages of followers from WeChat. Answers within five seconds, with a chat message or `success`. */
export async function addWechatPush(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_, body, done) => done(null, body),
    )
    scope.get<{ Querystring: PushQuery }>(PATH, async (request, reply) => {
      const service = wechatService(services)
      if (!service || !isFromWechat(services, service, request.query)) return reply.code(403).send()
      return reply.type('text/plain').send(request.query.echostr ?? '')
    })
    scope.post<{ Querystring: PushQuery; Body: unknown }>(PATH, async (request, reply) => {
      const service = wechatService(services)
      const { query } = request
      if (!service || typeof request.body !== 'string' || !isFromWechat(services, service, query))
        return reply.code(403).send()
      const message = openMessage(service, query, request.body)
      if (!message) return reply.code(403).send()
      const text = await receiveEvent({ ...systemCtx(services), request: requestInfo(request) }, message)
      return text === undefined
        ? reply.type('text/plain').send('success')
        : reply.type('application/xml').send(replyXml(services, service, message, text))
    })
  })
}

function isFromWechat(services: Services, { pushToken }: WechatService, query: PushQuery): boolean {
  const { signature = '', timestamp = '', nonce = '' } = query
  const ageSeconds = Math.abs(services.clock.now().getTime() / 1000 - Number(timestamp))
  return ageSeconds <= MOST_AGE_SECONDS && sameSignature(String(signature), pushSignature(pushToken, timestamp, nonce))
}

/** In safe mode only messages encrypted for this account are read, even when their plain signature is right. */
function openMessage(service: WechatService, query: PushQuery, body: string): Record<string, string> | undefined {
  const fields = readFlatXml(body)
  if (!service.encodingAesKey) return fields
  const { timestamp = '', nonce = '', msg_signature = '' } = query
  const expected = pushSignature(service.pushToken, timestamp, nonce, fields.Encrypt ?? '')
  if (!fields.Encrypt || !sameSignature(String(msg_signature), expected)) return undefined
  const opened = decryptPush(service.encodingAesKey, fields.Encrypt)
  return opened?.appid === service.appid ? readFlatXml(opened.message) : undefined
}

function replyXml(services: Services, service: WechatService, to: Record<string, string>, text: string): string {
  const seconds = Math.floor(services.clock.now().getTime() / 1000)
  const plain = writeFlatXml({
    ToUserName: to.FromUserName ?? '',
    FromUserName: to.ToUserName ?? '',
    CreateTime: seconds,
    MsgType: 'text',
    Content: text,
  })
  if (!service.encodingAesKey) return plain
  const encrypted = encryptPush(service.encodingAesKey, plain, service.appid)
  const nonce = String(seconds)
  return writeFlatXml({
    Encrypt: encrypted,
    MsgSignature: pushSignature(service.pushToken, String(seconds), nonce, encrypted),
    TimeStamp: seconds,
    Nonce: nonce,
  })
}
