import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { decryptPush, encryptPush, pushSignature, sameSignature } from './push-crypto.ts'
import { readFlatXml, writeFlatXml } from './push-xml.ts'

/** Delivers a push to the product like WeChat: over HTTP to the configured address. */
export type Deliver = (query: string, xml: string) => Promise<{ status: number; body: string }>

export interface DoubleAccount {
  appid: string
  secret: string
  /** The token that signs every push. */
  pushToken: string
  /** Safe mode when set. */
  encodingAesKey?: string
  /** The address in the QR code: the page that simulates the phone. */
  scanUrl: string
  clock: Clock
}

export type ScanOutcome = { kind: 'chat'; text: string } | { kind: 'silent' } | { kind: 'expired' } | { kind: 'failed' }

const TOKEN_SECONDS = 7200
const MAX_QR_SECONDS = 2_592_000

/**
 * Simulates WeChat's side of a service account: issues tokens and QR codes and pushes the events of a phone. It verifies what WeChat
 * verifies (appid and secret, age of the token, length of the scene) and signs or encrypts its pushes, so that the tests check the
 * product against the protocol. It has no state: tokens and QR codes are signed and contain their own data.
 */
export class WechatDouble {
  readonly #account: DoubleAccount
  readonly #key = randomBytes(32)

  constructor(account: DoubleAccount) {
    this.#account = account
  }

  /** Answers requests instead of the network. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://double')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if (pathname.endsWith('/cgi-bin/stable_token')) return Response.json(this.#answerToken(body))
    if (pathname.endsWith('/cgi-bin/qrcode/create'))
      return Response.json(this.#answerQr(searchParams.get('access_token') ?? '', body))
    return Response.json({ errcode: 40066, errmsg: 'invalid url' })
  }

  #answerToken(body: Record<string, unknown>) {
    const { appid, secret } = this.#account
    if (body.grant_type !== 'client_credential') return { errcode: 40002, errmsg: 'invalid grant_type' }
    if (body.appid !== appid) return { errcode: 40013, errmsg: 'invalid appid' }
    if (body.secret !== secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    return { access_token: this.#seal({ until: this.#now() + TOKEN_SECONDS }), expires_in: TOKEN_SECONDS }
  }

  #answerQr(token: string, body: Record<string, unknown>) {
    const opened = this.#open<{ until: number }>(token)
    if (!opened) return { errcode: 40001, errmsg: 'invalid credential' }
    if (opened.until <= this.#now()) return { errcode: 42001, errmsg: 'access_token expired' }
    const scene = (body.action_info as { scene?: { scene_str?: unknown } } | undefined)?.scene?.scene_str
    if (body.action_name !== 'QR_STR_SCENE' || typeof scene !== 'string' || scene.length < 1 || scene.length > 64)
      return { errcode: 40053, errmsg: 'invalid action info' }
    const seconds = Math.min(Number(body.expire_seconds ?? 60), MAX_QR_SECONDS)
    const ticket = this.#seal({ scene, until: this.#now() + seconds })
    return { ticket, expire_seconds: seconds, url: `${this.#account.scanUrl}?t=${encodeURIComponent(ticket)}` }
  }

  /** Simulates that `openid` scans a QR code: pushes `SCAN` for a follower and `subscribe` for a new person, and returns the reply. */
  scan(
    ticket: string,
    openid: string,
    deliver: Deliver,
    options: { follower?: boolean; createTime?: number } = {},
  ): Promise<ScanOutcome> {
    const opened = this.#open<{ scene: string; until: number }>(ticket)
    if (!opened || opened.until <= this.#now()) return Promise.resolve({ kind: 'expired' })
    const { follower = true, createTime = this.#now() } = options
    const message = writeFlatXml({
      ToUserName: 'gh_double',
      FromUserName: openid,
      CreateTime: createTime,
      MsgType: 'event',
      Event: follower ? 'SCAN' : 'subscribe',
      EventKey: follower ? opened.scene : `qrscene_${opened.scene}`,
      Ticket: ticket,
    })
    return this.push(message, deliver)
  }

  /** Signs a message, encrypts it in safe mode, delivers it and reads the answer like WeChat. */
  async push(message: string, deliver: Deliver): Promise<ScanOutcome> {
    const { encodingAesKey, appid, pushToken } = this.#account
    const timestamp = String(this.#now())
    const nonce = randomBytes(6).toString('hex')
    const query = new URLSearchParams({ signature: pushSignature(pushToken, timestamp, nonce), timestamp, nonce })
    let sent = message
    if (encodingAesKey) {
      const encrypted = encryptPush(encodingAesKey, message, appid)
      query.set('encrypt_type', 'aes')
      query.set('msg_signature', pushSignature(pushToken, timestamp, nonce, encrypted))
      sent = writeFlatXml({ ToUserName: 'gh_double', Encrypt: encrypted })
    }
    const { status, body } = await deliver(query.toString(), sent)
    if (status !== 200) return { kind: 'failed' }
    return body === 'success' || body === '' ? { kind: 'silent' } : this.#readReply(body)
  }

  /** In safe mode the reply must be encrypted and signed as well, otherwise WeChat shows 「该公众号提供的服务出现故障」. */
  #readReply(body: string): ScanOutcome {
    const { encodingAesKey, appid, pushToken } = this.#account
    let fields = readFlatXml(body)
    if (encodingAesKey) {
      const { Encrypt = '', MsgSignature = '', TimeStamp = '', Nonce = '' } = fields
      if (!sameSignature(MsgSignature, pushSignature(pushToken, TimeStamp, Nonce, Encrypt))) return { kind: 'failed' }
      const opened = decryptPush(encodingAesKey, Encrypt)
      if (opened?.appid !== appid) return { kind: 'failed' }
      fields = readFlatXml(opened.message)
    }
    return fields.MsgType === 'text' ? { kind: 'chat', text: fields.Content ?? '' } : { kind: 'failed' }
  }

  #now(): number {
    return Math.floor(this.#account.clock.now().getTime() / 1000)
  }

  #seal(value: object): string {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${text}.${mac(this.#key, text)}`
  }

  #open<T>(sealed: string): T | undefined {
    const [text = '', signature = ''] = sealed.split('.')
    if (!sameMac(signature, mac(this.#key, text))) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as T
  }
}

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function sameMac(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
