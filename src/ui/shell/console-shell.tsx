import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../inputs/button.tsx'
import { Drawer } from '../feedback/dialog.tsx'
import { SmartLink } from '../text/link.tsx'
import { Menu } from '../feedback/menu.tsx'
import { BrandMark } from './brand-mark.tsx'
import { ConsoleNav, type ConsoleNavGroup } from './console-nav.tsx'
import css from './console-shell.module.css'
import { type ThemeChoice, themeChoices } from './theme-choices.ts'

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
  theme?: ThemeChoice
  onTheme?: (theme: ThemeChoice) => void
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
  theme,
  onTheme,
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
        <Brand siteName={siteName} />
        <ConsoleNav nav={nav} pathname={place ?? pathname} label="后台菜单" narrow />
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
              ...themeChoices.map(({ value, label, icon }) => ({
                label,
                icon,
                current: value === theme,
                onClick: () => onTheme?.(value),
              })),
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

/** The frame before it is known who is signed in, so that nothing moves when the menu and the page arrive. */
export function ConsoleShellWaiting({ siteName, children }: { siteName: string; children: ReactNode }) {
  return (
    <div data-density="compact" className={css.shell}>
      <div className={css.side}>
        <Brand siteName={siteName} />
      </div>
      <div className={css.main}>
        <div className={css.top} />
        <main id="main" tabIndex={-1} className={css.content}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Brand({ siteName }: { siteName: string }) {
  return (
    <SmartLink to="/console" className={css.brand}>
      <BrandMark size={24} />
      <span className={css.siteName}>{siteName}后台</span>
    </SmartLink>
  )
}

const RELEASES = '/console/releases'

/** Beside the menu it is always in sight: only the menu scrolls. */
function Version({ version, fresh }: { version: string | undefined; fresh: boolean }) {
  if (version === undefined) return null
  return (
    <SmartLink to={RELEASES} className={css.version}>
      <span className={css.versionWord}>版本 </span>
      {version}
      {/* The entry of the menu says it in words. */}
      {fresh && <span className={css.fresh} aria-hidden="true" />}
    </SmartLink>
  )
}
