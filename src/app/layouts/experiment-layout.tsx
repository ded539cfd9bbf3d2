import { Fragment } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AccountOfLink } from '../../people/groups/acting/account-of-link.tsx'
import { ActingBar } from '../../people/groups/acting/acting-bar.tsx'
import { isActingPage, useActing } from '../../platform/client/acting.ts'
import { QueryScope, queryClient } from '../../platform/client/query-scope.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { Ahead } from '../ahead/ahead.tsx'
import { customerArea, customerGuard } from './guard.ts'
import { AreaWaiting, SignedInOnly } from './signed-in-only.tsx'

export const clientLoader = customerGuard

export function HydrateFallback() {
  return <AreaWaiting frame={<Frame />} />
}

export default function ExperimentLayout() {
  return (
    <SignedInOnly frame={<Frame />}>
      <QueryScope>
        <Ahead area={customerArea} />
        <Pages />
      </QueryScope>
    </SignedInOnly>
  )
}

/** What a page of this area looks like before its data arrives. */
function Frame() {
  return (
    <div className="page" style={{ paddingBlock: 'var(--space-32)' }}>
      <Skeleton lines={4} height={56} />
    </div>
  )
}

/** Contracts are also read and signed for a group. Orders are placed by the person, who chooses the group as payer in the wizard. */
function Pages() {
  const acting = useActing(forgetData)
  const { pathname } = useLocation()
  if (isActingPage(pathname))
    return (
      <>
        <div className="page no-print" style={{ paddingTop: 'var(--space-16)' }}>
          <ActingBar acting={acting} />
        </div>
        <AccountOfLink acting={acting}>
          <Fragment key={acting?.groupNo ?? ''}>
            <Outlet />
          </Fragment>
        </AccountOfLink>
      </>
    )
  return (
    <>
      {acting && (
        <p role="status" className="page no-print" style={{ paddingTop: 'var(--space-16)' }}>
          此页以个人身份办理；如由课题组「{acting.name}」付款，请在“付款与发票”一步选择。
        </p>
      )}
      <Outlet />
    </>
  )
}

function forgetData(): void {
  queryClient().clear()
}
