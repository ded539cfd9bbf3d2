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

/**
 * Calls back when the session changes in this tab or in another one, with whether the person of before has left: a tab that slept through
 * a sign-out and the next sign-in finds a record again and must not take it for the same person's. Returns the way to stop.
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
  // A page out of the history was not told what happened meanwhile.
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
