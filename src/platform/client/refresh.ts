import type { Envelope } from '../contract/envelope.ts'
import { readSession, type SessionOwner, type TokenRecord, writeSession } from './session.ts'

/** Tokens with less time left than this are renewed in the background. */
const REFRESH_UNDER_SECONDS = 3600

const PATHS: Record<SessionOwner, string> = { customer: '/api/open/refresh4token', staff: '/api/open/staff/refresh' }

interface RefreshAnswer {
  token: string
  refresh_token?: string
  refreshToken?: string
  expires_at?: number
  expires?: number
}

/** The new record; undefined when the session has ended; `unreachable` when the server did not answer, which does not end the session. */
type Renewal = TokenRecord | undefined | 'unreachable'

const running = new Map<SessionOwner, Promise<Renewal>>()

/** The access token to send, renewed first if it has expired; undefined when nobody is signed in. A failed refresh only logs a warning. */
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

/** One refresh at a time, also across tabs: the second caller finds the new record and uses it. */
export function refresh(owner: SessionOwner, usedAccess: string): Promise<Renewal> {
  const current = running.get(owner)
  if (current) return current
  const work = exclusively(owner, () => renew(owner, usedAccess)).finally(() => running.delete(owner))
  running.set(owner, work)
  return work
}

/** Pages without HTTPS have no Web Locks; there two tabs may refresh at once, and the server gives both the same pair. */
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
    // Only 401 ends the session; other failures are temporary (restart, rate limit). A 401 for this token says nothing about a newer one from another tab.
    if (response.status !== 401) return 'unreachable'
    const now = readSession(owner)
    return now?.refresh === record.refresh ? undefined : now
  } catch (error) {
    console.warn('token refresh failed', error)
    return 'unreachable'
  }
}

/** Drops the answer when the person has signed out, or another one has signed in, while it was in transit. */
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
