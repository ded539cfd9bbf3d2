import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../inputs/button.tsx'
import { Icon } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import { Menu, type MenuItem } from '../feedback/menu.tsx'
import { SearchBox, type SearchBoxProps } from '../inputs/search-box.tsx'
import { BrandMark } from './brand-mark.tsx'
import css from './site-header.module.css'
import { isAt, type NavItem, siteNav } from './site-nav.ts'

const MobileSheet = lazy(() => import('./mobile-sheet.tsx'))

export type SiteHeaderProps = {
  siteName: string
  /** Undefined until the client knows; the space is reserved. */
  cartNum?: number
  userName?: string
  /** Called by the login entry; opens the dialog. Before hydration the entry is a link to `loginHref`. */
  onLogin?: () => void
  loginHref?: string
  onLogout?: () => void
  /** Number of unread messages; undefined until known. */
  unread?: number
  search?: SearchBoxProps
  /** Entries of 服务项目; without them it is a plain link. */
  services?: NavItem['children']
  /** More entries of the account menu, before 退出登录. */
  memberItems?: readonly MenuItem[]
}

export function SiteHeader(props: SiteHeaderProps) {
  const { pathname } = useLocation()
  return (
    <header className={css.header}>
      <div className={`page ${css.bar}`}>
        <MobileMenu {...props} pathname={pathname} />
        <SmartLink to="/" className={css.brand}>
          <BrandMark />
          {props.siteName}
        </SmartLink>
        <nav aria-label="主导航">
          <ul role="list" className={css.nav}>
            {siteNav(props.services).map((item) => (
              <li key={item.to}>
                {item.children ? (
                  <Menu
                    label={item.label}
                    items={item.children.map((child) => ({ ...child, current: isAt(pathname, child.to) }))}
                  />
                ) : (
                  <SmartLink
                    to={item.to}
                    className={css.link}
                    aria-current={isAt(pathname, item.to) ? 'page' : undefined}
                  >
                    {item.label}
                  </SmartLink>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.search}>
          <SearchBox hotkey {...props.search} />
        </div>
        <div className={css.entries}>
          <div className={css.person}>
            <Person {...props} />
          </div>
          <PlanEntry cartNum={props.cartNum} />
        </div>
      </div>
    </header>
  )
}

/** The login entry, or the account menu. The guard of protected routes clicks `data-login-entry`. */
function Person({
  userName,
  onLogin,
  loginHref = '?login#needs-script',
  onLogout,
  unread,
  memberItems = [],
}: SiteHeaderProps) {
  if (userName === undefined)
    return (
      <SmartLink
        to={loginHref}
        reload
        className={css.link}
        data-login-entry=""
        onClick={(event) => {
          if (!onLogin) return
          event.preventDefault()
          onLogin()
        }}
      >
        登录/注册
      </SmartLink>
    )
  const items: MenuItem[] = [
    { label: '会员中心', to: '/member/center', icon: 'user' },
    { label: '我的订单', to: '/member/order', icon: 'file' },
    ...memberItems,
    { label: '退出登录', onClick: onLogout, icon: 'logout' },
  ]
  const label = (
    <>
      <span className={css.name}>{userName}</span>
      {unread ? (
        <span className={css.unread}>
          {unread > 99 ? '99+' : unread}
          <span className="visually-hidden"> 条未读消息</span>
        </span>
      ) : null}
    </>
  )
  return <Menu label={label} items={items} align="end" />
}

function PlanEntry({ cartNum }: { cartNum?: number }) {
  const shown = cartNum ? (cartNum > 99 ? '99+' : String(cartNum)) : ''
  return (
    <SmartLink to="/experiment/plan" className={css.plan} title="实验方案">
      <Icon name="flask" size={18} />
      <span className={css.planText}>实验方案</span>
      <span className={css.badge} aria-hidden="true">
        {shown}
      </span>
      {shown && <span className="visually-hidden">{cartNum} 项</span>}
    </SmartLink>
  )
}

function MobileMenu({ search, services, pathname }: SiteHeaderProps & { pathname: string }) {
  const [open, setOpen] = useState(false)
  // Not urgent, because React shows what an urgent change loads up to 0.3 s late (decision 0136).
  const isShown = useDeferredValue(open)
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <Button
        variant="quiet"
        icon="menu"
        aria-label="打开菜单"
        aria-haspopup="dialog"
        className={css.burger}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isShown && open && (
          <MobileSheet search={search} services={services} pathname={pathname} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
