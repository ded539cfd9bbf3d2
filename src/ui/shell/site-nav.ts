export type NavItem = { label: string; to: string; children?: readonly { label: string; to: string }[] }

/** The pages of the site in the order of its navigation, with the entries of 服务项目 that editors chose. */
export function siteNav(services: NavItem['children']): readonly NavItem[] {
  return [
    { label: '首页', to: '/' },
    { label: '服务项目', to: '/project', ...(services && { children: services }) },
    ...others,
  ]
}

const others: readonly NavItem[] = [
  {
    label: '关于我们',
    to: '/about/profile',
    children: [
      { label: '公司简介', to: '/about/profile' },
      { label: '企业文化', to: '/about/culture' },
      { label: '人才招聘', to: '/about/recruit' },
    ],
  },
  { label: '能力展示', to: '/televised' },
  { label: '新闻动态', to: '/list/news' },
  { label: '技能课程', to: '/list/course' },
  { label: '联系我们', to: '/contact' },
]

/** True for the page itself and pages below it; home and 全部服务项目 match exactly, because pages below them have entries of their own. */
export function isAt(pathname: string, to: string): boolean {
  return to === '/' || to === '/project' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
}
