import type { CSSProperties } from 'react'

/**
 * Props for an element below the first view: it is laid out when it is scrolled near (base.css), or in idle time, or before
 * a screenshot of the whole page (hydrate-later.ts). The expected heights in rem, on a phone and on a desktop, keep the scroll
 * bar stable until then.
 */
export function late(phone: number, desk: number) {
  return { 'data-late': '', style: { '--phone': `${phone}rem`, '--desk': `${desk}rem` } as CSSProperties }
}
