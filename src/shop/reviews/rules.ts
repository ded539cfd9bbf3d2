import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface ReviewFacts {
  customerId: number
  /** The project. */
  name: string
  reason?: string
}

/** An evaluation is shown to visitors after staff have looked at it. */
export const reviewLifecycle = defineLifecycle({
  entity: 'review',
  table: 'reviews',
  facts: factsOf<ReviewFacts>(),
  stages: { pending: '待审核', published: '已展示', hidden: '已隐藏' },
  transitions: {
    publish: { label: '展示', from: ['pending', 'hidden'], to: 'published', by: ['staff'] },
    hide: { label: '隐藏', from: ['pending', 'published'], to: 'hidden', by: ['staff'], reason: 'required' },
  },
})
export type ReviewStage = keyof typeof reviewLifecycle.stages

export const reviewTags = ['数据准确', '图谱清晰', '出数快', '沟通及时', '样品处理细致', '价格合理'] as const
export type ReviewTag = (typeof reviewTags)[number]

export const starLabels: Record<number, string> = { 1: '很不满意', 2: '不满意', 3: '一般', 4: '满意', 5: '非常满意' }

export const mostPictures = 6

/** 张**; a person without a name is a customer. */
export function shownName(name: string): string {
  const [first] = name.trim()
  return first ? `${first}**` : '客户'
}
