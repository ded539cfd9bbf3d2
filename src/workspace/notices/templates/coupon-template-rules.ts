import { couponReceived } from '../../../money/coupons/events.ts'
import { couponLifecycle } from '../../../money/coupons/rules.ts'
import { plain, type TemplatesFor } from '../notice-rules.ts'

// Messages about coupons.

export const couponEvents = [couponReceived, couponLifecycle.events.release, couponLifecycle.events.withdraw] as const

export const couponTemplates: TemplatesFor<(typeof couponEvents)[number]> = {
  'coupon.received': plain(
    '收到优惠券',
    ['inbox'],
    '/member/coupon',
    ({ name, value, until }) =>
      `您收到一张优惠券「${name ?? ''}」（${value ?? ''}），下单时可以使用${until ? `，有效期至 ${until}` : ''}。`,
  ),
  'coupon.release': plain(
    '优惠券已退回',
    ['inbox'],
    '/member/coupon',
    ({ name, no, until }) =>
      `${no ? `${no} 使用的` : ''}优惠券「${name ?? ''}」已退回${until ? `，有效期至 ${until}` : ''}。`,
  ),
  'coupon.withdraw': plain(
    '优惠券已收回',
    ['inbox'],
    '/member/coupon',
    ({ name }) => `您的一张未使用的优惠券${name ? `「${name}」` : ''}已被收回。`,
  ),
}
