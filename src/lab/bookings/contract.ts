import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  done,
  idField,
  listOf,
  momentText,
  optionalText,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { offerStages, reservationStages, staffActions } from './rules.ts'

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

/** The latest proposal of another time that waits, was declined or was not answered. */
export const offerItem = z.object({
  id: z.number().int(),
  startsAt: timeText,
  endsAt: timeText,
  /** The customer answers until then. */
  until: timeText,
  /** What it costs more than the old time. */
  extraFen: z.number().int(),
  stage: z.enum(offerStages),
  stageName: z.string(),
  answer: z.string(),
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
  offer: offerItem.nullable(),
})

export const newTime = z.strictObject({
  id: idField,
  date: dateField,
  from: z.string({ error: '请选择开始时间' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请选择开始时间'),
})
export const rebooked = z.object({ id: z.number().int(), stage: z.enum(reservationStages), stageName: z.string() })

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
    /** Times that wait for a customer's answer; they hold their places. */
    offers: z.array(
      z.object({
        id: z.number().int(),
        orderNo: z.string(),
        projectName: z.string(),
        startsAt: timeText,
        endsAt: timeText,
      }),
    ),
    downtimes: z.array(z.object({ startsAt: timeText, endsAt: timeText, reason: z.string() })),
    /** Why the instrument cannot be used now; empty when it can. */
    obstacle: z.string(),
  }),
})

export const staffReservationVideo = defineCall({
  name: 'reservation/video',
  area: 'staff',
  action: 'reservation.confirm',
  repeat: 'sets-state',
  summary: '设置云视频会议链接，预约前一天起向客户显示；留空即清除',
  input: z.strictObject({
    id: idField,
    url: z
      .string({ error: '请填写链接' })
      .trim()
      .max(500, '链接过长')
      .refine((text) => text === '' || /^https:\/\/[^\s/]+\.[^\s/]+/.test(text), '请填写以 https:// 开头的链接'),
  }),
  output: done,
})

const calendarFile = z.object({ name: z.string(), text: z.string() })

export const reservationIcs = defineCall({
  name: 'reservation/ics',
  area: 'auth',
  reads: true,
  summary: '预约的日历文件（RFC 5545）',
  input: z.strictObject({ id: idField }),
  output: calendarFile,
})

export const staffReservationIcs = defineCall({
  name: 'reservation/ics',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '预约的日历文件（RFC 5545）',
  input: z.strictObject({ id: idField }),
  output: calendarFile,
})

export const staffReservationBlocked = defineCall({
  name: 'reservation/blocked',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '停机时间内的预约，登记停机前后查看',
  input: z.strictObject({
    instrumentId: idField,
    /** A downtime that is about to be entered; without one all that are entered. */
    startsAt: momentText('开始时间').optional(),
    endsAt: momentText('结束时间').optional(),
  }),
  output: z.object({
    list: z.array(reservationItem.extend({ customerName: z.string(), movable: z.boolean() })),
    /** There are more than are shown. */
    more: z.boolean(),
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
    action: z.enum(staffActions, { error: '操作不正确' }),
    reason: requiredText('原因', 200).optional(),
    version: versionField().optional(),
  }),
  output: z.object({ stage: z.enum(reservationStages) }),
})

export const staffReservationOffer = defineCall({
  name: 'reservation/offer',
  area: 'staff',
  action: 'reservation.confirm',
  summary: '向客户提议新的时段；客户同意后改约，此前两个时段都保留',
  idempotent: true,
  input: z.strictObject({
    ...newTime.shape,
    /** One of those that the project shares; without one: that of the booking, or the first that is free. */
    instrumentId: idField.optional(),
  }),
  output: z.object({ offerId: z.number().int(), until: timeText }),
})

export const staffReservationOfferWithdraw = defineCall({
  name: 'reservation/withdrawOffer',
  area: 'staff',
  action: 'reservation.confirm',
  repeat: 'stage',
  summary: '撤回改期提议',
  input: z.strictObject({ offerId: idField }),
  output: done,
})

export const reservationAnswer = defineCall({
  name: 'reservation/answerOffer',
  area: 'auth',
  summary: '同意或不同意客户经理提议的新时段',
  idempotent: true,
  input: z.strictObject({
    offerId: idField,
    agree: z.boolean({ error: '请选择是否同意' }),
    reason: optionalText('原因', 200),
  }),
  output: rebooked,
})
