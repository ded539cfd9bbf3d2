import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../button.tsx'
import { Drawer } from '../dialog.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { SmartLink } from '../link.tsx'
import { Menu } from '../menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import css from './console-shell.module.css'

export type ConsoleNavGroup = {
  head?: string
  items: readonly {
    to: string
    label: string
    icon?: IconName
    /** What waits on the page. The entry opens the list with exactly so many entries. */
    waiting?: { count: number; label: string; to: string } | undefined
    /** There is something on this page that the person has not seen. */
    fresh?: boolean
  }[]
}

export type ConsoleShellProps = {
  siteName: string
  /** The pages that this person's role may open. */
  nav: readonly ConsoleNavGroup[]
  /** Shown at the foot of the menu; leads to what each version brought. */
  version?: string | undefined
  staffName: string
  roleName: string
  /** The path of the menu entry, when it differs from the page's address. */
  place?: string
  /** One line per row in tables, for screens with many rows. */
  dense?: boolean
  onDense?: (dense: boolean) => void
  onLogout: () => void
  /** Content of the top bar: a search box, the scanner field. */
  tools?: ReactNode
  children: ReactNode
}

/** The frame of the staff console, with dense type and controls. It provides `<main>`; children must not. */
export function ConsoleShell({
  siteName,
  nav,
  version,
  staffName,
  roleName,
  place,
  dense,
  onDense,
  onLogout,
  tools,
  children,
}: ConsoleShellProps) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])
  return (
    <div data-density="compact" data-rows={dense ? 'dense' : undefined} className={css.shell}>
      <a href="#main" className="skip-link">
        跳到主要内容
      </a>
      <aside aria-label="后台导航" className={css.side}>
        <SmartLink to="/console" className={css.brand}>
          <BrandMark size={24} />
          {siteName}后台
        </SmartLink>
        <ConsoleNav nav={nav} pathname={place ?? pathname} label="后台菜单" />
        <Version
          version={version}
          fresh={nav.some(({ items }) => items.some(({ to, fresh }) => fresh && to === RELEASES))}
        />
      </aside>
      <div className={css.main}>
        <header className={css.top}>
          <Button
            variant="quiet"
            icon="menu"
            aria-label="打开菜单"
            aria-haspopup="dialog"
            className={css.burger}
            onClick={() => setOpen(true)}
          />
          <div className={css.tools}>{tools}</div>
          <span className={css.role}>{roleName}</span>
          <Menu
            label={staffName}
            align="end"
            items={[
              { label: dense ? '表格：舒适行距' : '表格：紧凑行距', icon: 'menu', onClick: () => onDense?.(!dense) },
              { label: '退出登录', icon: 'logout', onClick: onLogout },
            ]}
          />
        </header>
        <main id="main" tabIndex={-1} className={css.content}>
          {children}
        </main>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title="菜单" side="start">
        <div className={css.sheet}>
          <ConsoleNav nav={nav} pathname={place ?? pathname} label="移动端菜单" />
          <Version
            version={version}
            fresh={nav.some(({ items }) => items.some(({ to, fresh }) => fresh && to === RELEASES))}
          />
        </div>
      </Drawer>
    </div>
  )
}

const RELEASES = '/console/releases'

/** Beside the menu it is always in sight: only the menu scrolls. */
function Version({ version, fresh }: { version: string | undefined; fresh: boolean }) {
  if (version === undefined) return null
  return (
    <SmartLink to={RELEASES} className={css.version}>
      版本 {version}
      {/* The entry of the menu says it in words. */}
      {fresh && <span className={css.fresh} aria-hidden="true" />}
    </SmartLink>
  )
}

function ConsoleNav({ nav, pathname, label }: { nav: readonly ConsoleNavGroup[]; pathname: string; label: string }) {
  const here = longestMatch(
    nav.flatMap((group) => group.items.map((item) => item.to)),
    pathname,
  )
  return (
    <nav aria-label={label} className={css.nav}>
      {nav.map((group, index) => (
        <div key={group.head ?? index}>
          {group.head && <h2 className={css.head}>{group.head}</h2>}
          <ul role="list">
            {group.items.map((item) => (
              <li key={item.to}>
                <SmartLink
                  to={item.waiting?.to ?? item.to}
                  className={css.link}
                  aria-current={item.to === here ? 'page' : undefined}
                >
                  {item.icon && <Icon name={item.icon} size={18} />}
                  {item.label}
                  {item.fresh && (
                    <span className={css.fresh}>
                      <span className="visually-hidden">（有新内容）</span>
                    </span>
                  )}
                  {/* Hidden from assistive technology: the name of the link stays the same, and the inbox says it in words. */}
                  {item.waiting && (
                    <span
                      className={css.count}
                      aria-hidden="true"
                      title={`${item.waiting.label} ${item.waiting.count}`}
                    >
                      {item.waiting.count > 999 ? '999+' : item.waiting.count}
                    </span>
                  )}
                </SmartLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** `/console/orders/12` marks 订单; the overview at `/console` is marked only for itself. */
export function longestMatch(paths: readonly string[], pathname: string): string | undefined {
  return paths
    .filter((path) => pathname === path || (path !== '/console' && pathname.startsWith(`${path}/`)))
    .reduce<string | undefined>((best, path) => (path.length > (best?.length ?? 0) ? path : best), undefined)
}
