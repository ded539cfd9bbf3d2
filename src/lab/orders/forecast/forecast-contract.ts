import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField } from '../../../platform/contract/fields.ts'
import { orderNoField } from '../contract.ts'

const count = z.number().int()
const day = z.string()

const forecastItem = z.object({
  /** `history`: from the last orders of the project; `catalogue`: too few of them, so the days of the catalogue. */
  method: z.enum(['history', 'catalogue']),
  /** The orders from which the range is read; 0 by the catalogue. */
  basedOn: count,
  /** Orders that come first; null once the test has begun. */
  ahead: count.nullable(),
  /** `YYYY-MM-DD`; null when no day can be told. */
  expectedOn: day.nullable(),
  latestOn: day.nullable(),
  /** Working days until then on which no instrument works. */
  downDays: count,
  /** No instrument can be used, and nobody knows until when. */
  stopped: z.boolean(),
  /** How the method did with the last orders; null while there are too few of them. */
  record: z.object({ orders: count, keptPercent: count, days: count }).nullable(),
})

/** At most as many as a page of orders shows. */
const mostAsked = 20

export const orderForecasts = defineCall({
  name: 'order/forecasts',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单的预计出数据日期与排队位置',
  input: z.strictObject({
    orderNos: z
      .array(orderNoField, { error: '缺少订单号' })
      .min(1, '缺少订单号')
      .max(mostAsked, `一次最多查询 ${mostAsked} 个订单`),
  }),
  output: z.object({
    list: z.array(
      z.object({
        orderNo: z.string(),
        /** `coming`: as if the samples arrived today; `paused`: the work waits for the customer; `none`: nothing is expected any more. */
        state: z.enum(['coming', 'atWork', 'paused', 'none']),
        forecast: forecastItem.nullable(),
      }),
    ),
  }),
})

/** Before ordering: as if the samples arrived today. */
export const deviceForecast = defineCall({
  name: 'web/device/forecast',
  area: 'open',
  reads: true,
  replica: true,
  summary: '今天收样的话，预计哪天出数据，加急又如何',
  input: z.strictObject({
    lines: z
      .array(z.strictObject({ rid: idField, urgent: z.boolean() }), { error: '缺少项目' })
      .min(1, '缺少项目')
      .max(50, '一次最多查询 50 个项目'),
  }),
  output: z.object({
    /** Null when nothing is known of the projects. */
    forecast: forecastItem.nullable(),
    /** All of it urgent; null when it is so already. */
    ifUrgent: forecastItem.nullable(),
  }),
})
