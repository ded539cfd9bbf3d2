import { Outlet } from 'react-router'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { customerGuard } from './guard.ts'
import { AreaWaiting, SignedInOnly } from './signed-in-only.tsx'

export const clientLoader = customerGuard

export function HydrateFallback() {
  return <AreaWaiting />
}

export default function ExperimentLayout() {
  return (
    <SignedInOnly>
      <QueryScope>
        <Outlet />
      </QueryScope>
    </SignedInOnly>
  )
}
