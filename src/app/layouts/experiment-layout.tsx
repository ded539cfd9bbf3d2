import { Outlet } from 'react-router'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { customerGuard } from './guard.ts'
import { SignedInOnly } from './signed-in-only.tsx'

export const clientLoader = customerGuard

export function HydrateFallback() {
  return <Skeleton lines={6} />
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
