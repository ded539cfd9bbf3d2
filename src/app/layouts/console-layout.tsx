import { Outlet } from 'react-router'
import { Skeleton } from '../../ui/states.tsx'
import { staffGuard } from './guard.ts'

export const clientLoader = staffGuard

export function HydrateFallback() {
  return <Skeleton lines={6} />
}

export default function ConsoleLayout() {
  return <Outlet />
}
