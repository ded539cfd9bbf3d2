import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { PickupDialog } from './pickup-dialog.tsx'
import { usePickupOffered } from './use-pickup-offered.ts'

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
        <Button icon="truck" onClick={() => setPressed(true)}>
          预约上门取样
        </Button>
      )}
      {(pressed || asked) && <PickupDialog onClose={close} refreshes={refreshes} />}
    </>
  )
}
