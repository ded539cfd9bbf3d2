import { ApiError, send } from '../../../platform/client/transport.ts'
import type { Tokens } from '../contract.ts'
import { wxQrCodeLogin, wxTicket } from './wechat-contract.ts'

const POLL_MS = 1000

export type Phase =
  | { name: 'loading' | 'scanned' | 'expired' }
  | { name: 'waiting'; ticket: string; url: string; expiresAt: number }
  | { name: 'failed'; message: string; closed: boolean }

export interface Following {
  onTokens: (tokens: Tokens) => void
  /** The WeChat identity has no account yet. */
  onBind: (bindToken: string) => void
}

/**
 * Fetches a QR code and polls it to its end: once a second, waiting one second for each answer, so that no two requests overlap. Failed
 * requests are not shown.
 */
export async function followCode(gone: AbortSignal, show: (phase: Phase) => void, done: Following): Promise<void> {
  try {
    const code = await send(wxTicket, {}, { signal: gone })
    const expiresAt = Date.now() + code.expire_seconds * 1000
    show({ name: 'waiting', ticket: code.ticket, url: code.qr_code_url, expiresAt })
    await pollUntilOver(code.ticket, expiresAt, gone, show, done)
  } catch (cause) {
    if (gone.aborted) return
    if (!(cause instanceof ApiError)) throw cause
    show({ name: 'failed', message: cause.message, closed: cause.error === 'wechatClosed' })
  }
}

async function pollUntilOver(
  ticket: string,
  expiresAt: number,
  gone: AbortSignal,
  show: (phase: Phase) => void,
  done: Following,
): Promise<void> {
  let scanned = false
  let due = Date.now() + POLL_MS
  while (!gone.aborted) {
    await pause(due - Date.now(), gone)
    await whenVisible(gone)
    if (gone.aborted) return
    due = Date.now() + POLL_MS
    // After a scan the browser has one minute to fetch the sign-in; the server enforces that.
    if (!scanned && Date.now() >= expiresAt) return show({ name: 'expired' })
    const answer = await send(
      wxQrCodeLogin,
      { ticket },
      { signal: AbortSignal.any([gone, AbortSignal.timeout(POLL_MS)]) },
    ).catch(() => undefined)
    if (!answer || answer.status === 'waiting') continue
    if (answer.status === 'expired') return show({ name: 'expired' })
    if (answer.status === 'bind') return done.onBind(answer.bindToken ?? '')
    scanned = true
    show({ name: 'scanned' })
    if (answer.status !== 'done') continue
    const { token = '', refreshToken = '', expires = 0 } = answer
    return done.onTokens({ token, refreshToken, expires })
  }
}

function pause(ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    gone.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Waits while the page is hidden. */
function whenVisible(gone: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !gone.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    gone.addEventListener('abort', look)
  })
}
