// Parts of a page that exist anyway, in an order and with a choice which of them are shown.

export interface Placed<N extends string = string> {
  name: N
  shown: boolean
}

export const homeBlockLabels = {
  banner: '轮播图',
  ticker: '滚动消息',
  categories: '项目分类',
  hotArea: '热门专区',
  process: '服务流程',
  hotProjects: '热门项目',
  cases: '能力展示',
  thanks: '文章致谢',
  partners: '合作单位',
} as const
export type HomeBlock = keyof typeof homeBlockLabels

export function namesOf<N extends string>(parts: Readonly<Record<N, unknown>>): [N, ...N[]] {
  return Object.keys(parts) as [N, ...N[]]
}

export function allShown<N extends string>(parts: Readonly<Record<N, unknown>>): Placed<N>[] {
  return namesOf(parts).map((name) => ({ name, shown: true }))
}
