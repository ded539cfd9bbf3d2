import { useEffect } from 'react'

/** Tells the page how high its sticky bar is, so that focus, toasts and the side bar stay clear of it. */
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
