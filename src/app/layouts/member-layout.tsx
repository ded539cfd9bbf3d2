import { Outlet } from 'react-router'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { MemberShell } from '../../ui/shell/member-shell.tsx'
import { customerGuard } from './guard.ts'
import { openMemberPages } from '../member-pages.ts'
import { ClosingNotice } from '../../desk/privacy/closing-notice.tsx'
import { AreaWaiting, SignedInOnly } from './signed-in-only.tsx'

export const clientLoader = customerGuard

export function HydrateFallback() {
  return <AreaWaiting />
}

export default function MemberLayout() {
  return (
    <SignedInOnly>
      <QueryScope>
        <MemberShell open={openMemberPages}>
          <ClosingNotice />
          <Outlet />
        </MemberShell>
      </QueryScope>
    </SignedInOnly>
  )
}
