import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, timeText } from '../../platform/contract/fields.ts'

// The secret address by which a person's calendar program reads bookings. It is told once; a new one ends the former.

const state = z.object({
  /** Null: there is no address. */
  createdAt: timeText.nullable(),
  lastReadAt: timeText.nullable(),
})

/** `/calendar.ics?key=…`; the browser puts the site in front. */
const made = z.object({ path: z.string() })

export const calendarFeedShow = defineCall({
  name: 'calendarFeed/show',
  area: 'auth',
  reads: true,
  summary: '日历订阅的状态',
  input: z.strictObject({}),
  output: state,
})

export const calendarFeedMake = defineCall({
  name: 'calendarFeed/make',
  area: 'auth',
  repeat: 'secret-answer',
  summary: '生成日历订阅地址，只返回这一次；原地址立即失效',
  input: z.strictObject({}),
  output: made,
})

export const calendarFeedStop = defineCall({
  name: 'calendarFeed/stop',
  area: 'auth',
  repeat: 'sets-state',
  summary: '停用日历订阅，地址立即失效',
  input: z.strictObject({}),
  output: done,
})

export const staffCalendarFeedShow = defineCall({
  name: 'calendarFeed/show',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '本人日历订阅的状态',
  input: z.strictObject({}),
  output: state.extend({ instrumentId: z.number().int().nullable() }),
})

export const staffCalendarFeedMake = defineCall({
  name: 'calendarFeed/make',
  area: 'staff',
  action: 'reservation.read',
  repeat: 'secret-answer',
  summary: '生成本人的日历订阅地址，只返回这一次；原地址立即失效',
  /** Null: the bookings of all instruments. */
  input: z.strictObject({ instrumentId: idField.nullable() }),
  output: made,
})

export const staffCalendarFeedStop = defineCall({
  name: 'calendarFeed/stop',
  area: 'staff',
  action: 'reservation.read',
  repeat: 'sets-state',
  summary: '停用本人的日历订阅，地址立即失效',
  input: z.strictObject({}),
  output: done,
})
