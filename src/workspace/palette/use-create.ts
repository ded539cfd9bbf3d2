import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a navigation after which the page shall open its form for something new. */
export const CREATE = { create: true }

export function createButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main [data-create]')
}

/** Presses the button of the page that makes something new, as soon as the page shows it. */
export function useCreateOnArrival(): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const wanted = (state as Partial<typeof CREATE> | null)?.create === true
  useEffect(() => {
    if (!wanted) return
    const press = () => {
      const button = createButton()
      if (!button) return false
      // Without the state the form does not open again when the page is reloaded.
      if (button.tagName !== 'A') void navigate(pathname + search, { replace: true, state: null })
      button.click()
      return true
    }
    if (press()) return
    const page = new MutationObserver(() => press() && page.disconnect())
    page.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true })
    return () => page.disconnect()
  }, [wanted, pathname, search, navigate])
}
