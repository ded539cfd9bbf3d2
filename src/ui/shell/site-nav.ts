export type NavItem = { label: string; to: string; children?: readonly { label: string; to: string }[] }

/** The pages of the site in the order of its navigation. */
export const siteNav: readonly NavItem[] = [
  { label: '首页', to: '/' },
  { label: '服务项目', to: '/project' },
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
  { label: '新闻资讯', to: '/list/news' },
  { label: '技能课程', to: '/list/course' },
  { label: '联系我们', to: '/contact' },
]

export function isAt(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
