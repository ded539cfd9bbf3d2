import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { KitGallery } from '../gallery/gallery.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { MemberShell } from './member-shell.tsx'
import { SiteHeader } from './site-header.tsx'

const html = (node: ReactNode, at = '/') =>
  renderToStaticMarkup(<MemoryRouter initialEntries={[at]}>{node}</MemoryRouter>)
const linksOf = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map((match) => match[1])

/** As the settings of a new installation have them. */
const services = [
  { label: '送样检测', to: '/project/1' },
  { label: '现场预约', to: '/project/2' },
  { label: '数据分析', to: '/project/3' },
  { label: '全部服务项目', to: '/project' },
]

describe('shells before JavaScript', () => {
  it('[N-07] header leads to every page of the navigation, in order, and to login and plan', () => {
    const links = linksOf(html(<SiteHeader siteName="x" services={services} cartNum={120} />))
    expect(links).toEqual([
      '/',
      '/',
      '/project/1',
      '/project/2',
      '/project/3',
      '/project',
      '/about/profile',
      '/about/culture',
      '/about/recruit',
      '/televised',
      '/list/news',
      '/list/course',
      '/contact',
      '?login#needs-script',
      '/experiment/plan',
    ])
  })

  it('[F-42] 服务项目 opens the three types of service and all of them', () => {
    const text = html(<SiteHeader siteName="x" services={services} />, '/project/2/x')
    const menu = /<details[^>]*>(?:(?!<\/details>).)*服务项目.*?<\/details>/.exec(text)?.[0] ?? ''
    expect([...menu.matchAll(/<a [^>]*>([^<]*)/g)].map((match) => match[1])).toEqual([
      '送样检测',
      '现场预约',
      '数据分析',
      '全部服务项目',
    ])
    expect(menu).toMatch(/aria-current="page"[^>]*>现场预约/)
    expect(menu.match(/aria-current="page"/g)).toHaveLength(1)
  })

  it('[N-07] the plan entry shows the count, nothing for zero, and 99+ beyond', () => {
    const badge = (cartNum?: number) =>
      /aria-hidden="true">([^<]*)<\/span>(?=<span class="visually|<\/a>)/.exec(
        html(<SiteHeader siteName="x" cartNum={cartNum} />),
      )?.[1]
    expect([badge(3), badge(0), badge(), badge(120)]).toEqual(['3', '', '', '99+'])
  })

  it('[N-07] the page a person is on is marked', () => {
    expect(html(<SiteHeader siteName="x" />, '/list/news')).toMatch(/aria-current="page"[^>]*>新闻动态/)
    expect(html(<SiteHeader siteName="x" />, '/list/news').match(/aria-current="page"/g)).toHaveLength(1)
    expect(html(<SiteHeader siteName="x" services={services} />, '/project/1/x')).toContain('aria-current="page"')
  })

  it('[N-08] member menu holds every page of its groups', () => {
    const links = new Set(linksOf(html(<MemberShell>x</MemberShell>, '/member/center')))
    const paths =
      'center prestore unsettled unpaid coupon information address sample library order analysis oquery promotion invite integral invoiceMg invoiceLs communityMg communityJn thread openApi'
    expect([...links].sort()).toEqual(
      paths
        .split(' ')
        .map((path) => `/member/${path}`)
        .sort(),
    )
  })

  it('[N-08] member menu leaves out pages that do not exist, and groups that have none', () => {
    const open = new Set(['/member/center', '/member/order'])
    const text = html(<MemberShell open={open}>x</MemberShell>, '/member/order/MX1')
    expect(new Set(linksOf(text))).toEqual(open)
    expect(text).not.toContain('发票')
    expect(text).toMatch(
      /href="\/member\/order"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/member\/order"/,
    )
  })

  it('a signed-in person sees a menu, a visitor the login entry the guard clicks', () => {
    expect(html(<SiteHeader siteName="x" />)).toContain('data-login-entry')
    const signedIn = html(<SiteHeader siteName="x" userName="示例" />)
    expect(signedIn).not.toContain('data-login-entry')
    expect(signedIn).toContain('退出登录')
  })

  it('[F-94] unread messages are counted beside the name, and nothing stands there without any', () => {
    expect(html(<SiteHeader siteName="x" userName="示例" unread={3} />)).toMatch(/3<span[^>]*> 条未读消息/)
    expect(html(<SiteHeader siteName="x" userName="示例" unread={120} />)).toContain('99+')
    expect(html(<SiteHeader siteName="x" userName="示例" unread={0} />)).not.toContain('条未读消息')
  })

  it('every component renders on the server, forms post, dialogs are closed and nothing is undefined', () => {
    const page = html(<KitGallery />)
    expect(page).not.toMatch(/NaN|\[object Object\]|>undefined</)
    expect(page).toMatch(/<form[^>]*method="post"/)
    expect(page).not.toMatch(/<dialog[^>]* open/)
    expect(page).toContain('六个步骤')
    expect(page).toContain('五个步骤')
  })
})

describe('ConsoleShell', () => {
  it('names the version at the foot of the menu, and marks a page with something new in words too', () => {
    const shell = (fresh: boolean, version?: string) =>
      html(
        <ConsoleShell
          siteName="明析科测"
          nav={[{ items: [{ to: '/console/releases', label: '版本更新', fresh }] }]}
          version={version}
          staffName="陈立"
          roleName="检测"
          onLogout={() => {}}
        >
          内容
        </ConsoleShell>,
        '/console',
      )
    expect(shell(true, '0.3.0')).toMatch(/版本更新<\/span><span[^>]*><span class="visually-hidden">（有新内容）/)
    expect(shell(true, '0.3.0')).toMatch(/href="\/console\/releases"[^>]*><span[^>]*>版本 <\/span>0\.3\.0</)
    expect(shell(false)).not.toContain('有新内容')
    expect(shell(false)).not.toContain('版本 ')
  })
})
