/** What the menu 服务项目 of every page offers, in the usual order. */
export const serviceEntries = {
  sample: { label: '送样检测', to: '/project/1' },
  visit: { label: '现场预约', to: '/project/2' },
  analysis: { label: '数据分析', to: '/project/3' },
  all: { label: '全部服务项目', to: '/project' },
} as const
export type ServiceEntry = keyof typeof serviceEntries
