import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import type { CouponKind } from './discount-rules.ts'

export interface CouponFacts {
  customerId: number
  /** The name of the campaign. */
  name?: string
  reason?: string
  /** The number of the order or settlement. */
  no?: string
  /** Shanghai date. */
  until?: string
}

/** The lifecycle of one coupon. It is locked by an order or a settlement, and used when the amount of that is fixed or paid. */
export const couponLifecycle = defineLifecycle({
  entity: 'coupon',
  table: 'coupons',
  facts: factsOf<CouponFacts>(),
  stages: { issued: '可使用', locked: '已占用', used: '已使用', expired: '已过期', withdrawn: '已收回' },
  transitions: {
    lock: { label: '使用', from: ['issued'], to: 'locked', by: ['customer'] },
    use: { label: '核销', from: ['locked'], to: 'used', by: ['system'] },
    /** The final amount was taken back: the coupon stays with its order. */
    reopen: { label: '撤回核销', from: ['used'], to: 'locked', by: ['system'] },
    release: { label: '退回', from: ['locked', 'used'], to: 'issued', by: ['system'] },
    expire: { label: '过期', from: ['issued'], to: 'expired', by: ['system'] },
    withdraw: { label: '收回', from: ['issued'], to: 'withdrawn', by: ['staff'], reason: 'required' },
  },
})

export type CouponStage = keyof typeof couponLifecycle.stages

/** Tabs of a customer's coupons. */
export const couponTabs = {
  usable: { label: '可使用', stages: ['issued'] },
  used: { label: '已使用', stages: ['locked', 'used'] },
  expired: { label: '已失效', stages: ['expired', 'withdrawn'] },
} as const satisfies Record<string, { label: string; stages: readonly CouponStage[] }>
export type CouponTab = keyof typeof couponTabs
export const couponTabKeys = Object.keys(couponTabs) as [CouponTab, ...CouponTab[]]

export const couponSources = {
  staff: '人工发放',
  segment: '活动发放',
  code: '兑换码',
  register: '新客注册',
  first_order: '首单完成',
  promise_missed: '未按约定日期出数据',
  points: '积分兑换',
} as const
export type CouponSource = keyof typeof couponSources

/** The last day on which a coupon can be used, `YYYY-MM-DD`: most of them expire at the midnight after it. */
export function lastValidDay(expiresAt: Date): string {
  return shanghaiDate(new Date(expiresAt.getTime() - 1))
}

/** A coupon that is given back lasts at least this long. */
export const leastDaysAfterReturn = 7

/** The end of the last of these days, counted from today: a coupon of 30 days lasts to the end of the 30th day. */
export function endAfterDays(days: number, now: Date): Date {
  return fromShanghai(`${shanghaiDate(addDays(now, days + 1))} 00:00`)
}

/** The expiry of a coupon that is given back: its old one, or a week from now when that is past. */
export function expiryAfterReturn(expiresAt: Date, now: Date): Date {
  return expiresAt > now ? expiresAt : endAfterDays(leastDaysAfterReturn, now)
}

export const returnRule = `订单取消或全额退款后，优惠券退回账户，有效期不变；一张结算单含多笔订单时，全部订单都全额退款后才退回，只退其中一部分的，该部分优惠不再返还；退回时已过期的，自退回之日起再延长 ${leastDaysAfterReturn} 天。`

/** What an order keeps of a coupon, to show it. */
export interface KeptCoupon {
  id: number
  name: string
  kind: CouponKind
}

/** At most one coupon that takes money off and one for free return shipping. */
export const mostCouponsPerUse = 2
