import { Fragment } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AccountOfLink } from '../../people/groups/acting/account-of-link.tsx'
import { ActingBand, ActingChoice } from '../../people/groups/acting/acting-bar.tsx'
import { setActing, useActing } from '../../platform/client/acting.ts'
import { QueryScope, queryClient } from '../../platform/client/query-scope.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState, Skeleton } from '../../ui/feedback/states.tsx'
import { MemberShell } from '../../ui/shell/member-shell.tsx'
import { Ahead } from '../ahead/ahead.tsx'
import { customerArea, customerGuard } from './guard.ts'
import { groupMemberPages, isGroupPage, openMemberPages } from '../member-pages.ts'
import { ClosingNotice } from '../../workspace/privacy/closing-notice.tsx'
import { AreaWaiting, SignedInOnly } from './signed-in-only.tsx'

export const clientLoader = customerGuard

/** A phone keeps the member area on its home screen; iPhones take pushes only from there. */
export const links = () => [
  { rel: 'manifest', href: '/member.webmanifest' },
  { rel: 'apple-touch-icon', href: '/app-icon-180.png' },
]

export function HydrateFallback() {
  return <AreaWaiting frame={<Frame />} />
}

export default function MemberLayout() {
  return (
    <SignedInOnly frame={<Frame />}>
      <QueryScope>
        <Ahead area={customerArea} />
        <MemberPages />
      </QueryScope>
    </SignedInOnly>
  )
}

/** The menu stands before it is known who is signed in, so that nothing moves when the page arrives. */
function Frame() {
  return (
    <MemberShell open={openMemberPages}>
      <Skeleton lines={4} height={56} />
    </MemberShell>
  )
}

/** While the tab works for a group, the menu has only pages that show the group's data, and every page is mounted again. */
function MemberPages() {
  const acting = useActing(forgetData)
  const { pathname } = useLocation()
  return (
    <MemberShell open={acting ? groupMemberPages : openMemberPages} identity={<ActingChoice acting={acting} />}>
      <ClosingNotice />
      {acting && <ActingBand acting={acting} />}
      <AccountOfLink acting={acting}>
        <Fragment key={acting?.groupNo ?? ''}>{acting && !isGroupPage(pathname) ? <OwnPage /> : <Outlet />}</Fragment>
      </AccountOfLink>
    </MemberShell>
  )
}

function OwnPage() {
  return (
    <div className="stack">
      <PageHeader title="个人页面" />
      <EmptyState
        title="此页面仅限个人身份"
        icon="user"
        action={{ label: '返回个人', onClick: () => setActing(undefined) }}
      >
        请从菜单选择课题组的页面，或返回个人身份后查看。
      </EmptyState>
    </div>
  )
}

function forgetData(): void {
  queryClient().clear()
}
