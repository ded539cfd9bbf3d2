import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, keyOf, listOf, optionalText, pageFields, requiredText } from '../../platform/contract/fields.ts'
import { couponKinds } from './discount-rules.ts'
import { couponLifecycle, couponTabKeys, mostCouponsPerUse } from './rules.ts'

/** The choice of coupons for something that is paid. */
export const couponIdsField = z
  .array(idField, { error: '优惠券不正确' })
  .max(mostCouponsPerUse, '一个订单只能使用一张优惠券')
  .default([])

export const couponItem = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: keyOf(couponKinds),
  stackable: z.boolean(),
  stage: keyOf(couponLifecycle.stages),
  stageLabel: z.string(),
  valueText: z.string(),
  conditionText: z.string(),
  scopeText: z.string(),
  note: z.string(),
  projectIds: z.array(z.number().int()),
  validFrom: z.string(),
  /** The last day, Shanghai date. */
  validUntil: z.string(),
  /** Ends within a week. */
  soon: z.boolean(),
  /** The order or settlement that holds or used it. */
  usedNo: z.string(),
  savedFen: z.number().int(),
})
export type CouponItem = z.output<typeof couponItem>

export const discount4user = defineCall({
  name: 'discount4user',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的优惠券',
  input: z.strictObject({ tab: z.enum(couponTabKeys, { error: '优惠券状态不正确' }).default('usable'), ...pageFields }),
  output: listOf(couponItem).extend({
    counts: z.object({ usable: z.number().int(), used: z.number().int(), expired: z.number().int() }),
  }),
})

/** The answer of calls that judge coupons for a basket. */
export const couponChoicesOutput = z.object({
  choices: z.array(
    couponItem.extend({
      /** Why it cannot be used; empty when it can. */
      fault: z.string(),
      discountFen: z.number().int(),
    }),
  ),
  /** Whether every amount is known. */
  priced: z.boolean(),
})
export type CouponChoice = z.output<typeof couponChoicesOutput>['choices'][number]

/** Handled by ordering, which knows the plan and its prices. */
export const discountChoices = defineCall({
  name: 'discount4user/choices',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '本次下单可用的优惠券',
  input: z.strictObject({
    planIds: z
      .array(idField, { error: '请选择要下单的项目' })
      .min(1, '请选择要下单的项目')
      .max(50, '一个订单最多 50 个项目'),
    /** Whether samples are to be sent back. */
    returnsSamples: z.boolean({ error: '请说明样品是否寄回' }).default(false),
    /** The coupons of this group, when it pays. */
    groupNo: optionalText('课题组', 20),
  }),
  output: couponChoicesOutput,
})

export const discountExchange = defineCall({
  name: 'discount4user/exchange',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'single-use',
  summary: '兑换优惠券',
  input: z.strictObject({ code: requiredText('兑换码', 40) }),
  output: z.object({ couponId: z.number().int(), name: z.string(), valueText: z.string() }),
})
