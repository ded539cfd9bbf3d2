import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, requiredText, timeText, versionField } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { reviewLifecycle } from './rules.ts'

export const staffReview = z.object({
  id: z.number().int(),
  version: z.number().int(),
  stage: keyOf(reviewLifecycle.stages),
  stageLabel: z.string(),
  rid: z.number().int(),
  projectName: z.string(),
  orderNo: z.string(),
  customerName: z.string(),
  shownName: z.string(),
  company: z.string(),
  stars: z.number().int(),
  tags: z.array(z.string()),
  words: z.string(),
  files: z.array(z.object({ id: z.number().int(), name: z.string() })),
  images: z.array(z.string()),
  reply: z.string(),
  reason: z.string(),
  createdAt: timeText,
})
export type StaffReview = z.output<typeof staffReview>

export const reviewIndex = defineIndex<StaffReview>()({
  name: 'reviews',
  label: '评价',
  action: 'review.read',
  key: (row) => `${row.orderNo} ${row.projectName}`,
  search: '订单号、评价内容、客户',
  sort: '-created',
  countsTabs: true,
  fields: {
    project: { label: '项目', kind: 'text', value: (row) => row.projectName },
    words: { label: '评价', kind: 'text', value: (row) => row.words },
    stars: { label: '星级', kind: 'count', value: (row) => row.stars, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    order: { label: '订单', kind: 'text', value: (row) => row.orderNo },
    created: { label: '评价时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    reply: { label: '回复', kind: 'text', value: (row) => row.reply, aside: true },
    stage: { label: '状态', kind: 'choice', options: reviewLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    pending: { label: '待审核', filters: { stage: ['pending'] } },
    published: { label: '已展示', filters: { stage: ['published'] } },
    all: { label: '全部评价' },
  },
})

export const staffReviewList = defineCall({
  name: 'review/list',
  area: 'staff',
  action: 'review.read',
  reads: true,
  summary: '评价列表',
  input: indexInput(reviewIndex),
  output: pageOf(reviewIndex, staffReview),
})

const chosen = { id: idField, version: versionField() }

export const staffReviewPublish = defineCall({
  name: 'review/publish',
  area: 'staff',
  action: 'review.publish',
  repeat: 'stage',
  summary: '在项目页展示评价',
  input: z.strictObject(chosen),
  output: done,
})

export const staffReviewHide = defineCall({
  name: 'review/hide',
  area: 'staff',
  action: 'review.hide',
  repeat: 'stage',
  summary: '隐藏评价',
  input: z.strictObject({ ...chosen, reason: requiredText('隐藏原因', 200) }),
  output: done,
})

export const staffReviewReply = defineCall({
  name: 'review/reply',
  area: 'staff',
  action: 'review.reply',
  repeat: 'sets-state',
  summary: '回复评价',
  input: z.strictObject({ id: idField, reply: requiredText('回复', 300) }),
  output: done,
})
