import { Outlet } from 'react-router'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { staffGuard } from './guard.ts'

export const clientLoader = staffGuard

export function HydrateFallback() {
  return <Skeleton lines={6} />
}

/** Layout of console pages that are only printed: no menu and no header. */
export default function ConsolePrintLayout() {
  return (
    <QueryScope>
      <Outlet />
    </QueryScope>
  )
}
