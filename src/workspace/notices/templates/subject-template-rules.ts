import { creditEvents, creditTemplates } from './credit-template-rules.ts'
import { bookingEvents, bookingTemplates } from './booking-template-rules.ts'
import { bankEvents, bankTemplates } from './bank-template-rules.ts'
import { payerEvents, payerTemplates } from './payer-template-rules.ts'
import { groupEvents, groupTemplates } from './group-template-rules.ts'
import { couponEvents, couponTemplates } from './coupon-template-rules.ts'
import { groupOrderEvents, groupOrderTemplates } from './group-order-template-rules.ts'
import { pickupEvents, pickupTemplates } from './pickup-template-rules.ts'
import { pointEvents, pointTemplates } from './point-template-rules.ts'
import { reviewEvents, reviewTemplates } from './review-template-rules.ts'
import { threadEvents, threadTemplates } from './thread-template-rules.ts'
import { uploadEvents, uploadTemplates } from './upload-template-rules.ts'
import { webhookEvents, webhookTemplates } from './webhook-template-rules.ts'
import { promotionEvents, promotionTemplates } from './promotion-template-rules.ts'

// The templates that stand in a file for each subject; template-rules.ts and notice-events.ts take them from here.

export const subjectEvents = [
  ...bookingEvents,
  ...bankEvents,
  ...payerEvents,
  ...groupEvents,
  ...creditEvents,
  ...couponEvents,
  ...groupOrderEvents,
  ...pickupEvents,
  ...pointEvents,
  ...reviewEvents,
  ...promotionEvents,
  ...threadEvents,
  ...uploadEvents,
  ...webhookEvents,
] as const

export const subjectTemplates = {
  ...bookingTemplates,
  ...bankTemplates,
  ...payerTemplates,
  ...groupTemplates,
  ...creditTemplates,
  ...couponTemplates,
  ...groupOrderTemplates,
  ...pickupTemplates,
  ...pointTemplates,
  ...reviewTemplates,
  ...promotionTemplates,
  ...threadTemplates,
  ...uploadTemplates,
  ...webhookTemplates,
}
