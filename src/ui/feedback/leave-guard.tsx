import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a page with unsaved input is left, by a link, by Back or by closing it. At most one per page: the router asks only one. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      confirmLabel="放弃修改并离开"
    />
  )
}

/** Asks before unsaved input is dropped without leaving the page. */
export function DiscardDialog({
  confirmLabel = '放弃修改',
  ...dialog
}: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  confirmLabel?: string
}) {
  return (
    <ConfirmDialog {...dialog} title="还有没保存的修改" confirmLabel={confirmLabel} danger>
      <p>离开后，这次的修改不会保留。</p>
    </ConfirmDialog>
  )
}
