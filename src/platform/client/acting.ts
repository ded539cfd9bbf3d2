import { useSyncExternalStore } from 'react'

/** The group in whose name this tab works in the member area; each tab has its own. The server checks the right at every call. */
export interface Acting {
  groupNo: string
  name: string
}

const KEY = 'mingxi.account'
const changes = new EventTarget()
let parsed: { text: string | null; acting: Acting | undefined } = { text: null, acting: undefined }

/** The same object while nothing changed, so that React can compare it. */
export function readActing(): Acting | undefined {
  if (typeof sessionStorage === 'undefined') return undefined
  const text = sessionStorage.getItem(KEY)
  if (parsed.text !== text) parsed = { text, acting: actingFrom(text) }
  return parsed.acting
}

function actingFrom(text: string | null): Acting | undefined {
  try {
    const kept = JSON.parse(text ?? 'null')
    return typeof kept?.groupNo === 'string' && typeof kept.name === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

/** Undefined: the person's own account again. */
export function setActing(acting: Acting | undefined): void {
  if (typeof sessionStorage === 'undefined') return
  if (acting) sessionStorage.setItem(KEY, JSON.stringify(acting))
  else if (sessionStorage.getItem(KEY) === null) return
  else sessionStorage.removeItem(KEY)
  changes.dispatchEvent(new Event('change'))
}

/** `forget` runs first and in the same task, so that no frame of one account shows data of the other. It must keep its identity. */
export function useActing(forget?: () => void): Acting | undefined {
  return useSyncExternalStore(
    forget ? (changed) => watch(() => (forget(), changed())) : watch,
    readActing,
    () => undefined,
  )
}

function watch(changed: () => void): () => void {
  changes.addEventListener('change', changed)
  return () => changes.removeEventListener('change', changed)
}

/**
 * The account that a call is sent for: the group's only for calls that work for groups, and only in the member area and on the page of
 * contracts. The wizard and the public pages are the person's, also in a tab that works for a group.
 */
export function accountFor(call: { forGroup?: string }): string | undefined {
  if (call.forGroup === undefined || typeof location === 'undefined') return undefined
  return isActingPage(location.pathname) ? readActing()?.groupNo : undefined
}

/** Whether pages at this address show the data of the group in whose name the tab works. */
export function isActingPage(pathname: string): boolean {
  return /^\/(member|experiment\/contract)(\/|$)/.test(pathname)
}
