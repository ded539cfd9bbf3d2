import { useSyncExternalStore } from 'react'
import { readSession, type SessionOwner, watchSession } from './session.ts'

/** Whether a session record is stored: undefined while the server's HTML is being taken over, then true or false. Follows every tab. */
export function useSignedIn(owner: SessionOwner): boolean | undefined {
  return useSyncExternalStore(
    (callback) => watchSession(owner, () => callback()),
    () => readSession(owner) !== undefined,
    () => undefined,
  )
}

const loginRequests = new EventTarget()
/** A guarded address asks while the page is still being taken over, before anybody listens. */
let unheard: LoginRequest | undefined

export interface LoginRequest {
  view: 'signIn' | 'register' | 'reset'
  /** Where to go once signed in; the current page stays when absent. Internal paths only. */
  returnTo?: string
  /** Registration on the invitation of a friend: sent as `inviterCode`. */
  inviterCode?: string
}

/** Asks the shell to open the login dialog. */
export function requestLogin(request: LoginRequest = { view: 'signIn' }): void {
  unheard = request
  loginRequests.dispatchEvent(new CustomEvent('login', { detail: request }))
}

export function onLoginRequest(callback: (request: LoginRequest) => void): () => void {
  const listener = (event: Event) => {
    unheard = undefined
    callback((event as CustomEvent<LoginRequest>).detail)
  }
  loginRequests.addEventListener('login', listener)
  if (unheard) listener(new CustomEvent('login', { detail: unheard }))
  return () => loginRequests.removeEventListener('login', listener)
}
