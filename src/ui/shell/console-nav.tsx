import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../text/class-names.ts'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './console-nav.module.css'
import { useFolded, useKept } from './menu-memory.ts'

export interface ConsoleNavItem {
  to: string
  label: string
  icon?: IconName
  /** What waits on the page. The entry opens the list with exactly so many entries. */
  waiting?: { count: number; label: string; to: string } | undefined
  /** There is something on this page that the person has not seen. */
  fresh?: boolean
}

export interface ConsoleNavGroup {
  head?: string
  items: readonly ConsoleNavItem[]
}

const KEPT = '常用'

/**
 * The menu of the console: groups that fold, and the entries that the person keeps at the top. What is folded and kept is remembered in
 * this browser. The group of the open page is never folded away.
 */
export function ConsoleNav({
  nav,
  pathname,
  label,
  narrow = false,
}: {
  nav: readonly ConsoleNavGroup[]
  pathname: string
  label: string
  /** Only icons on a small laptop. */
  narrow?: boolean
}) {
  const [folded, fold] = useFolded()
  const [kept, keep] = useKept()
  const all = nav.flatMap((group) => group.items)
  const here = longestMatch(
    all.map((item) => item.to),
    pathname,
  )
  const own = all.filter(({ to }) => kept.has(to))
  const groups = own.length > 0 ? [{ head: KEPT, items: own }, ...nav] : nav
  return (
    <nav aria-label={label} className={cx(css.nav, narrow && css.narrow)}>
      {groups.map(({ head, items }, index) => {
        const list = (
          <ul role="list">
            {items.map((item) => (
              <Entry
                key={item.to}
                item={item}
                current={item.to === here && (head !== KEPT || index > 0)}
                kept={kept.has(item.to)}
                onKeep={() => keep(item.to)}
              />
            ))}
          </ul>
        )
        if (head === undefined) return <div key={index}>{list}</div>
        const open = !folded.has(head) || items.some(({ to }) => to === here)
        return (
          <details key={head} open={open}>
            <summary
              className={css.head}
              onClick={(event) => {
                event.preventDefault()
                fold(head)
              }}
            >
              <h2>{head}</h2>
              <Icon name="chevron-down" size={14} />
            </summary>
            {list}
          </details>
        )
      })}
    </nav>
  )
}

function Entry({
  item,
  current,
  kept,
  onKeep,
}: {
  item: ConsoleNavItem
  current: boolean
  kept: boolean
  onKeep: () => void
}) {
  const [near, setNear] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const left = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setNear(false)
  }
  // Reached by the right arrow: a stop of its own for each entry would double the way through the menu.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowRight') keep.current?.focus()
    else if (event.key === 'ArrowLeft') event.currentTarget.querySelector('a')?.focus()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from the link and the button inside
    <li
      className={css.entry}
      data-near={near || undefined}
      onFocus={() => setNear(true)}
      onBlur={left}
      onKeyDown={onKeyDown}
    >
      <SmartLink
        to={item.waiting?.to ?? item.to}
        className={css.link}
        title={item.label}
        aria-current={current ? 'page' : undefined}
      >
        {item.icon && <Icon name={item.icon} size={18} />}
        <span className={css.label}>{item.label}</span>
        {item.fresh && (
          <span className={css.fresh}>
            <span className="visually-hidden">（有新内容）</span>
          </span>
        )}
        {/* Hidden from assistive technology: the name of the link stays the same, and the inbox says it in words. */}
        {item.waiting && (
          <span className={css.count} aria-hidden="true" title={`${item.waiting.label} ${item.waiting.count}`}>
            {item.waiting.count > 999 ? '999+' : item.waiting.count}
          </span>
        )}
      </SmartLink>
      <button
        ref={keep}
        type="button"
        tabIndex={-1}
        className={css.keep}
        aria-pressed={kept}
        aria-label={`${kept ? '移出' : '加入'}常用：${item.label}`}
        onClick={onKeep}
      >
        <Icon name="star" size={14} />
      </button>
    </li>
  )
}

/** `/console/orders/12` marks 订单; the overview at `/console` is marked only for itself. */
export function longestMatch(paths: readonly string[], pathname: string): string | undefined {
  return paths
    .filter((path) => pathname === path || (path !== '/console' && pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>((best, path) => (path.length > (best?.length ?? 0) ? path : best), undefined)
}
