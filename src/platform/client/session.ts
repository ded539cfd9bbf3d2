/**
 * The token record in local storage, as the specification asks: {access, refresh, expires} with `expires` in epoch seconds.
 * Customers and staff have one each, so that a member of staff can be both in one browser.
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
  localStorage.removeItem(KEYS[owner])
  changes.dispatchEvent(new Event(owner))
}

/** Calls back when the session changes in this tab or in another one. Returns the way to stop. */
export function watchSession(owner: SessionOwner, callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEYS[owner] || event.key === null) callback()
  }
  changes.addEventListener(owner, callback)
  window.addEventListener('storage', onStorage)
  return () => {
    changes.removeEventListener(owner, callback)
    window.removeEventListener('storage', onStorage)
  }
}
