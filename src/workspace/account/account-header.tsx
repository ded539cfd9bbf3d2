import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { currentAddress } from '../../platform/client/current-address.ts'
import { internalPath } from '../../platform/contract/internal-path.ts'
import { watchSession } from '../../platform/client/session.ts'
import { useSignedIn } from '../../platform/client/use-session.ts'
import { requestLogin, useLoginRequest } from '../../people/sign-in/dialog/login-request.tsx'
import { SiteHeader, type SiteHeaderProps } from '../../ui/shell/site-header.tsx'
import type { PersonShown } from './signed-in-person.tsx'

// Public pages are cached without a customer: everything personal is loaded by these components, after the page is usable.
const loadLoginDialog = () => import('../../people/sign-in/dialog/login-dialog.tsx')
const LoginDialog = lazy(loadLoginDialog)
const ProfileDialog = lazy(() => import('./profile-dialog.tsx'))
const MessageDrawer = lazy(() => import('../notices/message-drawer.tsx'))
const SignedInPerson = lazy(() => import('./signed-in-person.tsx'))

/** The site header with the signed-in customer: name, badge, messages, sign-out, and the dialogs for signing in and for the profile. */
export function AccountHeader(props: SiteHeaderProps) {
  const navigate = useNavigate()
  const signedIn = useSignedIn('customer')
  const [person, setPerson] = useState<PersonShown>()
  const [open, setOpen] = useState<'profile' | 'messages'>()
  const [request, setRequest] = useLoginRequest()
  // Not urgent, because React shows what an urgent change loads up to 0.3 s late (decision 0136).
  const later = {
    signedIn: useDeferredValue(signedIn),
    open: useDeferredValue(open),
    request: useDeferredValue(request),
  }
  useEffect(fetchDialogAhead, [])
  useEffect(
    () =>
      watchSession('customer', (hasLeft) => {
        if (!hasLeft) return
        // The browser may restore a page from its history after somebody else signed in: removes the name before it is painted again.
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
  const onSignedIn = async () => {
    const to = internalPath(request?.returnTo)
    setRequest(undefined)
    if (to) await navigate(to, { replace: to === currentAddress() })
    focusMain()
    const { lacksAddress } = await import('./signed-in-person.tsx')
    if (await lacksAddress()) setOpen('profile')
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
        {signedIn && later.signedIn && <SignedInPerson onPerson={setPerson} />}
        {request && later.request && (
          <LoginDialog
            request={request}
            onClose={() => {
              setRequest(undefined)
              focusLoginEntry()
            }}
            onSignedIn={() => void onSignedIn()}
          />
        )}
        {/* One question at a time: the agreement first, then the profile. */}
        {signedIn && person && !person.asked && open === 'profile' && later.open && (
          <ProfileDialog onClose={() => setOpen(undefined)} />
        )}
        {signedIn && open === 'messages' && later.open && <MessageDrawer onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

/** Loads the dialog while the pointer, finger or focus is on its way to the button. */
function fetchDialogAhead(): () => void {
  const signs = ['pointerover', 'touchstart', 'focusin']
  const ahead = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-login-entry]')) void loadLoginDialog().catch(() => undefined)
  }
  for (const sign of signs) document.addEventListener(sign, ahead, { passive: true })
  return () => signs.forEach((sign) => document.removeEventListener(sign, ahead))
}

/** Returns the focus to the button that opened the dialog, when the browser could not do so, for example because the dialog was opened by the URL. */
function focusLoginEntry(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-login-entry]')?.focus()
  })
}

/** The button that opened the dialog is gone after signing in; moves keyboard users to the content of the page. */
function focusMain(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}
