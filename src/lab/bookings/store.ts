import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { ReservationStage } from './rules.ts'
import type { ReservationRow } from './wire-rules.ts'

export const reservationColumns = sql`id, customer_id, order_id, order_no, rid, project_name, starts_at, ends_at, remote, stage, version`

export interface CellTake {
  rid: number
  startsAt: Date
  places: number
}

/**
 * Takes places in cells that have them free, and answers the number of cells that did. Cells are locked in one order, so that
 * overlapping bookings wait instead of deadlocking; a full cell does not match. Taking 0 places only locks.
 */
export function takeCells(db: Db, cells: CellTake[], capacity: number): Promise<number> {
  return db.run(sql`
    insert into reservation_cells (rid, starts_at, capacity, booked)
    select rid, starts_at, ${capacity}, places
    from jsonb_to_recordset(${json(cells.map(({ rid, startsAt, places }) => ({ rid, starts_at: startsAt, places })))}::jsonb)
      as c (rid bigint, starts_at timestamptz, places integer)
    order by rid, starts_at
    on conflict (rid, starts_at) do update set booked = reservation_cells.booked + excluded.booked
    where reservation_cells.booked + excluded.booked <= reservation_cells.capacity`)
}

/** The caller has locked the cells. */
export async function giveBack(db: Db, cells: CellTake[]): Promise<void> {
  await db.run(sql`
    update reservation_cells r set booked = r.booked - c.places
    from jsonb_to_recordset(${json(cells.map(({ rid, startsAt, places }) => ({ rid, starts_at: startsAt, places })))}::jsonb)
      as c (rid bigint, starts_at timestamptz, places integer)
    where r.rid = c.rid and r.starts_at = c.starts_at`)
}

export function cellsTaken(
  db: Db,
  rid: number,
  from: Date,
  to: Date,
): Promise<{ startsAt: Date; capacity: number; booked: number }[]> {
  return db.rows(sql`
    select starts_at, capacity, booked from reservation_cells where rid = ${rid} and starts_at >= ${from} and starts_at < ${to}`)
}

export interface NewReservation {
  customerId: number
  orderId: number
  orderNo: string
  rid: number
  projectName: string
  startsAt: Date
  endsAt: Date
  remote: boolean
}

export function insertReservations(
  db: Db,
  rows: NewReservation[],
  stage: ReservationStage,
  now: Date,
): Promise<{ id: number }[]> {
  const records = rows.map((row) => ({
    customer_id: row.customerId,
    order_id: row.orderId,
    order_no: row.orderNo,
    rid: row.rid,
    project_name: row.projectName,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    remote: row.remote,
  }))
  return db.rows(sql`
    insert into reservations (customer_id, order_id, order_no, rid, project_name, starts_at, ends_at, remote, stage, created_at)
    select customer_id, order_id, order_no, rid, project_name, starts_at, ends_at, remote, ${stage}, ${now}
    from jsonb_to_recordset(${json(records)}::jsonb) as r (customer_id bigint, order_id bigint, order_no text, rid bigint, project_name text,
      starts_at timestamptz, ends_at timestamptz, remote boolean)
    returning id`)
}

export function reservationById(db: Db, id: number): Promise<ReservationRow | undefined> {
  return db.row(sql`select ${reservationColumns} from reservations where id = ${id}`)
}

/** Without replaced bookings. */
export function reservationsOfOrder(db: Db, orderId: number): Promise<ReservationRow[]> {
  return db.rows(
    sql`select ${reservationColumns} from reservations where order_id = ${orderId} and replaced_by is null order by starts_at, id`,
  )
}

export function reservationsOfOrders(db: Db, orderIds: number[]): Promise<ReservationRow[]> {
  return db.rows(
    sql`select ${reservationColumns} from reservations where order_id = any(${orderIds}::bigint[]) and replaced_by is null order by starts_at, id`,
  )
}

/** Live and past bookings of these projects that overlap the time; cancelled ones are left out. */
export function reservationsBetween(db: Db, rids: readonly number[], from: Date, to: Date): Promise<ReservationRow[]> {
  return db.rows(sql`
    select ${reservationColumns} from reservations where starts_at >= ${from} and starts_at < ${to} and rid = any(${[...rids]}::bigint[])
      and replaced_by is null and stage <> 'cancelled' order by starts_at, id`)
}

/** Locked, so that none of them is cancelled before the caller acts. */
export function lockedReservations(db: Db, orderId: number): Promise<ReservationRow[]> {
  return db.rows(
    sql`select ${reservationColumns} from reservations where order_id = ${orderId} and replaced_by is null order by id for update`,
  )
}

/** False when the booking is replaced already. */
export async function setReplaced(db: Db, id: number, by: number): Promise<boolean> {
  return (await db.run(sql`update reservations set replaced_by = ${by} where id = ${id} and replaced_by is null`)) > 0
}

export function reservationsOfCustomer(
  db: Db,
  customerId: number,
  limit: number,
  offset: number,
): Promise<(ReservationRow & { total: number })[]> {
  return db.rows(sql`
    select ${reservationColumns}, count(*) over () as total from reservations where customer_id = ${customerId}
    order by starts_at desc, id desc limit ${limit} offset ${offset}`)
}
