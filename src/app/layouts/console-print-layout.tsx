import { Outlet } from 'react-router'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { useConsoleTheme } from '../../ui/shell/console-theme.ts'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { staffGuard } from './guard.ts'

export const clientLoader = staffGuard

export function HydrateFallback() {
  return <Skeleton lines={6} />
}

/** Layout of console pages that are only printed: no menu and no header. */
export default function ConsolePrintLayout() {
  useConsoleTheme()
  return (
    <QueryScope>
      <Outlet />
    </QueryScope>
  )
}
