import { z } from 'zod'
import { fenField, idField, keyOf, MAX_INTEGER, optionalText, requiredText } from '../../../platform/contract/fields.ts'
import { fromShanghai } from '../../../platform/time.ts'
import { couponKinds } from '../discount-rules.ts'

export const issuedOnLabels = {
  none: '不自动发放',
  register: '新客户注册时',
  first_order: '客户首单完成时',
  promise_missed: '未按约定日期出数据时',
} as const
/** What makes a campaign give coupons by itself. */
export type IssuedOn = Exclude<keyof typeof issuedOnLabels, 'none'>

export function isOpen({ stoppedAt, validUntil }: { stoppedAt: Date | null; validUntil: Date | null }, now: Date) {
  return stoppedAt === null && (validUntil === null || validUntil > now)
}

/** How many coupons the campaign can still give out; null: any number. */
export function leftToIssue({ issueLimit, issued }: { issueLimit: number | null; issued: number }): number | null {
  return issueLimit === null ? null : Math.max(issueLimit - issued, 0)
}

export type CampaignEnd = 'stopped' | 'empty' | 'usedUp'

interface CampaignCounts {
  stoppedAt: Date | null
  validUntil: Date | null
  issueLimit: number | null
  issued: number
  useLimit: number | null
  uses: number
}

/**
 * Why the campaign has nothing more to give: it was stopped or its last day is over, all its coupons are given out, or as many were used as may
 * be, so that one more could not be used. Undefined while it has.
 */
export function endOfCampaign(campaign: CampaignCounts, now: Date): CampaignEnd | undefined {
  if (!isOpen(campaign, now)) return 'stopped'
  if (leftToIssue(campaign) === 0) return 'empty'
  return campaign.useLimit !== null && campaign.uses >= campaign.useLimit ? 'usedUp' : undefined
}

/** A number of pieces; null: no limit. */
const limit = (label: string) =>
  z
    .number({ error: `${label}应为整数` })
    .int(`${label}应为整数`)
    .min(1, `${label}至少为 1`)
    .max(MAX_INTEGER, `${label}过大`)

const dayTime = (label: string) =>
  z
    .string({ error: `请选择${label}` })
    .max(10)
    .refine((text) => text === '' || !Number.isNaN(fromShanghai(`${text} 00:00`).getTime()), `${label}格式不正确`)
    .default('')

/** The form of a campaign. What a kind does not use is ignored. */
export const campaignFields = {
  name: requiredText('活动名称', 40),
  kind: keyOf(couponKinds, '请选择优惠类型'),
  valueFen: fenField.default(0),
  percentOff: z
    .number({ error: '折扣应为整数' })
    .int('折扣应为整数')
    .min(0, '折扣不能小于 0')
    .max(95, '最多减 95%')
    .default(0),
  capFen: fenField.default(0),
  thresholdFen: fenField.default(0),
  groups: z
    .array(z.enum(['institute', 'individual', 'enterprise'], { error: '客户类型不正确' }), { error: '客户类型不正确' })
    .max(3, '客户类型不正确')
    .default([]),
  projectIds: z.array(idField, { error: '项目不正确' }).max(100, '最多指定 100 个项目').default([]),
  categoryIds: z.array(idField, { error: '分类不正确' }).max(100, '最多指定 100 个分类').default([]),
  firstOrder: z.boolean({ error: '请选择是否限首单' }).default(false),
  stackable: z.boolean({ error: '请选择能否叠加' }).default(false),
  /** Shanghai dates; the last day counts in full. */
  validFrom: dayTime('开始日期'),
  validUntil: dayTime('结束日期'),
  validDays: limit('有效天数').max(1000, '有效天数最多 1000').nullable().default(null),
  issuedOn: keyOf(issuedOnLabels, '请选择发放方式').default('none'),
  issueLimit: limit('发放总量').nullable().default(null),
  useLimit: limit('可使用总次数').nullable().default(null),
  perPerson: limit('每人限领').max(100, '每人最多 100 张').default(1),
  note: optionalText('使用说明', 300),
}

const campaign = z.strictObject(campaignFields)
export type CampaignForm = z.output<typeof campaign>

/** What is wrong between the fields, each at its field; empty when the campaign is in order. */
export function campaignFaults(form: CampaignForm): Record<string, string> {
  const faults: Record<string, string> = {}
  if (form.kind === 'amount' && form.valueFen < 1) faults.valueFen = '请填写减免金额'
  if (form.kind === 'amount' && form.thresholdFen > 0 && form.thresholdFen < form.valueFen)
    faults.thresholdFen = '门槛不能低于减免金额'
  if (form.kind === 'percent' && form.percentOff < 1) faults.percentOff = '请填写减免比例'
  if (form.kind === 'percent' && form.capFen < 1) faults.capFen = '请填写最高减免金额'
  if (form.validUntil !== '' && form.validDays !== null) faults.validUntil = '固定日期与有效天数只能填写一种'
  if (form.validUntil === '' && (form.validDays === null || form.validFrom !== '')) faults.validUntil = '请填写结束日期'
  // A form shows one of the two ways, and the fault of the one that it shows.
  if (form.validUntil === '' && form.validDays === null && form.validFrom === '') faults.validDays = '请填写有效天数'
  if (form.validFrom !== '' && form.validUntil !== '' && form.validFrom > form.validUntil)
    faults.validUntil = '结束日期不能早于开始日期'
  return faults
}
