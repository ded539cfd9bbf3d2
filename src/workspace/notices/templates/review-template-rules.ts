import { reviewReplied } from '../../../shop/reviews/events.ts'
import { reviewLifecycle } from '../../../shop/reviews/rules.ts'
import { plain, type TemplatesFor } from '../notice-rules.ts'

// Messages about evaluations.

export const reviewEvents = [reviewLifecycle.events.publish, reviewLifecycle.events.hide, reviewReplied] as const

export const reviewTemplates: TemplatesFor<(typeof reviewEvents)[number]> = {
  'review.publish': plain(
    '评价已展示',
    ['inbox'],
    '/member/integral',
    ({ name }) => `您对「${name ?? '检测项目'}」的评价已展示在项目页，谢谢您。`,
  ),
  'review.hide': plain(
    '评价未展示',
    ['inbox'],
    '/member/order',
    ({ name }) => `您对「${name ?? '检测项目'}」的评价没有展示。`,
  ),
  'review.replied': plain(
    '评价有回复',
    ['inbox'],
    '/member/order',
    ({ name }) => `我们回复了您对「${name ?? '检测项目'}」的评价。`,
  ),
}
