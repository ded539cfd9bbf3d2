import { useCallback, useRef, useState } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'
import { DiscardDialog } from './leave-guard.tsx'

/**
 * A dialog with a form that takes a while to fill in: Esc, the back key of a phone and the cross ask before what was typed is lost. A button of the form
 * that calls `onClose` itself does not ask.
 */
export function FormDialog({ onClose, ...dialog }: DialogProps) {
  // A ref, because on a busy machine Esc can come before the next rendering.
  const dirty = useRef(false)
  const hear = useCallback((typed: boolean) => void (dirty.current = typed), [])
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Dialog {...dialog} onTyped={hear} onClose={() => (dirty.current ? setAsking(true) : onClose())} />
      <DiscardDialog open={asking} onClose={() => setAsking(false)} onConfirm={onClose} confirmLabel="放弃填写" />
    </>
  )
}
