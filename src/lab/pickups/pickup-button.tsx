import { lazy, startTransition, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { usePickupOffered } from './use-pickup-offered.ts'

/** Opened by a change that is not urgent (decision 0136). */
const PickupDialog = lazy(async () => ({ default: (await import('./pickup-dialog.tsx')).PickupDialog }))

/**
 * Opens the dialog. `opensAt`: a parameter of the address that opens it too, so that a public page links here and a visitor signs in
 * first.
 */
export function PickupButton({ opensAt, refreshes }: { opensAt: string; refreshes: readonly Call[] }) {
  const [query, setQuery] = useSearchParams()
  const [pressed, setPressed] = useState(false)
  const isOffered = usePickupOffered()
  const asked = query.get(opensAt) !== null
  const close = () => {
    setPressed(false)
    if (asked)
      setQuery(
        (before) => {
          before.delete(opensAt)
          return before
        },
        { replace: true },
      )
  }
  return (
    <>
      {isOffered && (
        <Button icon="truck" onClick={() => startTransition(() => setPressed(true))}>
          预约上门取样
        </Button>
      )}
      <Suspense>{(pressed || asked) && <PickupDialog onClose={close} refreshes={refreshes} />}</Suspense>
    </>
  )
}
