import { useEffect, useRef } from 'react'

/**
 * Moves the focus into a panel after a change of view, because the button that had it is gone. On a phone the panel gets the focus:
 * focusing a field would open the keyboard over half of it. A view that placed the focus itself keeps it.
 */
export function useFocusOnChange(view: string) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (panel.current?.contains(document.activeElement)) return
    const fine = window.matchMedia('(pointer: fine)').matches
    const field = fine && panel.current?.querySelector<HTMLElement>('input:not([type=checkbox])')
    const to = field || panel.current
    to?.focus({ preventScroll: true })
  }, [view])
  return panel
}
