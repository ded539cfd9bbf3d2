import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../../core/files/contract.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { listOf, nothing, pageFields, timeText } from '../../../platform/contract/fields.ts'

const count = z.number().int()

export const staffLoad = defineCall({
  name: 'order/load',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '未来 14 天按仪器的负荷：到期订单与产能',
  input: nothing,
  output: z.object({
    at: timeText,
    groups: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        /** Empty: the work of a project without an instrument. */
        instruments: z.array(z.object({ id: count, label: z.string() })),
        open: count,
        late: count,
        /** Orders without a promised day. */
        undated: count,
        /** Orders on a good working day; null: too few are known. */
        perDay: z.number().nullable(),
        /** The first day until which not everything promised can be finished. */
        overOn: z.string().nullable(),
        days: z.array(
          z.object({
            date: z.string(),
            due: count,
            capacity: z.number(),
            short: count,
            closed: z.boolean(),
            down: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})

/** What can be moved to make room: work of overloaded groups that has not begun and is promised for a later day. */
export const staffMovable = defineCall({
  name: 'order/movable',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '负荷超出时可以后移的订单，余量大的在前',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      urgent: z.boolean(),
      promisedAt: timeText,
      /** Working days until the promised day. */
      slackDays: count,
      /** The overloaded group that it would relieve. */
      relieves: z.string(),
    }),
  ),
})

export const staffLoadFile = defineCall({
  name: 'order/loadFile',
  area: 'staff',
  action: 'order.read',
  repeat: 'bounded',
  summary: '下载未来 14 天的负荷（Excel）',
  input: z.strictObject({ browserKey: browserKeyField }),
  output: linkOutput,
})
