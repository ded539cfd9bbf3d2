import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { internalPath } from '../../platform/client/internal-path.ts'
import { readSession, watchSession } from '../../platform/client/session.ts'
import { onSessionEnded } from '../../platform/client/shell-events.ts'
import { type LoginRequest, onLoginRequest, requestLogin, useSignedIn } from '../../platform/client/use-session.ts'
import { SiteHeader, type SiteHeaderProps } from '../../ui/shell/site-header.tsx'
import { keepInviter } from '../../platform/client/kept-inviter.ts'
import type { PersonShown } from './signed-in-person.tsx'

// Pages that anybody may cache know no person: what belongs to one comes with these, after the page is usable.
const loadLoginDialog = () => import('../../people/sign-in/login-dialog.tsx')
const LoginDialog = lazy(loadLoginDialog)
const ProfileDialog = lazy(() => import('./profile-dialog.tsx'))
const MessageDrawer = lazy(() => import('../notices/message-drawer.tsx'))
const SignedInPerson = lazy(() => import('./signed-in-person.tsx'))

/** The site header with the person in it: name, badge, messages, logout, and the dialogs for signing in and for the profile. */
export function AccountHeader(props: SiteHeaderProps) {
  const navigate = useNavigate()
  const signedIn = useSignedIn('customer')
  const [person, setPerson] = useState<PersonShown>()
  const [open, setOpen] = useState<'profile' | 'messages'>()
  const [request, setRequest] = useLoginRequest()
  useEffect(fetchDialogAhead, [])
  useEffect(
    () =>
      watchSession('customer', (hasLeft) => {
        if (!hasLeft) return
        // A page out of the history may be somebody else's by now: the name is gone before it is drawn again.
        flushSync(() => {
          setPerson(undefined)
          setOpen(undefined)
        })
        void import('./signed-in-person.tsx').then(({ forgetPerson }) => forgetPerson())
      }),
    [],
  )
  const onLogout = async () => {
    const { signOut } = await import('./signed-in-person.tsx')
    await signOut()
    await navigate('/')
  }
  const onSignedIn = async (hasAddress: boolean) => {
    const to = internalPath(request?.returnTo)
    setRequest(undefined)
    if (to) await navigate(to, { replace: to === currentAddress() })
    focusMain()
    if (!hasAddress) setOpen('profile')
  }
  const shown = signedIn
    ? { userName: person?.name ?? '我的账户', cartNum: person?.cartNum, unread: person?.messageNum }
    : {}
  const messages = person?.messageNum ? `消息（${person.messageNum}）` : '消息'
  return (
    <>
      <SiteHeader
        {...props}
        {...shown}
        onLogin={() => requestLogin({ view: 'signIn' })}
        onLogout={() => void onLogout()}
        memberItems={[{ label: messages, icon: 'bell', onClick: () => setOpen('messages') }]}
      />
      <Suspense>
        {signedIn && <SignedInPerson onPerson={setPerson} />}
        {request && (
          <LoginDialog
            request={request}
            onClose={() => {
              setRequest(undefined)
              focusLoginEntry()
            }}
            onSignedIn={(hasAddress) => void onSignedIn(hasAddress)}
          />
        )}
        {/* One question at a time: the agreement first, then the profile. */}
        {signedIn && person && !person.asked && open === 'profile' && (
          <ProfileDialog onClose={() => setOpen(undefined)} />
        )}
        {signedIn && open === 'messages' && <MessageDrawer onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

function currentAddress(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** The dialog is on its way while a pointer, a finger or the focus is still on the way to the click. */
function fetchDialogAhead(): () => void {
  const signs = ['pointerover', 'touchstart', 'focusin']
  const ahead = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-login-entry]')) void loadLoginDialog().catch(() => undefined)
  }
  for (const sign of signs) document.addEventListener(sign, ahead, { passive: true })
  return () => signs.forEach((sign) => document.removeEventListener(sign, ahead))
}

/** Where the dialog was opened from has the focus again; this is for when that is gone or never was, as after a typed address. */
function focusLoginEntry(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-login-entry]')?.focus()
  })
}

/** The entry that opened the dialog is gone once somebody is signed in; whoever works by keyboard goes on at the page itself. */
function focusMain(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}

const INVITATION = /^#invited=([\w-]{1,40})$/

/** Who asks for the dialog: a page, a session that has ended, an invitation, or `?login` of a link followed before JavaScript. */
function useLoginRequest() {
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
    // The address is put straight, or going back would open the dialog again.
    void navigate(pathname, { replace: true })
    if (inviterCode) keepInviter(inviterCode)
    if (!readSession('customer')) setRequest(inviterCode ? { view: 'register', inviterCode } : { view: 'signIn' })
  }, [hash, search, pathname, navigate])
  return [request, setRequest] as const
}
