import { useSyncExternalStore } from 'react'
import { readSession, type SessionOwner, watchSession } from './session.ts'

/** Whether a session record is stored: undefined during hydration, then true or false. Follows changes in all tabs. */
export function useSignedIn(owner: SessionOwner): boolean | undefined {
  return useSyncExternalStore(
    (callback) => watchSession(owner, () => callback()),
    () => readSession(owner) !== undefined,
    () => undefined,
  )
}

const loginRequests = new EventTarget()
/** A protected page requests the login during hydration, before the shell subscribes. */
let pending: LoginRequest | undefined

export interface LoginRequest {
  view: 'signIn' | 'register' | 'reset'
  /** Where to go once signed in; the current page stays when absent. Internal paths only. */
  returnTo?: string
  /** Invitation code of the friend who sent the link; passed to the registration. */
  inviterCode?: string
}

/** Asks the shell to open the login dialog. */
export function requestLogin(request: LoginRequest = { view: 'signIn' }): void {
  pending = request
  loginRequests.dispatchEvent(new CustomEvent('login', { detail: request }))
}

export function onLoginRequest(callback: (request: LoginRequest) => void): () => void {
  const listener = (event: Event) => {
    pending = undefined
    callback((event as CustomEvent<LoginRequest>).detail)
  }
  loginRequests.addEventListener('login', listener)
  if (pending) listener(new CustomEvent('login', { detail: pending }))
  return () => loginRequests.removeEventListener('login', listener)
}
