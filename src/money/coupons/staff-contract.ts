import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  done,
  idField,
  keyOf,
  listOf,
  MAX_INTEGER,
  optionalText,
  pageFields,
  phoneField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { userTypeNumbers } from '../../people/customers/rules.ts'
import { campaignFields, issuedOnLabels } from './campaigns/campaign-rules.ts'
import { groupNoPattern } from '../../people/groups/rules.ts'
import { codeKey, mostCodesPerBatch, sharedCodePattern } from './codes/code-rules.ts'
import { couponKinds } from './discount-rules.ts'
import { couponLifecycle } from './rules.ts'

const count = z.number().int()
const fen = z.number().int()

export const campaignItem = z.object({
  id: count,
  version: count,
  name: z.string(),
  note: z.string(),
  kind: keyOf(couponKinds),
  valueFen: fen,
  percentOff: count,
  capFen: fen,
  thresholdFen: fen,
  groups: z.array(z.enum(['institute', 'individual', 'enterprise'])),
  projectIds: z.array(count),
  categoryIds: z.array(count),
  firstOrder: z.boolean(),
  stackable: z.boolean(),
  validFrom: z.string(),
  validUntil: z.string(),
  validDays: count.nullable(),
  issuedOn: keyOf(issuedOnLabels),
  issueLimit: count.nullable(),
  useLimit: count.nullable(),
  perPerson: count,
  issued: count,
  /** Locked and used together. */
  uses: count,
  running: z.boolean(),
  stoppedAt: timeText.nullable(),
  createdAt: timeText,
  lockedCount: count,
  usedCount: count,
  expiredCount: count,
  /** What locked coupons will take off, and what used ones took off. */
  lockedFen: fen,
  usedFen: fen,
})
export type CampaignItem = z.output<typeof campaignItem>

export const staffCampaign = defineCall({
  name: 'coupon/campaign',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '优惠券活动',
  input: z.strictObject({ id: idField }),
  output: campaignItem,
})

export const staffCampaignAdd = defineCall({
  name: 'coupon/add',
  area: 'staff',
  action: 'coupon.edit',
  idempotent: true,
  summary: '新建优惠券活动',
  input: z.strictObject(campaignFields),
  output: z.object({ id: count }),
})

export const staffCampaignEdit = defineCall({
  name: 'coupon/edit',
  area: 'staff',
  action: 'coupon.edit',
  repeat: 'stage',
  summary: '修改优惠券活动',
  input: z.strictObject({ id: idField, version: versionField(), ...campaignFields }),
  output: z.object({ version: count }),
})

export const staffCampaignStop = defineCall({
  name: 'coupon/stop',
  area: 'staff',
  action: 'coupon.edit',
  repeat: 'stage',
  summary: '停止优惠券活动',
  input: z.strictObject({ id: idField, version: versionField() }),
  output: done,
})

/** The phone of a person, or the number of a group. */
const receiverField = requiredText('客户手机号或课题组编号', 20)
  .transform((text) => phoneField.safeParse(text).data ?? text.normalize('NFKC').toUpperCase())
  .refine(
    (text) => phoneField.safeParse(text).success || groupNoPattern.test(text),
    '请填写11位手机号，或 KT 开头的课题组编号',
  )

export const staffCouponIssue = defineCall({
  name: 'coupon/issue',
  area: 'staff',
  action: 'coupon.issue',
  idempotent: true,
  summary: '向一位客户或一个课题组发放优惠券',
  input: z.strictObject({ campaignId: idField, receiver: receiverField, reason: requiredText('发放原因', 200) }),
  output: z.object({ couponId: count }),
})

const segmentField = z.strictObject(
  {
    userTypes: z
      .array(z.literal(userTypeNumbers, { error: '客户类型不正确' }), { error: '客户类型不正确' })
      .max(4, '客户类型不正确')
      .default([]),
    registeredSince: dateField.or(z.literal('')).default(''),
    orders: z.enum(['any', 'never', 'project'], { error: '下单情况不正确' }).default('any'),
    projectId: idField.or(z.literal(0)).default(0),
  },
  { error: '请选择发放对象' },
)

/** Asked before the issue, which cannot be taken back as a whole. */
export const staffCouponSegmentSize = defineCall({
  name: 'coupon/segmentSize',
  area: 'staff',
  action: 'coupon.edit',
  reads: true,
  summary: '一类客户的人数与剩余可发放数',
  input: z.strictObject({ campaignId: idField, segment: segmentField }),
  output: z.object({ total: count, left: count.nullable() }),
})

export const staffCouponIssueSegment = defineCall({
  name: 'coupon/issueSegment',
  area: 'staff',
  action: 'coupon.edit',
  idempotent: true,
  summary: '向一类客户发放优惠券',
  input: z.strictObject({
    campaignId: idField,
    segment: segmentField,
    /** Only for the text that names the segment. */
    projectName: optionalText('项目名称', 100),
  }),
  output: z.object({ issueId: count, total: count }),
})

export const staffCouponIssues = defineCall({
  name: 'coupon/issues',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '批量发放记录',
  input: z.strictObject({ campaignId: idField, ...pageFields }),
  output: listOf(
    z.object({
      id: count,
      about: z.string(),
      total: count,
      seen: count,
      issued: count,
      endedBy: z.enum(['empty', 'stopped']).nullable(),
      createdAt: timeText,
      finishedAt: timeText.nullable(),
    }),
  ),
})

export const issuedCoupon = z.object({
  id: count,
  version: count,
  stage: keyOf(couponLifecycle.stages),
  stageLabel: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  sourceLabel: z.string(),
  issuedAt: timeText,
  expiresAt: timeText,
  /** The last day on which it can be used. */
  validUntil: z.string(),
  usedNo: z.string(),
  discountFen: fen,
  usedAt: timeText.nullable(),
  mayWithdraw: z.boolean(),
})
export type IssuedCouponItem = z.output<typeof issuedCoupon>

export const staffCoupons = defineCall({
  name: 'coupon/list',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '活动的优惠券与使用记录',
  input: z.strictObject({
    campaignId: idField,
    stages: z.array(keyOf(couponLifecycle.stages, '优惠券状态不正确'), { error: '优惠券状态不正确' }).max(5).optional(),
    ...pageFields,
  }),
  output: listOf(issuedCoupon),
})

export const staffCouponWithdraw = defineCall({
  name: 'coupon/withdraw',
  area: 'staff',
  action: 'coupon.withdraw',
  repeat: 'stage',
  summary: '收回未使用的优惠券',
  input: z.strictObject({ id: idField, version: versionField(), reason: requiredText('收回原因', 200) }),
  output: done,
})

const codeField = requiredText('兑换码', 40).refine(
  (text) => sharedCodePattern.test(codeKey(text)),
  '兑换码应为 6 至 20 位字母或数字',
)
const pieces = z.number({ error: '数量应为整数' }).int('数量应为整数').min(1, '数量至少为 1')

export const staffCodeAdd = defineCall({
  name: 'coupon/addCode',
  area: 'staff',
  action: 'coupon.edit',
  idempotent: true,
  summary: '新建通用兑换码',
  input: z.strictObject({
    campaignId: idField,
    code: codeField,
    useLimit: pieces.max(MAX_INTEGER, '数量过大').nullable().default(null),
  }),
  output: z.object({ code: z.string() }),
})

export const staffCodeBatch = defineCall({
  name: 'coupon/addCodes',
  area: 'staff',
  action: 'coupon.edit',
  idempotent: true,
  summary: '生成一批一次性兑换码',
  input: z.strictObject({
    campaignId: idField,
    count: pieces.max(mostCodesPerBatch, `一批最多 ${mostCodesPerBatch} 个`),
  }),
  output: z.object({ batch: count, count }),
})

export const staffCodes = defineCall({
  name: 'coupon/codes',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '活动的兑换码',
  input: z.strictObject({ campaignId: idField, ...pageFields }),
  output: listOf(
    z.object({
      batch: count.nullable(),
      code: z.string(),
      useLimit: count.nullable(),
      codes: count,
      uses: count,
      createdAt: timeText,
    }),
  ),
})

export const staffCodesExport = defineCall({
  name: 'coupon/exportCodes',
  area: 'staff',
  action: 'coupon.edit',
  repeat: 'sets-state',
  summary: '导出一批兑换码',
  input: z.strictObject({ campaignId: idField, batch: pieces.max(MAX_INTEGER, '批次不正确') }),
  output: z.object({ fileName: z.string(), csv: z.string() }),
})
