import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './member-shell.module.css'

export type MemberShellProps = {
  children: ReactNode
  /** Numbers of open items by path, such as `{'/member/unpaid': 2}`. */
  counts?: Readonly<Record<string, number>>
  /** The pages that exist; without it the whole menu of the specification is shown. */
  open?: ReadonlySet<string>
  /** In whose name the person works, above the menu; on a phone beside it. Its place is kept while it is not known. */
  identity?: ReactNode
}

/** The groups of the specification, orders first. An entry is called what its page is called. */
const groups: readonly { head: string; items: readonly { to: string; label: string }[] }[] = [
  { head: '', items: [{ to: '/member/center', label: '会员中心' }] },
  {
    head: '订单',
    items: [
      { to: '/member/order', label: '我的订单' },
      { to: '/member/oquery', label: '订单查询' },
      { to: '/member/sample', label: '我的样品' },
      { to: '/member/analysis', label: '曲线分析' },
      { to: '/member/library', label: '谱图库' },
      { to: '/member/thread', label: '订单沟通' },
    ],
  },
  {
    head: '资产',
    items: [
      { to: '/member/prestore', label: '预存款' },
      { to: '/member/unsettled', label: '未结算' },
      { to: '/member/unpaid', label: '待付款' },
      { to: '/member/coupon', label: '优惠券' },
    ],
  },
  {
    head: '发票',
    items: [
      { to: '/member/invoiceMg', label: '发票管理' },
      { to: '/member/invoiceLs', label: '开票记录' },
    ],
  },
  {
    head: '个人信息',
    items: [
      { to: '/member/information', label: '我的资料' },
      { to: '/member/address', label: '地址管理' },
      { to: '/member/openApi', label: '开放接口' },
    ],
  },
  {
    head: '会员',
    items: [
      { to: '/member/promotion', label: '推广合伙人' },
      { to: '/member/invite', label: '邀请好友' },
      { to: '/member/integral', label: '我的积分' },
    ],
  },
  {
    head: '课题组',
    items: [
      { to: '/member/communityMg', label: '课题组管理' },
      { to: '/member/communityJn', label: '我的课题组' },
    ],
  },
]

/** The frame of the member area: the menu beside the page, on a phone a disclosure above it. */
export function MemberShell({ children, counts = {}, open, identity }: MemberShellProps) {
  const { pathname } = useLocation()
  const shown = groups
    .map(({ head, items }) => ({ head, items: items.filter(({ to }) => !open || open.has(to)) }))
    .filter(({ items }) => items.length > 0)
  const here = shown.flatMap(({ items }) => items).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const phone = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (phone.current) phone.current.open = false
  }, [pathname])
  return (
    <div className={`page ${css.shell}`}>
      <div className={css.side}>
        <div style={{ display: 'grid', alignItems: 'center', minHeight: '2.75rem' }}>{identity}</div>
        <nav aria-label="会员菜单" className={css.menu}>
          <Groups groups={shown} counts={counts} here={here?.to} />
        </nav>
        <details ref={phone} className={css.phone}>
          <summary>
            {here?.label ?? '会员菜单'}
            <Icon name="menu" />
          </summary>
          <div>
            <nav aria-label="会员菜单">
              <Groups groups={shown} counts={counts} here={here?.to} />
            </nav>
          </div>
        </details>
      </div>
      <div>{children}</div>
    </div>
  )
}

type GroupsProps = { groups: typeof groups; counts: Readonly<Record<string, number>>; here: string | undefined }

function Groups({ groups: shown, counts, here }: GroupsProps) {
  return shown.map((group) => (
    <div key={group.head}>
      {group.head && <h2 className={css.head}>{group.head}</h2>}
      <ul role="list">
        {group.items.map((item) => (
          <li key={item.to}>
            <SmartLink to={item.to} className={css.link} aria-current={item.to === here ? 'page' : undefined}>
              {item.label}
              {counts[item.to] ? <span className={css.count}>{counts[item.to]}</span> : null}
            </SmartLink>
          </li>
        ))}
      </ul>
    </div>
  ))
}
