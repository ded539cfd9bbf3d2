import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { SmartLink } from '../text/link.tsx'
import css from './tabs.module.css'

export type LinkTab = { to: string; label: ReactNode; count?: number | string; current?: boolean }

/** Tabs in the address: a navigation of real links, which works before hydration. */
export function LinkTabs({ tabs, label }: { tabs: readonly LinkTab[]; label: string }) {
  const list = useRef<HTMLUListElement>(null)
  const current = tabs.find((tab) => tab.current)?.to
  // On a phone the row scrolls; the current tab must not stand outside it.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector('[aria-current]')
    if (!row || !tab) return
    const beyond = tab.getBoundingClientRect().right - row.getBoundingClientRect().right
    if (beyond > 0) row.scrollLeft += beyond
  }, [current])
  return (
    <nav aria-label={label}>
      <ul role="list" className={css.tabs} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <SmartLink to={tab.to} className={css.tab} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
              {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
            </SmartLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export type Tab = { id: string; label: ReactNode; count?: number; content: ReactNode }

export type TabsProps = {
  tabs: readonly Tab[]
  label: string
  /** With `onChange`, the caller controls which tab is open. */
  current?: string
  initial?: string
  onChange?: (id: string) => void
}

/** Tabs inside a page. Arrow keys, Home and End move between them; all panels are in the HTML and visible without scripts. */
export function Tabs({ tabs, label, current, initial, onChange }: TabsProps) {
  const base = useId()
  const [own, setOwn] = useState(initial ?? tabs[0]?.id)
  const open = current ?? own
  const select = (id: string) => {
    setOwn(id)
    onChange?.(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === open)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    select(next.id)
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={css.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}t${tab.id}`}
            data-tab={tab.id}
            aria-controls={`${base}p${tab.id}`}
            aria-selected={tab.id === open}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => select(tab.id)}
            onKeyDown={onKeyDown}
            className={css.tab}
          >
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}p${tab.id}`}
          aria-labelledby={`${base}t${tab.id}`}
          hidden={tab.id !== open}
          className={css.panel}
        >
          <noscript>
            <b>{tab.label}</b>
          </noscript>
          {tab.content}
        </div>
      ))}
    </div>
  )
}
