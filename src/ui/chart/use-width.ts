import { useEffect, useState } from 'react'

/** The width in pixels: one unit of the drawing is one pixel, so that the axis is readable on a phone. The server draws for a desktop. */
export function useWidth(screen: { readonly current: Element | null }): number {
  const [width, setWidth] = useState(720)
  useEffect(() => {
    const element = screen.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [screen])
  return width
}
