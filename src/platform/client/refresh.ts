import type { Envelope } from '../contract/envelope.ts'
import { readSession, type SessionOwner, type TokenRecord, writeSession } from './session.ts'

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

/** The new record; undefined when the session has ended; `unreachable` when nobody could be asked, which ends nothing. */
type Renewal = TokenRecord | undefined | 'unreachable'

const running = new Map<SessionOwner, Promise<Renewal>>()

/** The access token to send, after renewal if it has run out; undefined when there is none. A refresh that fails only logs a warning. */
export async function accessToken(owner: SessionOwner): Promise<string | undefined | 'unreachable'> {
  const record = readSession(owner)
  if (!record) return undefined
  const secondsLeft = record.expires - Date.now() / 1000
  if (secondsLeft > REFRESH_UNDER_SECONDS) return record.access
  const renewal = refresh(owner, record.access)
  if (secondsLeft > 0) return record.access
  const renewed = await renewal
  return renewed === 'unreachable' ? renewed : renewed?.access
}

/** One refresh at a time, across tabs too: whoever comes second finds the new record and uses it. */
export function refresh(owner: SessionOwner, usedAccess: string): Promise<Renewal> {
  const current = running.get(owner)
  if (current) return current
  const work = exclusively(owner, () => renew(owner, usedAccess)).finally(() => running.delete(owner))
  running.set(owner, work)
  return work
}

/** Pages without https have no locks; there the server answers two tabs with one and the same pair. */
function exclusively<T>(owner: SessionOwner, work: () => Promise<T>): Promise<T> {
  return typeof navigator.locks === 'undefined' ? work() : navigator.locks.request(`mingxi.refresh.${owner}`, work)
}

async function renew(owner: SessionOwner, usedAccess: string): Promise<Renewal> {
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
    if (envelope.code === 1 && envelope.data) return keep(owner, record, recordOf(envelope.data))
    console.warn('token refresh refused', envelope.msg)
    // Anything but a clear no may pass: a server that restarts, a limit. And a no to these tokens says nothing of those that came meanwhile.
    if (response.status !== 401) return 'unreachable'
    const now = readSession(owner)
    return now?.refresh === record.refresh ? undefined : now
  } catch (error) {
    console.warn('token refresh failed', error)
    return 'unreachable'
  }
}

/** Whoever signed out, or in as somebody else, while the answer was on its way is not brought back. */
function keep(owner: SessionOwner, before: TokenRecord, next: TokenRecord): TokenRecord | undefined {
  const now = readSession(owner)
  if (now?.refresh !== before.refresh) return now
  writeSession(owner, next)
  return next
}

function recordOf(data: RefreshAnswer): TokenRecord {
  return {
    access: data.token,
    refresh: data.refresh_token ?? data.refreshToken ?? '',
    expires: data.expires_at ?? data.expires ?? 0,
  }
}
