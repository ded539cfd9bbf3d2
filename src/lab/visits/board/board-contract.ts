import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { dateField, done, idField, timeText } from '../../../platform/contract/fields.ts'
import { reservationItem } from '../../bookings/contract.ts'

// The calendar of all instruments.

/** Null: the project has several instruments, or none, and its places are its own. */
const instrumentId = z.number().int().nullable()

const offered = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  projectName: z.string(),
  customerName: z.string(),
  instrumentId,
  startsAt: timeText,
  endsAt: timeText,
})

export const staffReservationBoard = defineCall({
  name: 'reservation/board',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '全部仪器一天或一周的预约、停机时间与使用率',
  input: z.strictObject({
    /** The day, or any day of the week; without one: today. */
    date: dateField.optional(),
    span: z.enum(['day', 'week'], { error: '请选择按日或按周' }).default('day'),
  }),
  output: z.object({
    now: timeText,
    days: z.array(z.string()),
    instruments: z.array(
      z.object({
        id: z.number().int(),
        instrumentNo: z.string(),
        name: z.string(),
        keeper: z.string(),
        /** Why it cannot be used now; empty when it can. */
        obstacle: z.string(),
        rids: z.array(z.number().int()),
        bookedMinutes: z.number().int(),
        openMinutes: z.number().int(),
      }),
    ),
    /** Names of the projects that the instruments serve. */
    projects: z.array(z.object({ rid: z.number().int(), name: z.string() })),
    bookings: z.array(
      reservationItem.extend({
        customerName: z.string(),
        instrumentId,
        movable: z.boolean(),
        /** Ids of the instruments that it can be moved to, its own among them. */
        places: z.array(z.number().int()),
      }),
    ),
    /** Times that wait for a customer's answer; they hold their places. */
    offers: z.array(offered),
    downtimes: z.array(
      z.object({ instrumentId: z.number().int(), startsAt: timeText, endsAt: timeText, reason: z.string() }),
    ),
    /** There are more bookings than one answer holds. */
    more: z.boolean(),
  }),
})

export const staffReservationPlace = defineCall({
  name: 'reservation/place',
  area: 'staff',
  action: 'reservation.confirm',
  repeat: 'sets-state',
  summary: '换到项目的另一台仪器，时间不变',
  input: z.strictObject({ id: idField, instrumentId: idField }),
  output: done,
})
