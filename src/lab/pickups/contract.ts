import { z } from 'zod'
import { PHONE_PATTERN } from '../../people/addresses/rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  idField,
  keyOf,
  listOf,
  nothing,
  optionalText,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { pickupLifecycle, pickupLimits, slotNumbers } from './rules.ts'

const stage = keyOf(pickupLifecycle.stages)

/** `time1` to `time4` of the settings. */
const slotField = z.literal(slotNumbers, { error: '请选择取样时段' })

/** In the words of the specification: `[姓名]不能为空`. */
function bracketed(label: string, maxLength: number) {
  return z
    .string({ error: `[${label}]不能为空` })
    .trim()
    .min(1, `[${label}]不能为空`)
    .max(maxLength, `[${label}]不能超过${maxLength}个字`)
}

/** An address that is entered for this pickup. The names of the region are taken from its code. */
export const newAddressFields = z.strictObject({
  name: bracketed('姓名', 30),
  phone: z
    .string({ error: '[手机]不能为空' })
    .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
    .refine((text) => text.length > 0, { error: '[手机]不能为空', abort: true })
    .refine((text) => text.length <= 11, { error: '[手机]不能超过11位', abort: true })
    .refine((text) => PHONE_PATTERN.test(text), '[手机]格式不正确'),
  address_code: z
    .string({ error: '[取样地址]不能为空' })
    .min(1, '[取样地址]不能为空')
    .regex(/^\d{6}$/, '[取样地址]格式不正确'),
  address: bracketed('详细地址', 100),
  province: z.string().max(50, '[省]过长').optional(),
  city: z.string().max(50, '[市]过长').optional(),
  area: z.string().max(50, '[区县]过长').optional(),
})

const sent = z.string({ error: '取样地址格式不正确' }).max(200, '取样地址过长').optional()

/** A saved address by its id, or the fields of a new one. */
export const sendAddressField = z
  .strictObject(
    {
      address_rid: idField.optional(),
      name: sent,
      phone: sent,
      address_code: sent,
      address: sent,
      province: sent,
      city: sent,
      area: sent,
    },
    { error: '请填写取样地址' },
  )
  .transform(({ address_rid, ...entered }, issues) => {
    if (address_rid !== undefined) return { address_rid }
    const parsed = newAddressFields.safeParse(entered)
    if (parsed.success) return parsed.data
    for (const { message, path } of parsed.error.issues) issues.addIssue({ code: 'custom', message, path: [...path] })
    return z.NEVER
  })
export type SendAddress = z.output<typeof sendAddressField>

/** What is asked of a pickup beside its order; an order can be placed with it. */
export const pickupFields = z.strictObject({
  date: dateField,
  time: slotField,
  message: optionalText('留言', pickupLimits.message),
  sendAddress: sendAddressField,
})

export const pickupItem = z.object({
  id: z.number().int(),
  pickupNo: z.string(),
  orderNo: z.string(),
  stage,
  stageName: z.string(),
  version: z.number().int(),
  date: z.string(),
  time: z.literal(slotNumbers),
  timeText: z.string(),
  message: z.string(),
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  address: z.string(),
  address_code: z.string(),
  sampleCount: z.number().int(),
  collectedCount: z.number().int().nullable(),
  /** The driver, or the courier with its waybill; empty before somebody is assigned. */
  who: z.string(),
  reason: z.string(),
  createdAt: timeText,
  collectedAt: timeText.nullable(),
  arrivedAt: timeText.nullable(),
  mayCancel: z.boolean(),
})
export type PickupItem = z.output<typeof pickupItem>

/** The calendar as it is now. Anybody may read it: the dialog opens from public pages. */
export const samplingDays = defineCall({
  name: 'sampling/days',
  area: 'open',
  reads: true,
  summary: '可预约取样的日期、时段与余位',
  input: nothing,
  output: z.object({
    days: z.array(
      z.object({
        date: z.string(),
        weekday: z.string(),
        open: z.boolean(),
        /** Why the day is closed; otherwise empty. */
        reason: z.string(),
        slots: z.array(
          z.object({
            slot: z.literal(slotNumbers),
            text: z.string(),
            left: z.number().int(),
            open: z.boolean(),
            reason: z.string(),
          }),
        ),
      }),
    ),
    /** Region codes in which samples are fetched, and their names. */
    regions: z.array(z.string()),
    cities: z.array(z.string()),
    tip: z.string(),
  }),
})

/** The person's orders that wait for samples, for a dialog that was not opened from an order. */
export const samplingOrders = defineCall({
  name: 'sampling/orders',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可以预约取样的订单',
  input: z.strictObject(pageFields),
  output: listOf(z.object({ orderNo: z.string(), title: z.string(), samples: z.number().int() })),
})

/** Type 0 (self-send) makes no appointment: it takes back a pickup that nobody was assigned to, and answers where to send the samples. */
export const samplingAdd = defineCall({
  name: 'sampling/add',
  area: 'auth',
  forGroup: 'manager',
  summary: '选择送样方式：自行寄送，或预约上门取样',
  input: z
    .strictObject({
      orderNo: requiredText('订单号', 40),
      type: z.literal([0, 1], { error: '请选择送样方式' }).default(0),
      date: dateField.optional(),
      time: slotField.optional(),
      message: optionalText('留言', pickupLimits.message),
      sendAddress: sendAddressField.optional(),
    })
    .transform(({ orderNo, type, ...asked }, issues) => {
      if (type === 0) return { orderNo, type: 0 as const }
      const { date, time, message, sendAddress } = asked
      if (date !== undefined && time !== undefined && sendAddress !== undefined)
        return { orderNo, type: 1 as const, date, time, message, sendAddress }
      if (date === undefined) issues.addIssue({ code: 'custom', message: '请选择日期', path: ['date'] })
      if (time === undefined) issues.addIssue({ code: 'custom', message: '请选择取样时段', path: ['time'] })
      if (sendAddress === undefined)
        issues.addIssue({ code: 'custom', message: '请填写取样地址', path: ['sendAddress'] })
      return z.NEVER
    }),
  output: z.object({
    type: z.literal([0, 1]),
    /** Absent for self-send. */
    pickup: pickupItem.optional(),
    /** Where to send the samples, for self-send. */
    sendTo: z.string(),
  }),
  idempotent: true,
})

export const samplingList = defineCall({
  name: 'sampling/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的上门取样',
  input: z.strictObject({ orderNo: optionalText('订单号', 40), ...pageFields }),
  output: listOf(pickupItem),
})

export const samplingCancel = defineCall({
  name: 'sampling/cancel',
  area: 'auth',
  forGroup: 'manager',
  summary: '取消上门取样（派单前）',
  input: z.strictObject({ id: idField }),
  output: z.object({ stage, stageName: z.string() }),
  idempotent: true,
})
