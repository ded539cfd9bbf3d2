import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, keyOf, nothing, optionalText, timeText, versionField } from '../../platform/contract/fields.ts'
import { groupNames } from '../../people/customers/rules.ts'
import { couponIdsField } from '../../money/coupons/contract.ts'
import { mostCouponsPerUse } from '../../money/coupons/rules.ts'
import { contactFields, deliveryFields, fundingField, returnAddressFields } from '../orders/contract.ts'
import { invoiceFields } from '../orders/invoicing/invoice-contract.ts'
import { orderLimits, orderStages } from '../orders/rules.ts'
import { payingGroupField } from '../plans/contract.ts'
import { sampleEntry } from '../samples/contract.ts'
import { mostDraftSamples } from '../samples/entry/draft-rules.ts'

// The wizard: its draft, and placing the order.

const orderFields = {
  planIds: z
    .array(idField, { error: '请选择要下单的项目' })
    .min(1, '请选择要下单的项目')
    .max(50, '一个订单最多 50 个项目'),
  samples: z
    .array(sampleEntry, { error: '请填写样品信息' })
    .min(1, '请填写样品信息')
    .max(orderLimits.mostSamples, '一个订单最多 99 个样品，请分开下单'),
  contact: contactFields,
  delivery: deliveryFields,
  returnAddress: returnAddressFields.optional(),
  invoice: invoiceFields,
  remark: optionalText('备注', 500),
  couponIds: couponIdsField,
  /** The research project or card of plan lines; a line that is not named has none. */
  funding: z
    .array(z.strictObject({ planId: idField, fundingNo: fundingField }))
    .max(50)
    .default([]),
}

/** The request carries no prices, since the server calculates them itself. */
export const orderAdd = defineCall({
  name: 'order/add',
  area: 'auth',
  summary: '提交订单',
  input: z.strictObject({
    ...orderFields,
    groupNo: payingGroupField,
    /** The customer has read why samples may not suit their projects; recorded with the samples. */
    warningsConfirmed: z.boolean({ error: '请确认样品提示' }).default(false),
    agreementVersion: z.string({ error: '请阅读并同意服务协议' }).max(60),
    agreed: z.literal(true, { error: '请阅读并同意服务协议' }),
  }),
  output: z.object({
    orderNo: z.string(),
    stage: z.enum(orderStages),
    stageName: z.string(),
    /** Before the discount of coupons. */
    estimateFen: z.number().int().nullable(),
    discountFen: z.number().int(),
    sampleNos: z.array(z.string()),
  }),
  idempotent: true,
})

/** The groups that could pay for an order, with what is left of the person's limits. */
export const orderPayers = defineCall({
  name: 'order/payers',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可以为我付款的课题组与剩余额度',
  input: nothing,
  output: z.object({
    groups: z.array(
      z.object({
        groupNo: z.string(),
        name: z.string(),
        customerGroup: keyOf(groupNames),
        /** Of this month; null: without a limit. */
        leftFen: z.number().int().nullable(),
        approvalAboveFen: z.number().int().nullable(),
        /** The group demands a second factor that the caller does not have; it cannot pay until then. */
        factorFirst: z.boolean(),
      }),
    ),
  }),
})

/** A draft holds whatever is filled in so far. Only sizes are limited here; the order is checked when it is placed. */
const loose = z.record(
  z.string().max(40),
  z.union([z.string().max(500), z.number(), z.boolean(), z.null(), z.array(z.string().max(40)).max(10)]),
)
export const draftData = z.strictObject({
  planIds: z.array(idField).max(50).default([]),
  samples: z.array(loose).max(mostDraftSamples).default([]),
  contact: loose.default({}),
  delivery: loose.default({}),
  returnAddress: loose.default({}),
  invoice: loose.default({}),
  remark: z.string().max(500).default(''),
  groupNo: payingGroupField,
  couponIds: z.array(idField).max(mostCouponsPerUse).default([]),
  /** By plan line, or `all` for every line. */
  funding: loose.default({}),
})

const draft = z.object({
  version: z.number().int(),
  step: z.number().int(),
  data: draftData,
  updatedAt: timeText.nullable(),
})

export const draftGet = defineCall({
  name: 'draft/get',
  area: 'auth',
  reads: true,
  summary: '读取下单向导草稿',
  input: z.strictObject({}),
  output: draft,
})

export const draftSave = defineCall({
  name: 'draft/save',
  area: 'auth',
  repeat: 'stage',
  summary: '保存下单向导草稿',
  input: z.strictObject({
    /** The version last seen; 0 when there was none. */
    version: versionField('草稿版本', 0),
    step: z.number({ error: '步骤不正确' }).int('步骤不正确').min(1, '步骤不正确').max(6, '步骤不正确'),
    data: draftData,
  }),
  output: z.object({ version: z.number().int() }),
})
