import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { clearSession, readSession } from '../../platform/client/session.ts'
import { QueryScope, queryClient } from '../../platform/client/query-scope.tsx'
import { callKey, useAct, useCall } from '../../platform/client/use-call.ts'
import { useSignedIn } from '../../platform/client/use-session.ts'
import { usePersonChange } from '../../platform/client/use-person-change.ts'
import { forgetRecent } from '../../workspace/palette/recent.ts'
import { setting } from '../../core/settings/contract.ts'
import { staffLogout, staffMe } from '../../core/staff/me-contract.ts'
import { type StaffMember, StaffProvider } from '../../core/staff/me.tsx'
import type { Left } from '../../core/staff/left-rules.ts'
import { useIdle } from '../../core/staff/use-idle.ts'
import { inboxRead } from '../../workspace/inbox/contract.ts'
import { workByPage } from '../../workspace/inbox/menu-rules.ts'
import { Bell } from '../../core/staff-notices/bell.tsx'
import { releaseState } from '../../core/releases/contract.ts'
import { ConsoleTools } from '../../workspace/palette/console-tools.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ConsoleShell, ConsoleShellWaiting } from '../../ui/shell/console-shell.tsx'
import { ListPager } from './list-pager.tsx'
import { useConsoleTheme } from '../../ui/shell/console-theme.ts'
import { PartRefusedToRole, RefusedToRole } from '../../ui/feedback/loaded.tsx'
import { ErrorState, NotFoundState, ProblemPlace, Skeleton } from '../../ui/feedback/states.tsx'
import { Ahead } from '../ahead/ahead.tsx'
import { useDenseRows, useLastPlace } from './console-memory.ts'
import { consoleNav, creatable, forbiddenText, mayOpen, partForbiddenText, placeOf } from './console-nav.ts'
import { staffGuard } from './guard.ts'
import { useCountsAfterActs } from './use-counts-after-acts.ts'

/** Own acts, and what the bell tells, change the inbox. */
const stale = [inboxRead]

/** Shown until the settings of the site have arrived. */
const defaultName = '明析科测'

const consoleArea = /^\/console(\/|$)/

export const clientLoader = staffGuard

export function HydrateFallback() {
  return <Loading />
}

/** The frame of every console page: the signed-in member of staff, the menu of the role, and sign-out. */
export default function ConsoleLayout() {
  return (
    <QueryScope>
      <ConsoleFrame>
        {/* The next record starts anew: what was typed or chosen for the former one is not carried over. */}
        <Outlet key={useLocation().pathname} />
      </ConsoleFrame>
    </QueryScope>
  )
}

/** Shows the error of a page inside the frame, so that the menu stays. */
export function ErrorBoundary() {
  return (
    <QueryScope>
      <ConsoleFrame>
        <PageHeader title="页面暂时无法显示" />
        <ErrorState title="这个页面出错了" onRetry={() => window.location.reload()}>
          已自动记录，管理员可以按编号查到原因；其他页面不受影响。
          <ProblemPlace />
        </ErrorState>
      </ConsoleFrame>
    </QueryScope>
  )
}

function ConsoleFrame({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn('staff')
  usePersonChange('staff', resetQueries)
  const { pathname } = useLocation()
  const me = useCall(staffMe, {}, { enabled: signedIn === true, refetchSeconds: 60 })
  useFreshRole(pathname)
  const site = useCall(setting, {})
  const signOut = useSignOut(signedIn)
  useIdle(me.data?.idleMinutes, () => signOut('idle'))
  const [dense, setDense] = useDenseRows()
  const [theme, setTheme] = useConsoleTheme()
  const person = me.data
  useLastPlace(person?.id, (path) => person !== undefined && mayOpen(person, path))
  const work = useCall(inboxRead, {}, { enabled: person !== undefined, refetchSeconds: 60 }).data
  useCountsAfterActs(stale)
  const release = useCall(releaseState, {}, { enabled: person !== undefined }).data
  if (me.error && !me.data && me.error.error !== 'notSignedIn')
    return (
      <main id="main" className="page" style={{ paddingBlock: 'var(--space-64)' }}>
        <ErrorState onRetry={() => void me.refetch()} busy={me.isFetching}>
          {me.error.message}
        </ErrorState>
      </main>
    )
  // After the person has signed out, here or in another tab, no data may stay visible, not even for one frame.
  if (!me.data || signedIn === false) return <Loading />
  const forbidden = <ForbiddenState member={me.data} />
  const nav = consoleNav(me.data, work && workByPage(work), release?.unread ? ['/console/releases'] : [])
  return (
    <StaffProvider member={me.data}>
      <Ahead area={consoleArea} />
      <ConsoleShell
        siteName={site.data?.siteName ?? defaultName}
        nav={nav}
        version={release?.version}
        tools={
          <div className="cluster">
            <ConsoleTools places={nav.flatMap(({ items }) => items)} makes={creatable(me.data)} />
            <Bell stale={stale} />
            <ListPager />
          </div>
        }
        staffName={me.data.name}
        roleName={me.data.roleName}
        place={placeOf(pathname)}
        dense={dense}
        onDense={setDense}
        theme={theme}
        onTheme={setTheme}
        onLogout={() => signOut()}
      >
        {mayOpen(me.data, pathname) ? (
          <RefusedToRole value={forbidden}>
            <PartRefusedToRole value={<p>{partForbiddenText(me.data)}</p>}>{children}</PartRefusedToRole>
          </RefusedToRole>
        ) : (
          forbidden
        )}
      </ConsoleShell>
    </StaffProvider>
  )
}

/** A role may change during a session, so the role is read again on every navigation. */
function useFreshRole(pathname: string): void {
  const queries = useQueryClient()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    void queries.invalidateQueries({ queryKey: callKey(staffMe) })
  }, [pathname, queries])
}

function ForbiddenState({ member }: { member: StaffMember }) {
  return (
    <NotFoundState title="您的角色不能打开这个页面" action={{ label: '回到工作台', to: '/console' }}>
      {forbiddenText(member)}
    </NotFoundState>
  )
}

/** Returns the sign-out action. Also leads to the sign-in page when the session has ended elsewhere, and clears all data that was read. */
function useSignOut(signedIn: boolean | undefined): (why?: Left) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const logout = useAct(staffLogout, { quiet: true })
  // Whoever signs out knows why the sign-in page is there.
  const left = useRef<Left | 'byHand'>('elsewhere')
  useEffect(() => {
    if (signedIn !== false) return
    queries.clear()
    void navigate(`/console/login?return=${encodeURIComponent(pathname + search + hash)}`, {
      replace: true,
      state: { left: left.current },
    })
  }, [signedIn, queries, navigate, pathname, search, hash])
  return (why) => {
    left.current = why ?? 'byHand'
    // Signs out in this browser even when the server cannot be reached; the session then expires.
    void logout.run({}).finally(() => clearSession('staff'))
  }
}

/** A page restored from the browser's history may find the session of a colleague, so all data of the previous person is removed. */
function resetQueries(): void {
  forgetRecent()
  if (readSession('staff')) void queryClient().resetQueries()
}

function Loading() {
  return (
    <ConsoleShellWaiting siteName={defaultName}>
      <Skeleton lines={4} height={56} />
    </ConsoleShellWaiting>
  )
}
