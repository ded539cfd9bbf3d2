import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Added, ReservationStage } from './rules.ts'
import type { ReservationRow } from './wire-rules.ts'

export const reservationColumns = sql`id, customer_id, order_id, order_no, rid, project_name, pool, starts_at, ends_at, remote, added, video_url, stage, version,
  (select jsonb_build_object('id', o.id, 'pool', o.pool, 'startsAt', o.starts_at, 'endsAt', o.ends_at, 'until', o.until,
    'extraFen', o.extra_fen, 'stage', o.stage, 'answer', o.answer)
  from reservation_offers o where o.reservation_id = reservations.id order by o.id desc limit 1) as offer`

export interface CellKey {
  pool: string
  startsAt: Date
}
export interface CellRow extends CellKey {
  capacity: number
  booked: number
}

/**
 * Locks cells in one order, so that overlapping bookings wait instead of deadlocking, and answers how full they are. A cell that was
 * never booked is created.
 */
export function lockCells(db: Db, cells: readonly CellKey[], capacity: number): Promise<CellRow[]> {
  return db.rows(sql`
    insert into reservation_cells (pool, starts_at, capacity, booked)
    select pool, starts_at, ${capacity}, 0
    from jsonb_to_recordset(${json(cells.map(({ pool, startsAt }) => ({ pool, starts_at: startsAt })))}::jsonb)
      as c (pool text, starts_at timestamptz)
    order by pool, starts_at
    on conflict (pool, starts_at) do update set booked = reservation_cells.booked
    returning pool, starts_at, capacity, booked`)
}

/** The caller has locked the cells. */
export async function setBooked(db: Db, cells: readonly CellRow[]): Promise<void> {
  await db.run(sql`
    update reservation_cells r set booked = c.booked
    from jsonb_to_recordset(${json(cells.map(({ pool, startsAt, booked }) => ({ pool, starts_at: startsAt, booked })))}::jsonb)
      as c (pool text, starts_at timestamptz, booked integer)
    where r.pool = c.pool and r.starts_at = c.starts_at`)
}

export function cellsTaken(db: Db, pools: readonly string[], from: Date, to: Date): Promise<CellRow[]> {
  return db.rows(sql`
    select pool, starts_at, capacity, booked from reservation_cells
    where pool = any(${[...pools]}::text[]) and starts_at >= ${from} and starts_at < ${to}`)
}

export interface NewReservation {
  customerId: number
  orderId: number
  orderNo: string
  rid: number
  projectName: string
  pool: string
  startsAt: Date
  endsAt: Date
  remote: boolean
  added: Added
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
    pool: row.pool,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    remote: row.remote,
    added: row.added,
  }))
  return db.rows(sql`
    insert into reservations (customer_id, order_id, order_no, rid, project_name, pool, starts_at, ends_at, remote, added, stage, created_at)
    select customer_id, order_id, order_no, rid, project_name, pool, starts_at, ends_at, remote, added, ${stage}, ${now}
    from jsonb_to_recordset(${json(records)}::jsonb) as r (customer_id bigint, order_id bigint, order_no text, rid bigint, project_name text, pool text,
      starts_at timestamptz, ends_at timestamptz, remote boolean, added text)
    returning id`)
}

export async function setVideoUrl(db: Db, id: number, url: string): Promise<void> {
  await db.run(sql`update reservations set video_url = ${url} where id = ${id}`)
}

export async function lockReservation(db: Db, id: number): Promise<void> {
  await db.rows(sql`select id from reservations where id = ${id} for update`)
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

/** Bookings of a customer, of some projects, or all, that begin at or after a time, with those that were cancelled or moved. */
export function reservationsForCalendar(
  db: Db,
  { customerId, rids }: { customerId?: number; rids?: readonly number[] },
  from: Date,
): Promise<(ReservationRow & { replaced: boolean })[]> {
  const whose =
    customerId !== undefined
      ? sql`customer_id = ${customerId}`
      : rids
        ? sql`rid = any(${[...rids]}::bigint[])`
        : sql`true`
  return db.rows(sql`
    select ${reservationColumns}, replaced_by is not null as replaced from reservations
    where starts_at >= ${from} and ${whose} order by starts_at, id`)
}

/** Live bookings of these projects that overlap one of the times and have not begun, as many as are shown at once. */
export function reservationsWithin(
  db: Db,
  rids: readonly number[],
  spans: readonly { startsAt: Date; endsAt: Date }[],
  now: Date,
  most: number,
): Promise<ReservationRow[]> {
  const times = spans.map(({ startsAt, endsAt }) => ({ starts_at: startsAt, ends_at: endsAt }))
  return db.rows(sql`
    select ${reservationColumns} from reservations where rid = any(${[...rids]}::bigint[]) and stage in ('requested', 'booked')
      and starts_at > ${now} and exists (
        select 1 from jsonb_to_recordset(${json(times)}::jsonb) as s (starts_at timestamptz, ends_at timestamptz)
        where s.starts_at < reservations.ends_at and s.ends_at > reservations.starts_at)
    order by starts_at, id limit ${most}`)
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
