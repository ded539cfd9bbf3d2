import type { CSSProperties } from 'react'

/**
 * For what stands below the first view: spread onto an element, it is laid out when it is scrolled near (base.css), or when nothing else is to be
 * done or a picture of the whole page is taken (hydrate-later.ts). About how high its content will be on either screen, in rem, keeps the scroll
 * bar still until then.
 */
export function late(phone: number, desk: number) {
  return { 'data-late': '', style: { '--phone': `${phone}rem`, '--desk': `${desk}rem` } as CSSProperties }
}
