import { z } from 'zod'
import { reviewTag } from '../catalogue/tag-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, keyOf, listOf, optionalText, pageFields, requiredText } from '../../platform/contract/fields.ts'
import { mostPictures, reviewLifecycle, reviewTags } from './rules.ts'

/** Handled by orders, which know what was delivered to whom. */
export const evaluateAdd = defineCall({
  name: 'evaluate/add',
  area: 'auth',
  idempotent: true,
  summary: '评价已交付的项目',
  input: z.strictObject({
    orderNo: requiredText('订单号', 40),
    lineId: idField,
    stars: z.number({ error: '请选择星级' }).int('请选择星级').min(1, '请选择星级').max(5, '请选择星级'),
    tags: z
      .array(z.enum(reviewTags, { error: '标签不正确' }))
      .max(reviewTags.length, '标签过多')
      .default([]),
    words: optionalText('评价', 500),
    fileIds: z.array(idField, { error: '图片不正确' }).max(mostPictures, `最多 ${mostPictures} 张图片`).default([]),
    /** The unit of the profile may be shown beside the masked name. */
    showCompany: z.boolean({ error: '请选择是否显示单位' }).default(false),
  }),
  output: z.object({ id: z.number().int() }),
})

const ownReview = z.object({
  stars: z.number().int(),
  tags: z.array(z.string()),
  words: z.string(),
  stage: keyOf(reviewLifecycle.stages),
  stageLabel: z.string(),
  reply: z.string(),
  reason: z.string(),
})

/** The lines of an order with the customer's evaluations. Handled by orders. */
export const evaluateOrder = defineCall({
  name: 'evaluate/order',
  area: 'auth',
  reads: true,
  summary: '订单各项目的评价',
  input: z.strictObject({ orderNo: requiredText('订单号', 40) }),
  output: z.object({
    mayReview: z.boolean(),
    lines: z.array(
      z.object({
        lineId: z.number().int(),
        rid: z.number().int(),
        name: z.string(),
        review: ownReview.nullable(),
      }),
    ),
  }),
})

export const publicReview = z.object({
  id: z.number().int(),
  name: z.string(),
  company: z.string(),
  stars: z.number().int(),
  tags: z.array(z.string()),
  words: z.string(),
  images: z.array(z.string()),
  reply: z.string(),
  /** Shanghai date. */
  on: z.string(),
})
export type PublicReview = z.output<typeof publicReview>

export const deviceReviews = defineCall({
  name: 'web/device/reviews',
  area: 'open',
  method: 'GET',
  summary: '项目的评价',
  cacheTags: ({ rid }) => ['review', reviewTag(rid)],
  replica: true,
  input: z.strictObject({ rid: idField, ...pageFields, size: pageFields.size.default(5) }),
  output: listOf(publicReview),
})
