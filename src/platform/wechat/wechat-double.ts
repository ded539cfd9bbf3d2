import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { decryptPush, encryptPush, pushSignature, sameSignature } from './push-crypto.ts'
import { readFlatXml, writeFlatXml } from './push-xml.ts'

/** How the double reaches the product: as WeChat would, by HTTP to the address configured for messages. */
export type Deliver = (query: string, xml: string) => Promise<{ status: number; body: string }>

export interface DoubleAccount {
  appid: string
  secret: string
  /** Of the message address: signs every push. */
  pushToken: string
  /** Safe mode when set. */
  encodingAesKey?: string | undefined
  /** What the code leads to: the page that plays the phone. */
  scanUrl: string
  clock: Clock
}

export type ScanOutcome = { kind: 'chat'; text: string } | { kind: 'silent' } | { kind: 'expired' } | { kind: 'failed' }

const TOKEN_SECONDS = 7200
const MOST_QR_SECONDS = 2_592_000

/**
 * Plays WeChat's side of a service account: hands out tokens and codes, and pushes what a phone does. It verifies what WeChat verifies
 * (appid and secret, the token's age, the scene's length) and signs or encrypts its pushes, so that the product is proved against the
 * protocol and not against itself. It keeps nothing: tokens and codes carry their own signature.
 */
export function wechatDouble(account: DoubleAccount) {
  const key = randomBytes(32)
  const now = () => Math.floor(account.clock.now().getTime() / 1000)
  const seal = (value: object): string => {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${text}.${mac(key, text)}`
  }
  const open = <T>(sealed: string): T | undefined => {
    const [text = '', signature = ''] = sealed.split('.')
    if (!sameMac(signature, mac(key, text))) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as T
  }

  async function answer(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://double')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if (pathname.endsWith('/cgi-bin/stable_token')) return Response.json(giveToken(body))
    if (pathname.endsWith('/cgi-bin/qrcode/create'))
      return Response.json(giveQr(searchParams.get('access_token') ?? '', body))
    return Response.json({ errcode: 40066, errmsg: 'invalid url' })
  }

  function giveToken(body: Record<string, unknown>) {
    if (body.grant_type !== 'client_credential') return { errcode: 40002, errmsg: 'invalid grant_type' }
    if (body.appid !== account.appid) return { errcode: 40013, errmsg: 'invalid appid' }
    if (body.secret !== account.secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    return { access_token: seal({ until: now() + TOKEN_SECONDS }), expires_in: TOKEN_SECONDS }
  }

  function giveQr(token: string, body: Record<string, unknown>) {
    const opened = open<{ until: number }>(token)
    if (!opened) return { errcode: 40001, errmsg: 'invalid credential' }
    if (opened.until <= now()) return { errcode: 42001, errmsg: 'access_token expired' }
    const scene = (body.action_info as { scene?: { scene_str?: unknown } } | undefined)?.scene?.scene_str
    if (body.action_name !== 'QR_STR_SCENE' || typeof scene !== 'string' || scene.length < 1 || scene.length > 64)
      return { errcode: 40053, errmsg: 'invalid action info' }
    const seconds = Math.min(Number(body.expire_seconds ?? 60), MOST_QR_SECONDS)
    const ticket = seal({ scene, until: now() + seconds })
    return { ticket, expire_seconds: seconds, url: `${account.scanUrl}?t=${encodeURIComponent(ticket)}` }
  }

  /** What happens when `openid` scans a code: a `SCAN` of a follower, a `subscribe` of somebody new, answered by a chat message or not. */
  async function scan(
    ticket: string,
    openid: string,
    deliver: Deliver,
    options: { follower?: boolean; createTime?: number } = {},
  ): Promise<ScanOutcome> {
    const opened = open<{ scene: string; until: number }>(ticket)
    if (!opened || opened.until <= now()) return { kind: 'expired' }
    const { follower = true, createTime = now() } = options
    const message = writeFlatXml({
      ToUserName: 'gh_double',
      FromUserName: openid,
      CreateTime: createTime,
      MsgType: 'event',
      Event: follower ? 'SCAN' : 'subscribe',
      EventKey: follower ? opened.scene : `qrscene_${opened.scene}`,
      Ticket: ticket,
    })
    return push(message, deliver)
  }

  async function push(message: string, deliver: Deliver): Promise<ScanOutcome> {
    const { encodingAesKey, appid } = account
    const timestamp = String(now())
    const nonce = randomBytes(6).toString('hex')
    const query = new URLSearchParams({
      signature: pushSignature(account.pushToken, timestamp, nonce),
      timestamp,
      nonce,
    })
    let sent = message
    if (encodingAesKey) {
      const encrypted = encryptPush(encodingAesKey, message, appid)
      query.set('encrypt_type', 'aes')
      query.set('msg_signature', pushSignature(account.pushToken, timestamp, nonce, encrypted))
      sent = writeFlatXml({ ToUserName: 'gh_double', Encrypt: encrypted })
    }
    const { status, body } = await deliver(query.toString(), sent)
    if (status !== 200) return { kind: 'failed' }
    return body === 'success' || body === '' ? { kind: 'silent' } : readReply(body)
  }

  /** A reply in safe mode must be sealed and signed as well, else WeChat shows 「该公众号提供的服务出现故障」. */
  function readReply(body: string): ScanOutcome {
    let fields = readFlatXml(body)
    if (account.encodingAesKey) {
      const { Encrypt = '', MsgSignature = '', TimeStamp = '', Nonce = '' } = fields
      if (!sameSignature(MsgSignature, pushSignature(account.pushToken, TimeStamp, Nonce, Encrypt)))
        return { kind: 'failed' }
      const opened = decryptPush(account.encodingAesKey, Encrypt)
      if (opened?.appid !== account.appid) return { kind: 'failed' }
      fields = readFlatXml(opened.message)
    }
    return fields.MsgType === 'text' ? { kind: 'chat', text: fields.Content ?? '' } : { kind: 'failed' }
  }

  return { fetch: answer, scan, push }
}

export type WechatDouble = ReturnType<typeof wechatDouble>

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function sameMac(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
