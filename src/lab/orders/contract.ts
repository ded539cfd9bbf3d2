import { groupNames } from '../../people/customers/rules.ts'
import { serviceTypes } from '../samples/service-rules.ts'
import { z } from 'zod'
import { priceLine } from '../plans/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { isEmail } from '../../platform/contract/email.ts'
import {
  cappedFields,
  contactPhoneField,
  dateField,
  idField,
  keyOf,
  listOf,
  numberFault,
  optionalText,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { couponKinds } from '../../money/coupons/discount-rules.ts'
import { offerItem } from '../bookings/contract.ts'
import { reservationStages } from '../bookings/rules.ts'
import { sampleItem } from '../samples/contract.ts'
import { holdChoiceKeys } from '../samples/rules.ts'
import { customerActionKeys, orderContractStates, orderLimits, orderStages, orderTabKeys } from './rules.ts'

export const orderNoField = z
  .string({ error: '缺少订单号' })
  .trim()
  .refine((text) => /^MX\d{11,20}$/.test(text), '订单号格式不正确')

export const contactFields = z.strictObject({
  name: requiredText('联系人', 30),
  phone: contactPhoneField,
  email: optionalText('邮箱', 80).refine((text) => text === '' || isEmail(text), '邮箱格式不正确'),
})
export const returnAddressFields = z.strictObject({
  name: requiredText('收件人', 30),
  phone: contactPhoneField,
  province: optionalText('省份', 30),
  city: optionalText('城市', 30),
  area: optionalText('区县', 30),
  /** The code of the region. When given, the server takes the names above from it. */
  address_code: z
    .string({ error: '所在地区格式不正确' })
    .regex(/^(\d{6})?$/, '所在地区格式不正确')
    .optional(),
  address: requiredText('详细地址', 120),
})

/** How samples or data reach the laboratory: by parcel, by a visit, or by upload. */
export const deliveryFields = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('self_send') }),
    z.strictObject({
      kind: z.literal('visit'),
      people: z
        .number({ error: numberFault('请填写到场人数') })
        .int('到场人数应为整数')
        .min(1, '到场人数至少为 1')
        .max(orderLimits.mostVisitors, `到场人数最多 ${orderLimits.mostVisitors}`)
        .optional(),
    }),
    z.strictObject({ kind: z.literal('upload') }),
  ],
  { error: '请选择送样方式' },
)

export const tabCountsShape = z.record(z.enum(orderTabKeys), z.number().int())

const orderSummary = z.object({
  orderNo: z.string(),
  title: z.string(),
  serviceType: z.literal(serviceTypes),
  stage: z.enum(orderStages),
  stageName: z.string(),
  urgent: z.boolean(),
  sampleCount: z.number().int(),
  /** The amount known so far: final, quoted or estimated; null before the quote. */
  amountFen: z.number().int().nullable(),
  createdAt: timeText,
  deliveredAt: timeText.nullable(),
  paidAt: timeText.nullable(),
  next: z
    .object({ what: z.string(), who: z.enum(['customer', 'staff']), dueAt: timeText.nullable(), overdue: z.boolean() })
    .nullable(),
})

/** The group that pays for an order, and the member who ordered; null when the customer pays. */
export const payingCluster = z.object({ groupNo: z.string(), name: z.string(), member: z.string() }).nullable()

const orderItem = orderSummary.extend({ cluster: payingCluster })

/** What narrows a list of orders. */
export const orderFilters = {
  /** Order number or project. */
  kw: optionalText('关键词', 60),
  sample: optionalText('样品', 60),
  from: z.union([z.literal(''), dateField]).default(''),
  to: z.union([z.literal(''), dateField]).default(''),
  /** A line of this project; 0: any. */
  rid: z.union([z.literal(0), idField], { error: '项目不正确' }).default(0),
  /** In the name of a group: what this member ordered; 0: anybody. */
  memberId: z.union([z.literal(0), idField], { error: '成员不正确' }).default(0),
  /** `self`, or the number of the group that pays; empty: any. */
  payer: optionalText('付款方', 20),
  funding: optionalText('课题号/经费卡', 60),
}

export const orderStageFilters = {
  tab: z.enum(orderTabKeys, { error: '状态不正确' }).default('all'),
  stage: z.enum(['', ...orderStages], { error: '状态不正确' }).default(''),
}

export const orderHistory = defineCall({
  name: 'order/history',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的订单',
  input: z.strictObject({
    ...orderStageFilters,
    ...orderFilters,
    /** Only orders in stages that can wait for the customer, other than to settle. */
    waits: z.boolean({ error: '筛选条件不正确' }).default(false),
    ...pageFields,
  }),
  output: listOf(orderItem).extend({
    ...cappedFields,
    counts: tabCountsShape,
  }),
})

const sentFile = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  at: timeText,
})

/** 课题号 or 经费卡, as the customer's unit writes it. */
export const fundingField = optionalText('课题号/经费卡', 60)

const orderLine = z.object({
  id: z.number().int(),
  rid: z.number().int(),
  projectName: z.string(),
  groupNo: z.number().int(),
  sampleCount: z.number().int(),
  urgent: z.boolean(),
  /** The number of an earlier order whose instrument and conditions are asked for, or empty. */
  sameAs: z.string(),
  formVersion: z.number().int(),
  described: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
  priceLines: z.array(priceLine),
  amountFen: z.number().int().nullable(),
  discountFen: z.number().int(),
  fundingNo: z.string(),
  /** Files that the customer attached to its parameters. */
  files: z.array(sentFile.extend({ label: z.string() })),
})

export const timelineEntry = z.object({
  stage: z.enum(orderStages),
  what: z.string(),
  who: z.string(),
  when: timeText,
  detail: z.string(),
})

/** Stored values as they are answered. Staff without access to personal data get masked text in the same shapes. */
const contactShape = z.object({ name: z.string(), phone: z.string(), email: z.string() })
const returnAddressShape = z.object({
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  address_code: z.string().optional(),
  address: z.string(),
})
const deliveryShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('self_send') }),
  z.object({ kind: z.literal('visit'), people: z.number().int().optional() }),
  z.object({ kind: z.literal('upload') }),
])
const invoiceShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal(0) }),
  z.object({ type: z.literal(1), title: z.string(), taxNo: z.string() }),
  z.object({
    type: z.literal(3),
    title: z.string(),
    taxNo: z.string(),
    bank: z.string(),
    bankAccount: z.string(),
    address: z.string(),
    phone: z.string(),
  }),
])

export const orderDetailOutput = orderItem.extend({
  id: z.number().int(),
  version: z.number().int(),
  /** A payer reads the order of somebody else. */
  readOnly: z.boolean(),
  group: keyOf(groupNames),
  estimateFen: z.number().int().nullable(),
  quoteFen: z.number().int().nullable(),
  quoteVersion: z.number().int(),
  quoteValidUntil: timeText.nullable(),
  /** What coupons take off the estimate or quote. */
  discountFen: z.number().int(),
  coupons: z.array(z.object({ id: z.number().int(), name: z.string(), kind: keyOf(couponKinds) })),
  /** Net of the discount on it. */
  finalFen: z.number().int().nullable(),
  finalGrossFen: z.number().int().nullable(),
  finalDiscountFen: z.number().int(),
  /** Why the final amount differs from what was agreed. */
  finalReason: z.string(),
  /** Paid so far: the prepayment without refunds, or the whole amount. */
  paidFen: z.number().int(),
  /** The cancellation fee. */
  cancelFeeFen: z.number().int(),
  lines: z.array(orderLine),
  /** Former funding numbers of lines, oldest first. */
  fundingChanges: z.array(z.object({ lineId: z.number().int(), fromNo: z.string(), toNo: z.string(), at: timeText })),
  /** Not paid yet, so the funding numbers can be changed. */
  fundingOpen: z.boolean(),
  samples: z.array(sampleItem),
  received: z.number().int(),
  contact: contactShape,
  delivery: deliveryShape,
  returnAddress: returnAddressShape.nullable(),
  invoice: invoiceShape,
  remark: z.string(),
  agreementVersion: z.string(),
  timeline: z.array(timelineEntry),
  actions: z.array(z.enum(customerActionKeys)),
  reservations: z.array(
    z.object({
      id: z.number().int(),
      rid: z.number().int(),
      projectName: z.string(),
      startsAt: timeText,
      endsAt: timeText,
      remote: z.boolean(),
      stage: z.enum(reservationStages),
      stageName: z.string(),
      version: z.number().int(),
      cancellable: z.boolean(),
      rebookable: z.boolean(),
      offer: offerItem.nullable(),
      answerable: z.boolean(),
      /** How it came to the order: empty, or that it was added and what that costs. */
      addedText: z.string(),
      /** Of the meeting, from a day before until its end; otherwise empty. */
      videoUrl: z.string(),
    }),
  ),
  bookable: z.boolean(),
  /** Lines to which the customer may add a slot, with the lengths that their forms allow. */
  slotLines: z.array(
    z.object({
      lineId: z.number().int(),
      rid: z.number().int(),
      projectName: z.string(),
      leastMinutes: z.number().int(),
      mostMinutes: z.number().int(),
      stepMinutes: z.number().int(),
    }),
  ),
  dataFiles: z.array(sentFile),
  /** While the order waits for its contract. */
  contract: z
    .object({
      state: z.enum(orderContractStates),
      contractNo: z.string(),
      signBy: timeText.nullable(),
      reason: z.string(),
    })
    .nullable(),
  confirmDueAt: timeText.nullable(),
  /** The fee of an offered retest, while the customer has not answered. */
  retestOfferFen: z.number().int().nullable(),
  /** Agreed fees of retests, and reductions of disputes, both before the final amount is fixed. */
  retestFeeFen: z.number().int(),
  reductionFen: z.number().int(),
  /** When the report was withdrawn; the order cannot be confirmed until a corrected one is delivered. */
  reportWithdrawnAt: timeText.nullable(),
  returnDueAt: timeText.nullable(),
  /** The stage at which the latest exception was reported; null when there was none. */
  heldFrom: z.enum(orderStages).nullable(),
  /** The customer's decision on that exception. */
  holdAnswer: z
    .object({
      wish: z.enum(['continue', 'cancel']),
      text: z.string(),
      samples: z.array(z.object({ sampleNo: z.string(), choice: z.enum(holdChoiceKeys) })),
      at: timeText,
    })
    .nullable(),
})

export const byNumber = { orderNo: orderNoField }

export const orderDetail = defineCall({
  name: 'order/detail',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单详情',
  input: z.strictObject(byNumber),
  output: orderDetailOutput,
})

export const movedOutput = z.object({ stage: z.enum(orderStages), stageName: z.string() })
const version = versionField('版本').optional()

export const orderCancel = defineCall({
  name: 'order/cancel',
  area: 'auth',
  forGroup: 'manager',
  summary: '取消自己的或课题组的订单',
  input: z.strictObject({ ...byNumber, reason: requiredText('取消原因', 200), version }),
  output: movedOutput,
  idempotent: true,
})
export const orderConfirm = defineCall({
  name: 'order/confirm',
  area: 'auth',
  summary: '确认订单完成',
  input: z.strictObject({ ...byNumber, version }),
  output: movedOutput,
  idempotent: true,
})
export const orderAcceptQuote = defineCall({
  name: 'order/acceptQuote',
  area: 'auth',
  forGroup: 'manager',
  summary: '接受报价',
  /** The version that the person saw; when there is a newer one, the call is refused. */
  input: z.strictObject({
    ...byNumber,
    quoteVersion: versionField('报价版本'),
  }),
  output: movedOutput,
  idempotent: true,
})
export const orderRefuseQuote = defineCall({
  name: 'order/refuseQuote',
  area: 'auth',
  forGroup: 'manager',
  summary: '退回报价',
  input: z.strictObject({ ...byNumber, reason: requiredText('退回原因', 200), version }),
  output: movedOutput,
  idempotent: true,
})
/** Answered by `ordering`, which has the draft of the wizard. */
export const orderAgain = defineCall({
  name: 'order/again',
  area: 'auth',
  summary: '再来一单：把项目放回实验方案，样品信息放回下单草稿',
  input: z.strictObject(byNumber),
  output: z.object({
    planCount: z.number().int(),
    added: z.number().int(),
    skipped: z.array(z.string()),
    lines: z.array(
      z.object({
        name: z.string(),
        /** The line of the plan; null when it was not added. */
        planId: z.number().int().nullable(),
        /** Why it was not added; empty when it was. */
        refused: z.string(),
        /** How many rows of samples were put into the draft. */
        samples: z.number().int(),
        /** How many more found no room there. */
        left: z.number().int(),
        /** How many of those put there have another own number, because the draft had theirs. */
        renumbered: z.number().int(),
        /** Parameters that the project no longer has or no longer accepts. */
        dropped: z.array(z.object({ label: z.string(), text: z.string() })),
      }),
    ),
  }),
  idempotent: true,
})

/** Changes the funding number of one line, or of all lines, until the order is paid. */
export const orderFunding = defineCall({
  name: 'order/funding',
  area: 'auth',
  repeat: 'sets-state',
  summary: '填写或修改订单的课题号/经费卡，付款前可改',
  input: z.strictObject({ ...byNumber, lineId: idField.optional(), fundingNo: fundingField }),
  output: z.object({ changed: z.number().int() }),
})
