import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  idField,
  listOf,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { reservationStages } from './rules.ts'

export const deviceExtraTimes = defineCall({
  name: 'web/device/query4timeExtra',
  area: 'open',
  method: 'GET',
  summary: '某一天的可预约时段、剩余名额与加收费用',
  input: z.strictObject({ rid: idField, date: dateField }),
  output: z.object({
    date: z.string(),
    slots: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        left: z.number().int(),
        capacity: z.number().int(),
        surchargeFen: z.number().int(),
        bookable: z.boolean(),
        /** Why it cannot be booked; otherwise empty. */
        reason: z.string(),
      }),
    ),
  }),
})

export const reservationItem = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  rid: z.number().int(),
  projectName: z.string(),
  startsAt: timeText,
  endsAt: timeText,
  stage: z.enum(reservationStages),
  stageName: z.string(),
  remote: z.boolean(),
  version: z.number().int(),
})

const newTime = z.strictObject({
  id: idField,
  date: dateField,
  from: z.string({ error: '请选择开始时间' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请选择开始时间'),
})
const rebooked = z.object({ id: z.number().int(), stage: z.enum(reservationStages), stageName: z.string() })

export const reservationRebook = defineCall({
  name: 'reservation/rebook',
  area: 'auth',
  summary: '改期或重新预约（改期最晚提前一天）',
  input: newTime,
  output: rebooked,
  idempotent: true,
})

export const reservationList = defineCall({
  name: 'reservation/list',
  area: 'auth',
  reads: true,
  summary: '我的预约',
  input: z.strictObject({ ...pageFields }),
  output: listOf(reservationItem),
})

export const reservationCancel = defineCall({
  name: 'reservation/cancel',
  area: 'auth',
  summary: '取消预约（最晚提前一天）',
  input: z.strictObject({ id: idField }),
  output: z.object({ stage: z.enum(reservationStages) }),
  idempotent: true,
})

export const staffReservationCalendar = defineCall({
  name: 'reservation/calendar',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '一台仪器一周的预约与停机时间',
  input: z.strictObject({
    /** Without one: the first that serves a project. */
    instrumentId: idField.optional(),
    /** Any day of the week; without one: today. */
    date: dateField.optional(),
  }),
  output: z.object({
    instrumentId: z.number().int().nullable(),
    instruments: z.array(z.object({ id: z.number().int(), label: z.string() })),
    /** Monday to Sunday. */
    days: z.array(z.string()),
    cells: z.array(z.object({ from: z.string(), to: z.string() })),
    bookings: z.array(reservationItem.extend({ movable: z.boolean() })),
    downtimes: z.array(z.object({ startsAt: timeText, endsAt: timeText, reason: z.string() })),
    /** Why the instrument cannot be used now; empty when it can. */
    obstacle: z.string(),
  }),
})

export const staffReservationMove = defineCall({
  name: 'reservation/move',
  area: 'staff',
  repeat: 'stage',
  action: 'reservation.confirm',
  summary: '确认、开始、结束、爽约或取消预约',
  input: z.strictObject({
    id: idField,
    action: z.enum(['confirm', 'begin', 'finish', 'miss', 'drop'], { error: '操作不正确' }),
    reason: requiredText('原因', 200).optional(),
    version: versionField().optional(),
  }),
  output: z.object({ stage: z.enum(reservationStages) }),
})

export const staffReservationRebook = defineCall({
  name: 'reservation/rebook',
  area: 'staff',
  action: 'reservation.confirm',
  summary: '为客户改期或重新预约',
  idempotent: true,
  input: newTime,
  output: rebooked,
})
