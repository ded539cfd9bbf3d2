import { LinkTabs } from '../../../ui/layout/tabs.tsx'

const pages = [
  { to: '/console/points', label: '商品' },
  { to: '/console/points/exchanges', label: '兑换' },
  { to: '/console/points/claims', label: '致谢申请' },
  { to: '/console/points/rules', label: '规则' },
]

/** The pages of points in the console. */
export function PointsNav({ here }: { here: string }) {
  return <LinkTabs label="积分管理" tabs={pages.map((page) => ({ ...page, current: page.to === here }))} />
}
