import { setActing } from './acting.ts'

/**
 * The token record in local storage, as the specification requires: {access, refresh, expires} with `expires` in epoch seconds.
 * Customers and staff have separate records, so that one person can be signed in as both in one browser.
 */
export interface TokenRecord {
  access: string
  refresh: string
  expires: number
}

export type SessionOwner = 'customer' | 'staff'

const KEYS: Record<SessionOwner, string> = { customer: 'mingxi.session', staff: 'mingxi.staff' }
const changes = new EventTarget()

export function readSession(owner: SessionOwner): TokenRecord | undefined {
  if (typeof localStorage === 'undefined') return undefined
  try {
    const record = JSON.parse(localStorage.getItem(KEYS[owner]) ?? 'null')
    return typeof record?.access === 'string' &&
      typeof record.refresh === 'string' &&
      typeof record.expires === 'number'
      ? record
      : undefined
  } catch {
    return undefined
  }
}

export function writeSession(owner: SessionOwner, record: TokenRecord): void {
  localStorage.setItem(KEYS[owner], JSON.stringify(record))
  changes.dispatchEvent(new Event(owner))
}

export function clearSession(owner: SessionOwner): void {
  if (localStorage.getItem(KEYS[owner]) === null) return
  if (owner === 'customer') setActing(undefined)
  localStorage.removeItem(KEYS[owner])
  changes.dispatchEvent(new Event(owner))
}

/**
 * Calls back when the session changes in this tab or another one, with whether the previous person has left: a suspended tab may miss
 * a sign-out and find the record of the next person, which it must not take for the same person. Returns a function that unsubscribes.
 */
export function watchSession(owner: SessionOwner, callback: (hasLeft: boolean) => void): () => void {
  const here = () => callback(readSession(owner) === undefined)
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEYS[owner] || event.key === null) callback(!event.newValue)
  }
  const known = () => readSession(owner)?.refresh
  let frozen: string | undefined
  const onHide = () => {
    frozen = known()
  }
  // A page restored from the back/forward cache got no storage events in the meantime.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && frozen !== known()) callback(true)
  }
  changes.addEventListener(owner, here)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    changes.removeEventListener(owner, here)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
  }
}
