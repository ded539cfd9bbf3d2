import type { ServiceType } from './service-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { joined, json, type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped } from '../../platform/db/typed-words.ts'
import type { EntryForm, Storage } from './entry/entry-rules.ts'
import type { Hazard } from '../../shop/catalogue/requirements/hazard-rules.ts'
import type { SampleStage } from './rules.ts'
import type { SampleRow } from './wire-rules.ts'

export const sampleColumns = sql`id, order_id, order_no, line_id, customer_id, service_type, sample_no, own_no, name, form, composition, amount, hazards, storage, return_wanted, remark, warnings,
  stage, version, courier, waybill, received_at, weight_mg, condition, shelf, photo_file_id, return_courier, return_waybill, returned_at, keep_until, stage_reason,
  exists (select from parcels p where p.waybill in (samples.waybill, samples.return_waybill)) as followed`

export interface NewSample {
  /** The line of the order, by its number there. */
  groupNo: number
  /** What follows the order's number in the sample's. */
  place: string
  ownNo: string
  name: string
  form: EntryForm
  composition: string
  amount: string
  hazards: Hazard[]
  storage: Storage
  returnWanted: boolean
  remark: string
  warnings: string[]
}

/**
 * The insert of all samples of a new order, for the statement that inserts the order: `o` is the order with its id and number, `l` are its
 * lines with id and group_no. Answers the ids. A sample of a line that is not there is refused, since each needs one.
 */
export function samplesInsertion(
  order: { customerId: number; payerId: number; serviceType: ServiceType },
  samples: readonly NewSample[],
  stage: SampleStage,
  now: Date,
): Sql {
  const records = samples.map((sample) => ({
    group_no: sample.groupNo,
    place: sample.place,
    own_no: sample.ownNo,
    name: sample.name,
    form: sample.form,
    composition: sample.composition,
    amount: sample.amount,
    hazards: sample.hazards,
    storage: sample.storage,
    return_wanted: sample.returnWanted,
    remark: sample.remark,
    warnings: sample.warnings,
  }))
  return sql`
    insert into samples (order_id, order_no, customer_id, payer_id, service_type, line_id, sample_no, own_no, name, form, composition, amount, hazards, storage, return_wanted,
      remark, warnings, stage, created_at)
    select o.id, o.order_no, ${order.customerId}::bigint, ${order.payerId}::bigint, ${order.serviceType}::integer, l.id, o.order_no || r.place, r.own_no, r.name, r.form, r.composition,
      r.amount, r.hazards, r.storage, r.return_wanted, r.remark, r.warnings, ${stage}::text, ${now}::timestamptz
    from o, jsonb_to_recordset(${json(records)}::jsonb) as r (group_no integer, place text, own_no text, name text, form text, composition text,
      amount text, hazards text[], storage text, return_wanted boolean, remark text, warnings text[]) left join l on l.group_no = r.group_no
    order by length(r.place), r.place
    returning id`
}

export function samplesOfOrder(db: Db, orderId: number): Promise<SampleRow[]> {
  return db.rows(sql`select ${sampleColumns} from samples where order_id = ${orderId} order by sample_no`)
}

export function samplesOfOrders(db: Db, orderIds: readonly number[]): Promise<SampleRow[]> {
  return db.rows(
    sql`select ${sampleColumns} from samples where order_id = any(${[...orderIds]}::bigint[]) order by sample_no`,
  )
}

export function sampleByNo(db: Db, sampleNo: string): Promise<SampleRow | undefined> {
  return db.row(sql`select ${sampleColumns} from samples where sample_no = ${sampleNo}`)
}

export function samplesByNos(db: Db, sampleNos: readonly string[]): Promise<SampleRow[]> {
  return db.rows(sql`select ${sampleColumns} from samples where sample_no = any(${[...sampleNos]}::text[])`)
}

export function sampleById(db: Db, id: number): Promise<SampleRow | undefined> {
  return db.row(sql`select ${sampleColumns} from samples where id = ${id}`)
}

export function sampleOfParty(db: Db, whose: SamplesOf, sampleNo: string): Promise<SampleRow | undefined> {
  return db.row(
    sql`select ${sampleColumns} from samples where sample_no = ${sampleNo} and ${joined(belonging(whose), ' and ')}`,
  )
}

export function samplesByIds(db: Db, customerId: number, ids: number[]): Promise<SampleRow[]> {
  return db.rows(
    sql`select ${sampleColumns} from samples where customer_id = ${customerId} and id = any(${ids}::bigint[]) order by id`,
  )
}

/** Whose samples: those of a customer, those of orders that somebody pays, or all. */
export interface SamplesOf {
  customerId?: number
  payerId?: number
}

export interface SampleFilter extends SamplesOf {
  stage: SampleStage | ''
  /** What was typed, or empty. */
  kw: string
  orderNo: string
  limit: number
  offset: number
}

export function listSamples(db: Db, f: SampleFilter): Promise<SampleRow[]> {
  return db.rows(sql`
    select ${sampleColumns} from samples where ${matching(f)} order by id desc limit ${f.limit} offset ${f.offset}`)
}

/** Counts up to `most`; null counts all. */
export async function countSamples(db: Db, f: SampleFilter, most: number | null): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from (select from samples where ${matching(f)} limit ${most}::bigint) counted`,
  )
  return total
}

/** The statement contains only the given filters, so that an index can answer it. */
function matching({ stage, orderNo, kw, ...whose }: Omit<SampleFilter, 'limit' | 'offset'>): Sql {
  return joined(
    [
      sql`true`,
      ...belonging(whose),
      ...(stage === '' ? [] : [sql`stage = ${stage}`]),
      ...(orderNo === '' ? [] : [sql`order_no = ${orderNo}`]),
      ...(kw === '' ? [] : [containsTyped(sql`words`, kw)]),
    ],
    ' and ',
  )
}

function belonging({ customerId, payerId }: SamplesOf): Sql[] {
  return [
    ...(customerId === undefined ? [] : [sql`customer_id = ${customerId}`]),
    ...(payerId === undefined ? [] : [sql`payer_id = ${payerId}`]),
  ]
}

/** Samples to send back: requested by the customer or refused at intake. */
export function samplesGoingBack(db: Db): Promise<SampleRow[]> {
  return db.rows(sql`
    select ${sampleColumns} from samples where stage in ('to_return', 'refused') order by id`)
}

/** Of these orders those with a sample that waits to be sent back. */
export function ordersGoingBack(db: Db, orderIds: readonly number[]): Promise<{ orderId: number }[]> {
  return db.rows(sql`
    select distinct order_id from samples where order_id = any(${[...orderIds]}::bigint[]) and stage in ('to_return', 'refused')`)
}

/** Of these orders those with samples on their way, and none that is still to be sent. */
export function ordersInTransit(db: Db, orderIds: readonly number[]): Promise<{ orderId: number }[]> {
  return db.rows(sql`
    select order_id from samples where order_id = any(${[...orderIds]}::bigint[]) and stage in ('pending', 'in_transit')
    group by order_id having bool_and(stage = 'in_transit')`)
}

/** How the samples of one order went back, as a relation of one row: whether some still wait, and when the last one went; null without either. */
export function returnsRelation(orderId: Sql): Sql {
  return sql`(select bool_or(g.stage in ('to_return', 'refused')) as waiting, max(g.returned_at) as last_at from samples g
    where g.order_id = ${orderId} and g.stage in ('to_return', 'refused', 'returned'))`
}

export function countByStage(db: Db, whose: SamplesOf): Promise<{ stage: SampleStage; count: number }[]> {
  return db.rows(
    sql`select stage, count(*) as count from samples where ${joined([sql`true`, ...belonging(whose)], ' and ')} group by stage`,
  )
}

export function unsentSamples(db: Db, whose: SamplesOf): Promise<{ orderId: number; count: number }[]> {
  return db.rows(sql`
    select order_id, count(*) as count from samples where service_type = 1 and stage = 'pending' and ${joined(belonging(whose), ' and ')}
    group by order_id`)
}

export function orderIdsBySample(db: Db, whose: SamplesOf, kw: string): Promise<{ orderId: number }[]> {
  return db.rows(sql`select distinct order_id from samples where ${matching({ ...whose, stage: '', orderNo: '', kw })}`)
}

/** Corrects the waybill of samples on their way. */
export async function updateWaybill(db: Db, ids: number[], courier: string, waybill: string): Promise<number> {
  return db.run(
    sql`update samples set courier = ${courier}, waybill = ${waybill} where id = any(${ids}::bigint[]) and stage = 'in_transit'`,
  )
}

export interface IntakeNote {
  weightMg: number | null
  condition: string
  shelf: string
  receivedBy: number | null
  receivedAt: Date
}

export function intakeColumns(note: IntakeNote) {
  return [
    sql`received_at = ${note.receivedAt}`,
    sql`received_by = ${note.receivedBy}::bigint`,
    sql`weight_mg = ${note.weightMg}::bigint`,
    sql`condition = ${note.condition}`,
    sql`shelf = ${note.shelf}`,
  ]
}

export function checkInColumns(at: Date) {
  return [sql`received_at = ${at}`]
}

export function waybillColumns(courier: string, waybill: string) {
  return [sql`courier = ${courier}`, sql`waybill = ${waybill}`]
}

export function returnColumns(courier: string, waybill: string, at: Date) {
  return [sql`return_courier = ${courier}`, sql`return_waybill = ${waybill}`, sql`returned_at = ${at}`]
}

/** Puts another number in place of that of a parcel that was sent back. Answers its samples. */
export function correctReturnParcel(
  db: Db,
  orderId: number,
  formerWaybill: string,
  { courier, waybill }: { courier: string; waybill: string },
): Promise<{ id: number; version: number; sampleNo: string; name: string }[]> {
  return db.rows(sql`
    update samples set return_courier = ${courier}, return_waybill = ${waybill}, version = version + 1
    where order_id = ${orderId} and stage = 'returned' and return_waybill = ${formerWaybill}
    returning id, version, sample_no, name`)
}

export function keepColumns(until: Date) {
  return [sql`keep_until = ${until}`]
}

/** Kept samples whose storage time is over, the longest first. */
export function samplesOverdue(
  db: Db,
  now: Date,
  /** Null: no limit. */
  limit: number | null,
  offset: number,
): Promise<(SampleRow & { total: number })[]> {
  return db.rows(sql`
    select ${sampleColumns}, count(*) over () as total from samples
    where stage = 'kept' and keep_until <= ${now} and form <> 'data' order by keep_until, id limit ${limit}::bigint offset ${offset}`)
}

export const reasonColumn = (reason: string) => sql`stage_reason = ${reason}`
export const parcelAwaited = () => [sql`courier = ''`, sql`waybill = ''`]
