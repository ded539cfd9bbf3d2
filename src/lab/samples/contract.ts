import { serviceTypes } from './service-rules.ts'
import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  cappedFields,
  halfWidth,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { entryForms, entryLimits, storages } from './entry/entry-rules.ts'
import { hazards } from '../../shop/catalogue/requirements/hazard-rules.ts'
import { routeKinds } from './parcels/parcel-rules.ts'
import { isWaybill, sampleStages } from './rules.ts'

/** Printed on labels and scanned at intake. */
export const sampleNoField = z
  .string({ error: '请扫描或输入样品编号' })
  .transform((text) => text.normalize('NFKC').trim().toUpperCase())
  .refine((text) => /^MX\d{13,22}$/.test(text), '样品编号格式不正确')

/** The number as it is printed on the parcel. The forms of customers and staff and the server use this field. */
export const waybillField = requiredText('快递单号', 40)
  .transform((text) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase())
  .refine(isWaybill, '快递单号应由字母、数字和短横线组成，请对照面单填写')

/** A sample as it is entered with an order; checkSamples() checks it against the project. */
export const sampleEntry = z.strictObject({
  planId: idField,
  // Kept in half width, as labels, slips and reports print them.
  ownNo: requiredText('自编号', entryLimits.ownNo).transform(halfWidth),
  name: requiredText('样品名称', entryLimits.name),
  form: z.enum(entryForms, { error: '请选择样品形态' }),
  /** Required unless the sample is data; see checkSamples(). */
  composition: optionalText('主要成分', entryLimits.composition).transform(halfWidth),
  amount: optionalText('送样量', entryLimits.amount).transform(halfWidth),
  hazards: z
    .array(z.enum(hazards, { error: '危险性不正确' }))
    .max(8, '危险性过多')
    .default([]),
  storage: z.enum(storages, { error: '请选择保存条件' }).default('room'),
  returnWanted: z.boolean({ error: '请选择是否退回' }).default(false),
  remark: optionalText('备注', entryLimits.remark),
})

export const sampleItem = z.object({
  id: z.number().int(),
  sampleNo: z.string(),
  orderNo: z.string(),
  lineId: z.number().int(),
  ownNo: z.string(),
  name: z.string(),
  form: z.enum(entryForms),
  formName: z.string(),
  composition: z.string(),
  /** How much the customer says to send; empty when not said. */
  amount: z.string(),
  hazards: z.array(z.enum(hazards)),
  hazardNames: z.array(z.string()),
  storage: z.enum(storages),
  storageName: z.string(),
  returnWanted: z.boolean(),
  remark: z.string(),
  /** Doubts about its suitability that the customer confirmed when ordering. */
  warnings: z.array(z.string()),
  stage: z.enum(sampleStages),
  stageName: z.string(),
  serviceType: z.literal(serviceTypes),
  version: z.number().int(),
  courier: z.string(),
  waybill: z.string(),
  receivedAt: z.string().nullable(),
  weightMg: z.number().nullable(),
  condition: z.string(),
  shelf: z.string(),
  returnCourier: z.string(),
  returnWaybill: z.string(),
  returnedAt: z.string().nullable(),
  keepUntil: z.string().nullable(),
  stageReason: z.string(),
  /** Whether `sample/photos` has some. */
  hasPhotos: z.boolean(),
  /** Whether `sample/route` knows more about its parcels. */
  followed: z.boolean(),
})

const routeInput = z.strictObject({ sampleNo: sampleNoField })
const routeOutput = z.object({
  parcels: z.array(
    z.object({
      /** To the laboratory, or back to the customer. */
      way: z.enum(['here', 'back']),
      courier: z.string(),
      waybill: z.string(),
      /** Newest first. */
      nodes: z.array(
        z.object({
          at: timeText,
          place: z.string(),
          text: z.string(),
          kind: keyOf(routeKinds),
          kindName: z.string(),
        }),
      ),
    }),
  ),
})

export const sampleRoute = defineCall({
  name: 'sample/route',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '样品包裹的物流轨迹',
  input: routeInput,
  output: routeOutput,
})

export const staffSampleRoute = defineCall({
  name: 'sample/route',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '样品包裹的物流轨迹',
  input: routeInput,
  output: routeOutput,
})

const stageFilter = z.enum(['', ...sampleStages], { error: '状态不正确' }).default('')
const stageCounts = z.partialRecord(z.enum(sampleStages), z.number().int())
const keyword = optionalText('关键词', 60)

export const sampleList = defineCall({
  name: 'sample/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的样品',
  input: z.strictObject({ stage: stageFilter, kw: keyword, orderNo: z.string().max(30).default(''), ...pageFields }),
  output: listOf(sampleItem).extend({ ...cappedFields, counts: stageCounts }),
})

export const sampleWaybill = defineCall({
  name: 'sample/waybill',
  area: 'auth',
  summary: '填写送样快递单号',
  input: z.strictObject({
    ids: z.array(idField, { error: '请选择样品' }).min(1, '请选择样品').max(99),
    courier: requiredText('快递公司', 30),
    waybill: waybillField,
  }),
  output: z.object({ updated: z.number().int() }),
  idempotent: true,
})

export const sampleRecycle = defineCall({
  name: 'sample4recycle',
  area: 'auth',
  summary: '申请寄回样品；待寄回的样品可以更改寄回地址',
  input: z.strictObject({
    ids: z.array(idField, { error: '请选择样品' }).min(1, '请选择样品').max(99),
    /**
     * A saved address of the customer. Without it each order's own, which an order without wanted returns does not have.
     * Samples that wait to be sent back are taken only with it: it becomes the address of their order.
     */
    addressId: idField.optional(),
  }),
  output: z.object({ updated: z.number().int() }),
  idempotent: true,
})
