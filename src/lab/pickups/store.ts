import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { PickupStage, SlotNumber } from './rules.ts'

export interface PickupRow {
  id: number
  pickupNo: string
  orderId: number
  orderNo: string
  customerId: number
  payerId: number
  requestedBy: number
  stage: PickupStage
  version: number
  /** `YYYY-MM-DD` */
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
  driverId: number | null
  courier: string
  waybill: string
  collectedCount: number | null
  collectedAt: Date | null
  arrivedAt: Date | null
  reason: string
  createdAt: Date
}

export const pickupColumns = sql`id, pickup_no, order_id, order_no, customer_id, payer_id, requested_by, stage, version, day, slot, slot_text, message, name, phone,
  area_code, province, city, area, address, sample_count, driver_id, courier, waybill, collected_count, collected_at, arrived_at, reason, created_at`

/** Takes a place of a slot that has one left; false when it is full. The row lock makes requests for the same slot wait for each other. */
export async function takePlace(db: Db, day: string, slot: SlotNumber, capacity: number): Promise<boolean> {
  const taken = await db.run(sql`
    insert into pickup_slots (day, slot, capacity, taken)
    select ${day}::date, ${slot}::smallint, ${capacity}::integer, 1 where ${capacity}::integer > 0
    on conflict (day, slot) do update set taken = pickup_slots.taken + 1, capacity = excluded.capacity
    where pickup_slots.taken < excluded.capacity`)
  return taken > 0
}

export async function freePlace(db: Db, day: string, slot: SlotNumber): Promise<void> {
  await db.run(sql`update pickup_slots set taken = taken - 1 where day = ${day}::date and slot = ${slot}::smallint`)
}

export function placesTaken(db: Db, from: string, to: string): Promise<{ day: string; slot: number; taken: number }[]> {
  return db.rows(
    sql`select day, slot, taken from pickup_slots where day between ${from}::date and ${to}::date order by day, slot`,
  )
}

export async function nextNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('pickup_numbers') as number`)).number
}

export type NewPickup = Pick<
  PickupRow,
  | 'pickupNo'
  | 'orderId'
  | 'orderNo'
  | 'customerId'
  | 'payerId'
  | 'requestedBy'
  | 'day'
  | 'slot'
  | 'slotText'
  | 'message'
  | 'name'
  | 'phone'
  | 'areaCode'
  | 'province'
  | 'city'
  | 'area'
  | 'address'
  | 'sampleCount'
>

/** Undefined when the order has a pickup that still goes on. */
export function insertPickup(db: Db, row: NewPickup, now: Date): Promise<PickupRow | undefined> {
  return db.row(sql`
    insert into pickups (pickup_no, order_id, order_no, customer_id, payer_id, requested_by, stage, day, slot, slot_text, message, name, phone,
      area_code, province, city, area, address, sample_count, created_at)
    values (${row.pickupNo}, ${row.orderId}, ${row.orderNo}, ${row.customerId}, ${row.payerId}, ${row.requestedBy}, 'requested', ${row.day}, ${row.slot},
      ${row.slotText}, ${row.message}, ${row.name}, ${row.phone}, ${row.areaCode}, ${row.province}, ${row.city}, ${row.area}, ${row.address},
      ${row.sampleCount}, ${now})
    on conflict (order_id) where stage in ('requested', 'assigned', 'collecting', 'collected') do nothing
    returning ${pickupColumns}`)
}

export function pickupById(db: Db, id: number): Promise<PickupRow | undefined> {
  return db.row(sql`select ${pickupColumns} from pickups where id = ${id}`)
}

/** A pickup of this person, or one of an order that this group pays. */
export function pickupOfParty(db: Db, id: number, party: number): Promise<PickupRow | undefined> {
  return db.row(
    sql`select ${pickupColumns} from pickups where id = ${id} and (customer_id = ${party} or payer_id = ${party})`,
  )
}

export function livePickup(db: Db, orderId: number): Promise<PickupRow | undefined> {
  return db.row(sql`
    select ${pickupColumns} from pickups where order_id = ${orderId} and stage in ('requested', 'assigned', 'collecting', 'collected')`)
}

export function livePickups(db: Db, orderIds: number[]): Promise<PickupRow[]> {
  return db.rows(sql`
    select ${pickupColumns} from pickups
    where order_id = any(${orderIds}::bigint[]) and stage in ('requested', 'assigned', 'collecting', 'collected')`)
}

/** Whose pickups: those of a person, or of orders that a group pays. */
export type PickupsOf = { customerId: number } | { payerId: number }

export function pickupsOf(
  db: Db,
  whose: PickupsOf,
  orderNo: string,
  limit: number,
  offset: number,
): Promise<PickupRow[]> {
  return db.rows(sql`
    select ${pickupColumns} from pickups where ${belonging(whose)} and (${orderNo} = '' or order_no = ${orderNo})
    order by id desc limit ${limit} offset ${offset}`)
}

export async function countPickups(db: Db, whose: PickupsOf, orderNo: string): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from pickups where ${belonging(whose)} and (${orderNo} = '' or order_no = ${orderNo})`)
  return total
}

function belonging(whose: PickupsOf): Sql {
  return 'customerId' in whose ? sql`customer_id = ${whose.customerId}` : sql`payer_id = ${whose.payerId}`
}

/** Conditions on the row that is moved. */
export function ofParty(party: number): Sql {
  return sql`(customer_id = ${party} or payer_id = ${party})`
}

/** What a transition writes beside the stage. */
export const changes = {
  driver: (staffId: number): Sql[] => [sql`driver_id = ${staffId}`, sql`courier = ''`, sql`waybill = ''`],
  courier: (courier: string, waybill: string): Sql[] => [
    sql`driver_id = null`,
    sql`courier = ${courier}`,
    sql`waybill = ${waybill}`,
  ],
  collected: (count: number, at: Date): Sql[] => [sql`collected_count = ${count}`, sql`collected_at = ${at}`],
  arrived: (at: Date): Sql[] => [sql`arrived_at = ${at}`],
  ended: (reason: string): Sql[] => [sql`reason = ${reason}`],
}
