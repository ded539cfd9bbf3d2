import type { Envelope } from '../contract/envelope.ts'
import { clearSession, readSession, type SessionOwner, type TokenRecord, writeSession } from './session.ts'

/** Under this many seconds left, the tokens are renewed in the background. */
const REFRESH_UNDER_SECONDS = 3600

const PATHS: Record<SessionOwner, string> = { customer: '/api/open/refresh4token', staff: '/api/open/staff/refresh' }

interface RefreshAnswer {
  token: string
  refresh_token?: string
  refreshToken?: string
  expires_at?: number
  expires?: number
}

const running = new Map<SessionOwner, Promise<TokenRecord | undefined>>()

/** The access token to send, after renewal if it has run out; undefined when there is none. A refresh that fails only logs a warning. */
export async function accessToken(owner: SessionOwner): Promise<string | undefined> {
  const record = readSession(owner)
  if (!record) return undefined
  const secondsLeft = record.expires - Date.now() / 1000
  if (secondsLeft > REFRESH_UNDER_SECONDS) return record.access
  const renewal = refresh(owner, record.access)
  return secondsLeft > 0 ? record.access : (await renewal)?.access
}

/** One refresh at a time, across tabs too: whoever comes second finds the new record and uses it. */
export function refresh(owner: SessionOwner, usedAccess: string): Promise<TokenRecord | undefined> {
  const current = running.get(owner)
  if (current) return current
  const work = exclusively(owner, () => renew(owner, usedAccess)).finally(() => running.delete(owner))
  running.set(owner, work)
  return work
}

function exclusively<T>(owner: SessionOwner, work: () => Promise<T>): Promise<T> {
  return typeof navigator.locks === 'undefined' ? work() : navigator.locks.request(`mingxi.refresh.${owner}`, work)
}

async function renew(owner: SessionOwner, usedAccess: string): Promise<TokenRecord | undefined> {
  const record = readSession(owner)
  if (!record || record.access !== usedAccess) return record
  try {
    const response = await fetch(PATHS[owner], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: record.refresh }),
      signal: AbortSignal.timeout(30_000),
    })
    const envelope = (await response.json()) as Envelope<RefreshAnswer>
    if (envelope.code === 1 && envelope.data) {
      const { data } = envelope
      const next = {
        access: data.token,
        refresh: data.refresh_token ?? data.refreshToken ?? '',
        expires: data.expires_at ?? data.expires ?? 0,
      }
      writeSession(owner, next)
      return next
    }
    if (response.status === 401) clearSession(owner)
  } catch (error) {
    console.warn('token refresh failed', error)
  }
  return undefined
}
