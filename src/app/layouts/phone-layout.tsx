import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { clearSession } from '../../platform/client/session.ts'
import { send } from '../../platform/client/transport.ts'
import { QueryScope, queryClient } from '../../platform/client/query-scope.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import { useSignedIn } from '../../platform/client/use-session.ts'
import { usePersonChange } from '../../platform/client/use-person-change.ts'
import { staffLogout, staffMe } from '../../core/staff/me-contract.ts'
import { forgetMember, knownMember, rememberMember } from '../../core/staff/known-member.ts'
import { StaffProvider } from '../../core/staff/me.tsx'
import type { Left } from '../../core/staff/left-rules.ts'
import { useIdle } from '../../core/staff/use-idle.ts'
import { NotFoundState, Skeleton } from '../../ui/feedback/states.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { useConsoleTheme } from '../../ui/shell/console-theme.ts'
import { forbiddenText, mayOpen } from './console-nav.ts'
import { staffGuard } from './guard.ts'

export const clientLoader = staffGuard

/** A phone keeps the page on its home screen. */
export const links = () => [
  { rel: 'manifest', href: '/console.webmanifest' },
  { rel: 'apple-touch-icon', href: '/app-icon-180.png' },
]

export function HydrateFallback() {
  return <Waiting />
}

/** Frame of the console's pages for the phone: no menu, and no data of the server needed, so that they open without network. */
export default function PhoneLayout() {
  return (
    <QueryScope>
      <Frame />
    </QueryScope>
  )
}

function Frame() {
  useConsoleTheme()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signedIn = useSignedIn('staff')
  usePersonChange('staff', forgetEverything)
  const asked = useCall(staffMe, {}, { enabled: signedIn === true, refetchSeconds: 60 }).data
  useEffect(() => {
    if (asked) rememberMember(asked)
  }, [asked])
  const left = useRef<Left>('elsewhere')
  useEffect(() => {
    if (signedIn !== false) return
    const to = `/console/login?return=${encodeURIComponent(pathname)}`
    void navigate(to, { replace: true, state: { left: left.current } })
  }, [signedIn, navigate, pathname])
  useIdle(asked?.idleMinutes, () => {
    left.current = 'idle'
    void send(staffLogout, {})
      .catch(() => undefined)
      .finally(() => clearSession('staff'))
  })
  const member = signedIn ? (asked ?? knownMember()) : undefined
  if (!member) return <Waiting />
  return (
    <StaffProvider member={member} key={member.id}>
      <main id="main" tabIndex={-1} className="page" style={{ paddingBlock: 'var(--space-16)' }}>
        <p className="cluster" style={{ justifyContent: 'space-between', margin: 0 }}>
          <SmartLink to="/console">后台</SmartLink>
          <span>
            {member.name}（{member.roleName}）
          </span>
        </p>
        {mayOpen(member, pathname) ? (
          <Outlet />
        ) : (
          <NotFoundState title="您的角色不能打开这个页面" action={{ label: '回到工作台', to: '/console' }}>
            {forbiddenText(member)}
          </NotFoundState>
        )}
      </main>
    </StaffProvider>
  )
}

/** Nothing of the person who has left may be shown, or be taken for the next one. */
function forgetEverything(): void {
  forgetMember()
  queryClient().clear()
}

function Waiting() {
  return (
    <main id="main" className="page" style={{ paddingBlock: 'var(--space-32)' }}>
      <Skeleton lines={6} />
    </main>
  )
}
