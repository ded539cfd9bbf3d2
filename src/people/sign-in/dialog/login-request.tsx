import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { currentAddress } from '../../../platform/client/current-address.ts'
import { readSession } from '../../../platform/client/session.ts'
import { onSessionEnded } from '../../../platform/client/shell-events.ts'
import { keepInviter } from './kept-inviter.ts'

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

const INVITATION = /^#invited=([\w-]{1,40})$/

/** For the shell: the dialog to open for a page, an ended session, an invitation, or `?login` of a link followed before JavaScript was loaded. */
export function useLoginRequest() {
  const [request, setRequest] = useState<LoginRequest>()
  const { hash, search, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => onLoginRequest(setRequest), [])
  useEffect(() => {
    const ended = () => setRequest({ view: 'signIn', returnTo: currentAddress() })
    return onSessionEnded('customer', ended)
  }, [])
  useEffect(() => {
    const inviterCode = INVITATION.exec(hash)?.[1]
    const asked = new URLSearchParams(search).has('login')
    if (!inviterCode && !asked) return
    // Removes the parameter from the URL; otherwise going back would open the dialog again.
    void navigate(pathname, { replace: true })
    if (inviterCode) keepInviter(inviterCode)
    if (!readSession('customer')) setRequest(inviterCode ? { view: 'register', inviterCode } : { view: 'signIn' })
  }, [hash, search, pathname, navigate])
  return [request, setRequest] as const
}

function onLoginRequest(callback: (request: LoginRequest) => void): () => void {
  const listener = (event: Event) => {
    pending = undefined
    callback((event as CustomEvent<LoginRequest>).detail)
  }
  loginRequests.addEventListener('login', listener)
  if (pending) listener(new CustomEvent('login', { detail: pending }))
  return () => loginRequests.removeEventListener('login', listener)
}
