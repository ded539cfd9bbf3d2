import { randomBytes } from 'node:crypto'
import { type IssuedTokens, revokeSession } from '../../../platform/auth/sessions.ts'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { wechatService } from '../../../platform/wechat/wechat-service.ts'
import { deviceName } from '../../../core/sign-ins/device-rules.ts'
import { mayStillSignIn } from '../../customers/actions.ts'
import { accountErrors } from '../../customers/errors.ts'
import { openCustomerSession } from '../../customers/session-actions.ts'
import {
  BIND_MINUTES,
  EXPIRED_TEXT,
  FETCH_SECONDS,
  MOST_TICKETS,
  QR_SECONDS,
  scannedText,
  sceneOf,
  TICKET_WINDOW_MINUTES,
  UNDO_HOURS,
} from './wechat-rules.ts'
import {
  customerBoundTo,
  deleteBindingMadeBy,
  insertBinding,
  insertEvent,
  insertTicket,
  isBound,
  keepSession,
  lockTicket,
  markScanned,
  markShown,
  markToBind,
  markUndone,
  markUsed,
  type TicketRow,
  takeBindToken,
  ticketsSince,
} from './wechat-store.ts'

const secondsFrom = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const newSecret = (): string => randomBytes(32).toString('base64url')

export interface QrCode {
  ticket: string
  expireSeconds: number
  url: string
}

/**
 * Makes a QR code for one browser. The code contains only a hash of the ticket, so a photograph of it cannot fetch the sign-in; and the
 * ticket is valid only with the cookie of the browser it was given to.
 */
export async function askForQr(ctx: Ctx): Promise<QrCode> {
  const service = wechatService(ctx)
  if (!service) throw refuse(accountErrors.wechatClosed)
  const now = ctx.clock.now()
  const since = secondsFrom(now, -TICKET_WINDOW_MINUTES * 60)
  if ((await ticketsSince(ctx.db, ctx.request.ip, since)) >= MOST_TICKETS) throw refuse(accountErrors.tooManyTickets)
  const ticket = newSecret()
  const scene = tokenHash(`scene:${ticket}`)
  const code = await service.client.createQr(scene, QR_SECONDS).catch((error) => {
    ctx.log.error({ err: error }, 'WeChat gave no code')
    throw refuse(accountErrors.wechatFailed)
  })
  await insertTicket(
    ctx.db,
    {
      ticketHash: tokenHash(ticket),
      scene,
      browserHash: tokenHash(ctx.request.browser),
      ip: ctx.request.ip,
      userAgent: ctx.request.userAgent.slice(0, 300),
      expiresAt: secondsFrom(now, code.expireSeconds),
    },
    now,
  )
  return { ticket, expireSeconds: code.expireSeconds, url: code.url }
}

export type PollAnswer =
  | { status: 'waiting' | 'scanned' | 'expired' }
  | { status: 'bind'; bindToken: string }
  | { status: 'done'; tokens: IssuedTokens }

/** Answers at once. The first answer after a scan says only that it was scanned, so that the page can show it; the next one signs in, once. */
export function pollQr(ctx: Ctx, ticket: string): Promise<PollAnswer> {
  return inTx(ctx, async (ctx) => {
    const found = await lockTicket(ctx.db, tokenHash(ticket), tokenHash(ctx.request.browser))
    const now = ctx.clock.now()
    const service = wechatService(ctx)
    if (!found || !service || isOver(found, now)) return { status: 'expired' }
    if (!found.scannedAt || found.openid === null) return { status: 'waiting' }
    if (!found.shownAt) {
      await markShown(ctx.db, found.id, now)
      return { status: 'scanned' }
    }
    const bound = await customerBoundTo(ctx.db, service.appid, found.openid)
    if (!bound) return handToBinding(ctx, found.id)
    if (!(await mayStillSignIn(ctx, bound.customerId))) return { status: 'expired' }
    const tokens = await openCustomerSession(ctx, bound.customerId, 'wechat')
    await markUsed(ctx.db, found.id, tokens.sessionId, now)
    return { status: 'done', tokens }
  })
}

function isOver(ticket: TicketRow, now: Date): boolean {
  if (ticket.usedAt || ticket.undoneAt) return true
  const end = ticket.scannedAt ? secondsFrom(ticket.scannedAt, FETCH_SECONDS) : ticket.expiresAt
  return end <= now
}

async function handToBinding(ctx: Ctx, ticketId: number): Promise<PollAnswer> {
  const bindToken = newSecret()
  const now = ctx.clock.now()
  const expiresAt = secondsFrom(now, BIND_MINUTES * 60)
  await markToBind(ctx.db, ticketId, { hash: tokenHash(bindToken), expiresAt }, now)
  return { status: 'bind', bindToken }
}

/**
 * Binds the WeChat identity behind a bind token to an account whose phone has just been proved; joins the caller's transaction. Answers the
 * id of the ticket, for `keepSession`. Refuses when either side has another binding.
 */
export async function bindWechat(ctx: Ctx, bindToken: string, customerId: number): Promise<number> {
  const service = wechatService(ctx)
  const now = ctx.clock.now()
  const taken = service && (await takeBindToken(ctx.db, tokenHash(bindToken), now))
  if (!service || !taken) throw refuse(accountErrors.bindExpired)
  const binding = { appid: service.appid, openid: taken.openid, customerId, ticketId: taken.id }
  if (!(await insertBinding(ctx.db, binding, now))) throw refuse(accountErrors.wechatTaken)
  return taken.id
}

export async function openBoundSession(ctx: Ctx, ticketId: number, customerId: number, days: number) {
  const tokens = await openCustomerSession(ctx, customerId, 'code', days)
  await keepSession(ctx.db, ticketId, tokens.sessionId)
  return tokens
}

/** Whether a WeChat identity can sign in to this account. */
export function isWechatBound(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<boolean> {
  return isBound(ctx.db, customerId)
}

/** Undoes a scan: the pending sign-in, the session and the binding it made. Calling it again changes nothing. */
export function undoScan(ctx: Ctx, undoToken: string): Promise<{ unbound: boolean }> {
  return inTx(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const undone = await markUndone(ctx.db, tokenHash(undoToken), secondsFrom(now, -UNDO_HOURS * 3600), now)
    if (!undone) throw refuse(commonErrors.notFound, '撤销链接已失效。如有疑问，请修改密码并联系客服')
    if (undone.sessionId !== null) await revokeSession(ctx, undone.sessionId)
    return { unbound: (await deleteBindingMadeBy(ctx.db, undone.id)) > 0 }
  })
}

/** Handles a message from WeChat; gives the text of the chat reply, or undefined for none. A repeated message changes nothing and gets no reply. */
export function receiveEvent(ctx: Ctx, message: Record<string, string>): Promise<string | undefined> {
  const { FromUserName: openid = '', CreateTime = '', MsgType, Event, EventKey } = message
  const scene = MsgType === 'event' ? sceneOf(Event, EventKey) : undefined
  const sentAt = Number(CreateTime)
  if (!scene || !openid || openid.length > 64 || !Number.isSafeInteger(sentAt)) return Promise.resolve(undefined)
  return inTx(ctx, async (ctx) => {
    const now = ctx.clock.now()
    if (!(await insertEvent(ctx.db, { sender: openid, sentAt, scene }, now))) return undefined
    const undoToken = newSecret()
    const scanned = await markScanned(ctx.db, { scene, openid, undoHash: tokenHash(undoToken) }, now)
    if (!scanned) return EXPIRED_TEXT
    return scannedText({
      time: shanghaiTime(now).slice(0, 16),
      device: deviceName(scanned.userAgent),
      ip: scanned.ip,
      undoUrl: `${ctx.config.siteUrl}/wechat/undo/${undoToken}`,
    })
  })
}
