import { couponTemplates } from './coupon-template-rules.ts'
import { pointTemplates } from './point-template-rules.ts'
import { promotionTemplates } from './promotion-template-rules.ts'
import { reviewTemplates } from './review-template-rules.ts'

/** Messages about what members get and write: coupons, points, rebates and evaluations. */
export const memberTemplates = { ...couponTemplates, ...pointTemplates, ...promotionTemplates, ...reviewTemplates }
