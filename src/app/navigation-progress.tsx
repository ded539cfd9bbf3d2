import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/** A page that is there within this time needs no bar. */
const DELAY_MS = 150
/** The bar slows down towards its end, which it reaches only with the page. */
const MOST_MS = 8000

/** A thin bar along the top while the scripts or data of the next page are on their way: on a slow network nothing else says that a tap was taken. */
export function NavigationProgress() {
  const bar = useRef<HTMLDivElement>(null)
  const isOnTheWay = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!isOnTheWay) return
    const growing = bar.current?.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(0.95)' }], {
      delay: DELAY_MS,
      duration: MOST_MS,
      easing: 'cubic-bezier(0.1, 0.7, 0.2, 1)',
      fill: 'both',
    })
    return () => growing?.cancel()
  }, [isOnTheWay])
  if (!isOnTheWay) return null
  // It never stands in the HTML of the server, so that its style needs no exception of the policy.
  return (
    <div
      ref={bar}
      data-progress
      aria-hidden="true"
      style={{
        position: 'fixed',
        inset: '0 0 auto',
        zIndex: 'var(--z-toast)',
        height: 3,
        background: 'var(--brand-600)',
        transform: 'scaleX(0)',
        transformOrigin: 'left',
        pointerEvents: 'none',
      }}
    />
  )
}
