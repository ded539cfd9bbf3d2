import { alternativeProjects, suitabilityRule } from '../../shop/catalogue/requirements/suitability-contract.ts'
import { serviceTypes } from '../samples/service-rules.ts'
import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  listOf,
  numberFault,
  optionalText,
  pageFields,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'

/** The value of one field of a parameter form, as it is stored after the check. */
const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.array(z.strictObject({ id: z.string(), name: z.string() })),
  z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  z.strictObject({ date: z.string(), from: z.string(), minutes: z.number() }),
])

/** The number of the group that pays; empty: the person who orders. */
export const payingGroupField = optionalText('课题组', 20)

export const priceLine = z.object({
  label: z.string(),
  quantity: z.number(),
  unit: z.string(),
  unitFen: z.number().int(),
  amountFen: z.number().int(),
})

const filledForm = {
  rid: idField,
  /** The version of the form that was filled in; refused when another version is in use now. */
  formVersion: versionField('表单版本').optional(),
  parameters: z.record(z.string().max(40), z.unknown(), { error: '请填写测试参数' }),
  sampleCount: z
    .number({ error: numberFault('请填写样品数量') })
    .int('样品数量应为整数')
    .min(1, '样品数量至少为 1')
    .max(99, '样品数量最多 99'),
  urgent: z.boolean({ error: '加急选项格式不正确' }).default(false),
}

export const planAdd = defineCall({
  name: 'tempDevice/add',
  area: 'auth',
  summary: '加入实验方案',
  input: z.strictObject(filledForm),
  output: z.object({ id: z.number().int(), planCount: z.number().int() }),
  idempotent: true,
})

const { rid: _rid, ...editable } = filledForm
export const planEdit = defineCall({
  name: 'tempDevice/edit',
  area: 'auth',
  repeat: 'sets-state',
  summary: '修改实验方案中的项目',
  input: z.strictObject({ id: idField, ...editable }),
  output: z.object({ id: z.number().int() }),
})

export const planSameAs = defineCall({
  name: 'tempDevice/sameAs',
  area: 'auth',
  repeat: 'sets-state',
  summary: '要求与之前的订单使用相同的仪器与条件',
  input: z.strictObject({
    id: idField,
    /** Empty: no longer. */
    orderNo: optionalText('订单号', 20),
  }),
  output: done,
})

export const planSameChoices = defineCall({
  name: 'tempDevice/sameChoices',
  area: 'auth',
  reads: true,
  summary: '可作为参照的订单：已交付过该项目的',
  input: z.strictObject({ rid: idField, ...pageFields }),
  output: listOf(z.object({ orderNo: z.string(), title: z.string(), deliveredAt: timeText })),
})

export const planDelete = defineCall({
  name: 'tempDevice/del',
  area: 'auth',
  repeat: 'sets-state',
  summary: '从实验方案中删除',
  input: z.strictObject({
    ids: z.array(idField, { error: '请选择要删除的项目' }).min(1, '请选择要删除的项目').max(100, '一次最多删除 100 项'),
  }),
  output: z.object({ planCount: z.number().int() }),
})

export const planLine = z.object({
  id: z.number().int(),
  rid: z.number().int(),
  name: z.string(),
  img: z.string(),
  type_id: z.number().int(),
  serviceType: z.literal(serviceTypes),
  /** Number of samples. */
  count: z.number().int(),
  urgent: z.boolean(),
  formVersion: z.number().int(),
  parameters: z.record(z.string(), fieldValue),
  described: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
  priceLines: z.array(priceLine),
  /** The current price, which may differ from the stored one; null: to be quoted. */
  amountFen: z.number().int().nullable(),
  /** The price that the customer saw last; absent from processes of a former release. */
  formerFen: z.number().int().nullable().optional(),
  validity: z.enum(['valid', 'priceChanged', 'formChanged', 'offSale', 'offerExpired']),
  requirements: z.array(
    z.object({
      form: z.enum(['powder', 'block', 'film', 'liquid', 'fibre']),
      accepted: z.boolean(),
      least: z.string().optional(),
      size: z.string().optional(),
      refused: z.string().optional(),
      note: z.string().optional(),
    }),
  ),
  suitability: z.array(suitabilityRule),
  consumed: z.boolean(),
  days: z.string(),
  /** An accepted offer for work outside the catalogue: no project page, no parameters to change; `rid` is 0. */
  agreed: z.boolean(),
  /** The number of an earlier order whose instrument and conditions are asked for, or empty. */
  sameAs: z.string(),
  updatedAt: timeText,
})

/** Entries by category, category 31 first, the others in ascending order. */
export const planList = defineCall({
  name: 'tempDevice/list',
  area: 'auth',
  reads: true,
  summary: '我的实验方案',
  /** Prices are those of who pays. */
  input: z.strictObject({ groupNo: payingGroupField }),
  output: z.object({
    dataArr: z.array(z.object({ type_id: z.number().int(), type_name: z.string(), items: z.array(planLine) })),
    planCount: z.number().int(),
    alternatives: alternativeProjects,
  }),
})

export const planQuote = defineCall({
  name: 'tempDevice/quote',
  area: 'auth',
  reads: true,
  summary: '按填写的参数计算价格',
  input: z.strictObject(filledForm),
  output: z.object({
    kind: z.enum(['priced', 'quote']),
    lines: z.array(priceLine),
    totalFen: z.number().int().nullable(),
  }),
})
