import { shanghaiTime } from '../../platform/time.ts'
import { pickupLifecycle, type PickupStage, type SlotNumber } from './rules.ts'

interface StoredPickup {
  id: number
  pickupNo: string
  orderNo: string
  stage: PickupStage
  version: number
  day: string
  slot: SlotNumber
  slotText: string
  message: string
  name: string
  phone: string
  areaCode: string
  province: string
  city: string
  area: string
  address: string
  sampleCount: number
  collectedCount: number | null
  courier: string
  waybill: string
  reason: string
  createdAt: Date
  collectedAt: Date | null
  arrivedAt: Date | null
}

/** A pickup as calls answer it, with the names of the specification. `driver`: the name of the driver, or empty. */
export function pickupWire(row: StoredPickup, driver = '') {
  return {
    id: row.id,
    pickupNo: row.pickupNo,
    orderNo: row.orderNo,
    stage: row.stage,
    stageName: pickupLifecycle.stages[row.stage],
    version: row.version,
    date: row.day,
    time: row.slot,
    timeText: row.slotText,
    message: row.message,
    name: row.name,
    phone: row.phone,
    province: row.province,
    city: row.city,
    area: row.area,
    address: row.address,
    address_code: row.areaCode,
    sampleCount: row.sampleCount,
    collectedCount: row.collectedCount,
    who: whoComes(row, driver),
    reason: row.reason,
    createdAt: shanghaiTime(row.createdAt),
    collectedAt: row.collectedAt && shanghaiTime(row.collectedAt),
    arrivedAt: row.arrivedAt && shanghaiTime(row.arrivedAt),
    mayCancel: row.stage === 'requested',
  }
}

export function whoComes({ courier, waybill }: { courier: string; waybill: string }, driver: string): string {
  return courier === '' ? driver : `${courier} ${waybill}`.trim()
}
