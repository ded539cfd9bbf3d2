import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../text/class-names.ts'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './menu.module.css'

export type MenuItem = {
  label: string
  to?: string
  /** For files and API answers. */
  reload?: boolean
  onClick?: () => void
  icon?: IconName
  danger?: boolean
  current?: boolean
  hidden?: boolean
}

export type MenuProps = {
  /** The content of the trigger. */
  label: ReactNode
  /** The accessible name when the label is not text. */
  name?: string
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  chevron?: boolean
  /** Opens over a table, whose scrolling region would cut the panel off. */
  floating?: boolean
  className?: string
}

/** What stays free beside a panel. */
const EDGE_PX = 8

/** A native disclosure with links and buttons. It opens before hydration; afterwards Esc, a click outside or a choice closes it. */
export function Menu({ label, name, items, align = 'start', chevron = true, floating = false, className }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (ref.current) ref.current.open = false
  }
  // A dialog that the choice opens gives the focus back to the trigger, because the choice itself is hidden by then.
  const closeAndReturn = () => {
    close()
    ref.current?.querySelector('summary')?.focus()
  }
  useFloatingPanel(ref, floating)
  usePanelInside(ref, floating)
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (ref.current?.open && !ref.current.contains(event.target as Node)) ref.current.open = false
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const details = ref.current
    if (!details) return
    const stops = [...details.querySelectorAll<HTMLElement>('summary, a, button')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && details.open) {
      event.stopPropagation()
      close()
      stops[0]?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      details.open = true
      stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from the links and the summary inside
    <details ref={ref} className={cx(css.menu, className)} onKeyDown={onKeyDown}>
      <summary className={css.trigger} aria-label={name}>
        {label}
        {chevron && <Icon name="chevron-down" size={16} />}
      </summary>
      <ul role="list" className={cx(css.panel, align === 'end' && css.end, floating && css.floating)}>
        {items
          .filter((item) => !item.hidden)
          .map((item) => (
            <li key={item.label}>
              <MenuRow item={item} close={closeAndReturn} />
            </li>
          ))}
      </ul>
    </details>
  )
}

/**
 * Puts the panel below its trigger, or above it at the foot of the window; it closes when what lies below it scrolls away. The end of a
 * scroll that began before the press moves nothing any more, and closes nothing.
 */
function useFloatingPanel(ref: RefObject<HTMLDetailsElement | null>, floating: boolean): void {
  useEffect(() => {
    const details = ref.current
    const panel = details?.querySelector('ul')
    if (!floating || !details || !panel) return
    let openedAt = Number.NaN
    const place = () => {
      const trigger = details.getBoundingClientRect()
      openedAt = details.open ? trigger.top : Number.NaN
      if (!details.open) return
      const { offsetHeight: height, offsetWidth: width } = panel
      const below = trigger.bottom + height <= window.innerHeight
      panel.style.top = `${below ? trigger.bottom : Math.max(0, trigger.top - height)}px`
      panel.style.left = `${Math.max(EDGE_PX, Math.min(trigger.right, window.innerWidth - EDGE_PX) - width)}px`
    }
    const close = () => {
      details.open = false
    }
    const closeIfMoved = () => {
      if (details.open && Math.abs(details.getBoundingClientRect().top - openedAt) > EDGE_PX) close()
    }
    details.addEventListener('toggle', place)
    window.addEventListener('scroll', closeIfMoved, { capture: true, passive: true })
    window.addEventListener('resize', close)
    return () => {
      details.removeEventListener('toggle', place)
      window.removeEventListener('scroll', closeIfMoved, { capture: true })
      window.removeEventListener('resize', close)
    }
  }, [ref, floating])
}

/** Moves the panel aside where it would reach beyond the window: on a phone a trigger may stand at either edge. */
function usePanelInside(ref: RefObject<HTMLDetailsElement | null>, floating: boolean): void {
  useEffect(() => {
    const details = ref.current
    const panel = details?.querySelector('ul')
    if (floating || !details || !panel) return
    const place = () => {
      panel.style.translate = ''
      const { left, right } = panel.getBoundingClientRect()
      const most = document.body.clientWidth - EDGE_PX
      if (details.open) panel.style.translate = `${left < EDGE_PX ? EDGE_PX - left : Math.min(0, most - right)}px`
    }
    details.addEventListener('toggle', place)
    return () => details.removeEventListener('toggle', place)
  }, [ref, floating])
}

function MenuRow({ item, close }: { item: MenuItem; close: () => void }) {
  const className = cx(css.item, item.danger && css.danger)
  const act = () => {
    close()
    item.onClick?.()
  }
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={18} />}
      {item.label}
    </>
  )
  return item.to ? (
    <SmartLink
      to={item.to}
      reload={item.reload}
      className={className}
      onClick={act}
      aria-current={item.current ? 'page' : undefined}
    >
      {content}
    </SmartLink>
  ) : (
    <button type="button" className={className} onClick={act} aria-current={item.current || undefined}>
      {content}
    </button>
  )
}
