import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { RouteKind } from './parcel-rules.ts'

/** Entering a waybill again changes nothing, except that its parcel is followed again when its way had ended for want of samples. */
export async function insertParcel(db: Db, waybill: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into parcels (waybill, since, ask_at) values (${waybill}, ${now}, ${now})
    on conflict (waybill) do update set ask_at = excluded.ask_at
    where parcels.ask_at is null
      and not exists (select from route_nodes n where n.waybill = parcels.waybill and n.kind = 'signed')`)
}

/** Ends the way of parcels that nobody waits for: too old, or without a sample on its way to or from the laboratory. */
export async function endParcels(db: Db, oldest: Date): Promise<void> {
  await db.run(sql`
    update parcels p set ask_at = null
    where ask_at is not null and (since <= ${oldest}
      or not exists (select from samples s where s.waybill = p.waybill and s.stage = 'in_transit')
        and not exists (select from samples s where s.return_waybill = p.waybill and s.stage = 'returned'))`)
}

/** The parcels that are due, of which each is given to one caller only. */
export function takeDueParcels(db: Db, now: Date, askNext: Date, most: number): Promise<{ waybill: string }[]> {
  return db.rows(sql`
    update parcels set asked_at = ${now}, ask_at = ${askNext}
    where waybill in (select waybill from parcels where ask_at <= ${now} order by ask_at, waybill limit ${most} for update skip locked)
    returning waybill`)
}

/** Moves the next question of followed parcels forward, to a given time after the last one. Answers how many parcels are meant. */
export function askSooner(db: Db, waybills: readonly string[], now: Date, pauseSeconds: number): Promise<number> {
  return db.run(sql`
    update parcels set ask_at = least(ask_at, greatest(${now}::timestamptz, asked_at + make_interval(secs => ${pauseSeconds}::integer)))
    where waybill = any(${[...waybills]}::text[]) and ask_at is not null`)
}

export async function keepNodes(db: Db, nodes: readonly (NodeRow & { nodeNo: string })[]): Promise<void> {
  const records = nodes.map(({ waybill, nodeNo, at, place, text, kind }) => ({
    waybill,
    node_no: nodeNo || `${at.toISOString()} ${text}`,
    at: at.toISOString(),
    place,
    text,
    kind,
  }))
  await db.run(sql`
    insert into route_nodes (waybill, node_no, at, place, text, kind)
    select waybill, node_no, at, place, text, kind
    from jsonb_to_recordset(${json(records)}::jsonb) as n (waybill text, node_no text, at timestamptz, place text, text text, kind text)
    on conflict (waybill, node_no) do nothing`)
}

export async function endSigned(db: Db, waybills: readonly string[]): Promise<void> {
  await db.run(sql`
    update parcels set ask_at = null where waybill = any(${[...waybills]}::text[])
      and exists (select from route_nodes n where n.waybill = parcels.waybill and n.kind = 'signed')`)
}

export interface NodeRow {
  waybill: string
  at: Date
  place: string
  text: string
  kind: RouteKind
}

/** The newest nodes of each, newest first. */
export function nodesOf(db: Db, waybills: readonly string[], most: number): Promise<NodeRow[]> {
  return db.rows(sql`
    select waybill, at, place, text, kind from route_nodes where waybill = any(${[...waybills]}::text[])
    order by at desc, length(node_no) desc, node_no desc limit ${most}`)
}

export function dropOldParcels(db: Db, before: Date, most: number): Promise<number> {
  return db.run(
    sql`delete from parcels where waybill in (select waybill from parcels where since < ${before} limit ${most})`,
  )
}
