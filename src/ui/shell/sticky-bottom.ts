import { useEffect } from 'react'

/** Publishes the height of a sticky bar as a CSS variable, so that focus, toasts and the side bar stay above it. */
export function useStickyBottom(bar: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--sticky-bottom', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--sticky-bottom')
    }
  }, [bar])
}
