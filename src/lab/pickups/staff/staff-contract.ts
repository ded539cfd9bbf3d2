import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import {
  dateField,
  idField,
  keyOf,
  numberFault,
  requiredText,
  timeText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { pickupItem } from '../contract.ts'
import { pickupLifecycle, pickupLimits } from '../rules.ts'

// Calls of the staff who fetch samples.

const stage = keyOf(pickupLifecycle.stages)

/** Phone and street are masked, except in `pickup/view` and for the driver's own stops of the day. */
export const staffPickup = pickupItem.extend({
  customerName: z.string(),
  driverId: z.number().int().nullable(),
  driverName: z.string(),
  courier: z.string(),
  waybill: z.string(),
  requestedByName: z.string(),
  /** Whether the order is approved or prepaid, so that a driver may be sent. */
  ready: z.boolean(),
})
export type StaffPickup = z.output<typeof staffPickup>

export const pickupView = defineCall({
  name: 'pickup/view',
  area: 'staff',
  action: 'pickup.read',
  // Writes its own audit row, which counts towards the limit of personal data reads.
  reads: true,
  summary: '一次上门取样的完整信息，计入个人信息访问限额',
  input: z.strictObject({ id: idField }),
  output: staffPickup.extend({
    orderStageName: z.string(),
    /** False when phone and address are masked because the limit of personal data reads is reached. */
    full: z.boolean(),
    photos: z.array(z.object({ id: z.number().int(), name: z.string() })),
    samples: z.array(z.object({ sampleNo: z.string(), name: z.string(), stageName: z.string() })),
    history: z.array(
      z.object({ what: z.string(), stageName: z.string(), who: z.string(), at: timeText, reason: z.string() }),
    ),
  }),
})

export const pickupDrivers = defineCall({
  name: 'pickup/drivers',
  area: 'staff',
  action: 'pickup.read',
  reads: true,
  summary: '可派单的收发样人员与当天的取样数',
  input: z.strictObject({ date: dateField }),
  output: z.object({ drivers: z.array(z.object({ id: z.number().int(), name: z.string(), stops: z.number().int() })) }),
})

/** The sheet of a day: stops by time slot and district. Without a driver: those of the caller. */
export const pickupRoute = defineCall({
  name: 'pickup/route',
  area: 'staff',
  action: 'pickup.read',
  reads: true,
  summary: '一天的取样路线单',
  input: z.strictObject({ date: dateField, driverId: idField.optional() }),
  output: z.object({
    date: z.string(),
    driverId: z.number().int(),
    driverName: z.string(),
    /** Whether the stops are the caller's own. */
    own: z.boolean(),
    stops: z.array(staffPickup),
  }),
})

const chosen = { id: idField, version: versionField() }
const moved = z.object({ stage, stageName: z.string(), version: z.number().int() })

export const pickupAssign = defineCall({
  name: 'pickup/assign',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.assign',
  summary: '派单或改派给取样员',
  input: z.strictObject({ ...chosen, staffId: idField }),
  output: moved,
})

export const pickupDispatchCourier = defineCall({
  name: 'pickup/dispatchCourier',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.assign',
  summary: '交由快递上门取样',
  input: z.strictObject({
    ...chosen,
    courier: requiredText('快递公司', 30),
    waybill: requiredText('快递单号', 40),
  }),
  output: moved,
})

export const pickupDepart = defineCall({
  name: 'pickup/depart',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.depart',
  summary: '出发取样',
  input: z.strictObject(chosen),
  output: moved,
})

export const pickupCollect = defineCall({
  name: 'pickup/collect',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.collect',
  summary: '登记已取样的件数与照片',
  input: z.strictObject({
    ...chosen,
    count: z
      .number({ error: numberFault('请填写件数') })
      .int('件数应为整数')
      .min(1, '件数至少为 1')
      .max(pickupLimits.mostPieces, `件数不能超过 ${pickupLimits.mostPieces}`),
    photoFileIds: z
      .array(idField, { error: '请拍摄样品照片' })
      .min(1, '请拍摄样品照片')
      .max(pickupLimits.mostPhotos, `照片不能超过 ${pickupLimits.mostPhotos} 张`),
  }),
  output: moved,
})

const withReason = (label: string) => z.strictObject({ ...chosen, reason: requiredText(label, 200) })

export const pickupFail = defineCall({
  name: 'pickup/fail',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.fail',
  summary: '登记取样失败',
  input: withReason('失败原因'),
  output: moved,
})

export const pickupArrive = defineCall({
  name: 'pickup/arrive',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.arrive',
  summary: '登记取回的样品已入库',
  input: z.strictObject(chosen),
  output: moved,
})

export const pickupDrop = defineCall({
  name: 'pickup/drop',
  area: 'staff',
  repeat: 'stage',
  action: 'pickup.drop',
  summary: '取消上门取样',
  input: withReason('取消原因'),
  output: moved,
})
