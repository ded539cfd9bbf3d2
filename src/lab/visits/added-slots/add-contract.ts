import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField } from '../../../platform/contract/fields.ts'
import { newTime, rebooked } from '../../bookings/contract.ts'
import { orderNoField } from '../../orders/contract.ts'

export const reservationAdd = defineCall({
  name: 'reservation/add',
  area: 'auth',
  summary: '为现场检测订单添加一个时段（到场前；会改变价格的时段仅在报价前）',
  input: z.strictObject({
    orderNo: orderNoField,
    /** The line of the order; may be left out when only one has slots. */
    lineId: idField.optional(),
    date: newTime.shape.date,
    from: newTime.shape.from,
    minutes: z.number({ error: '请选择时长' }).int('请选择时长').min(1, '请选择时长').max(1440, '时长过长'),
  }),
  output: rebooked.extend({
    /** What it adds by the price list; null when the manager's quote decides. */
    extraFen: z.number().int().nullable(),
  }),
  idempotent: true,
})
