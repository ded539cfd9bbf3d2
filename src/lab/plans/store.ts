import type { ServiceType } from '../samples/service-rules.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import type { ParameterValues } from '../../shop/catalogue/forms/form-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { anyId, json, sql } from '../../platform/db/sql.ts'

export interface PlanLineRow {
  id: number
  rid: number
  categoryId: number
  serviceType: ServiceType
  formVersion: number
  parameters: ParameterValues
  sampleCount: number
  urgent: boolean
  priceLines: PriceLine[]
  amountFen: number | null
  /** The demand that this line comes from; such a line has no project of the catalogue. */
  demandId: number | null
  agreed: Agreed | null
  /** The number of an earlier order whose instrument and conditions are asked for, or empty. */
  sameAs: string
  updatedAt: Date
}

/** The agreed offer for work outside the catalogue. `validUntil` is an ISO timestamp. */
export interface Agreed {
  name: string
  described: { key: string; label: string; text: string }[]
  /** What release 0.3.0 reads: 7–10, or what staff wrote while the field was free text. */
  days: string
  /** Working days; missing where that release wrote the line and in texts that name no span. */
  daysFrom?: number
  daysTo?: number
  validUntil: string
}

export type NewPlanLine = Omit<PlanLineRow, 'id' | 'updatedAt' | 'demandId' | 'agreed' | 'sameAs'>
export type NewAgreedLine = Omit<PlanLineRow, 'id' | 'updatedAt' | 'sameAs'> & { demandId: number; agreed: Agreed }

const columns = sql`id, rid, category_id, service_type, form_version, parameters, sample_count, urgent, price_lines, amount_fen, demand_id, agreed,
  same_as, updated_at`

export function planLines(db: Db, customerId: number): Promise<PlanLineRow[]> {
  return db.rows(sql`select ${columns} from plan_lines where customer_id = ${customerId} order by id`)
}

export function planLineById(db: Db, customerId: number, id: number): Promise<PlanLineRow | undefined> {
  return db.row(sql`select ${columns} from plan_lines where id = ${id} and customer_id = ${customerId}`)
}

export async function countPlanLines(db: Db, customerId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from plan_lines where customer_id = ${customerId}`,
  )
  return row.count
}

/** Undefined when the plan has `most` lines already. Counted by the statement itself, which saves the way there and back. */
export function insertPlanLine(
  db: Db,
  customerId: number,
  line: NewPlanLine,
  most: number,
  now: Date,
): Promise<{ id: number; planCount: number } | undefined> {
  return db.row(sql`
    with plan as (select count(*) as lines from plan_lines where customer_id = ${customerId})
    insert into plan_lines (customer_id, rid, category_id, service_type, form_version, parameters, sample_count, urgent, price_lines, amount_fen,
      created_at, updated_at)
    select ${customerId}::bigint, ${line.rid}::bigint, ${line.categoryId}::bigint, ${line.serviceType}::smallint, ${line.formVersion}::integer,
      ${json(line.parameters)}::jsonb, ${line.sampleCount}::integer, ${line.urgent}::boolean, ${json(line.priceLines)}::jsonb,
      ${line.amountFen}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from plan where plan.lines < ${most}
    returning id, (select lines from plan) + 1 as plan_count`)
}

/** Undefined when the offer is in the plan already. */
export function insertAgreedLine(
  db: Db,
  customerId: number,
  line: NewAgreedLine,
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into plan_lines (customer_id, rid, category_id, service_type, form_version, parameters, sample_count, urgent, price_lines, amount_fen,
      demand_id, agreed, created_at, updated_at)
    values (${customerId}, ${line.rid}, ${line.categoryId}, ${line.serviceType}, ${line.formVersion}, ${json(line.parameters)}::jsonb,
      ${line.sampleCount}, ${line.urgent}, ${json(line.priceLines)}::jsonb, ${line.amountFen}, ${line.demandId}, ${json(line.agreed)}::jsonb,
      ${now}, ${now})
    on conflict (demand_id) do nothing
    returning id`)
}

export function demandsInPlan(db: Db, customerId: number): Promise<{ demandId: number }[]> {
  return db.rows(
    sql`select demand_id from plan_lines where customer_id = ${customerId} and demand_id is not null order by id`,
  )
}

export function updatePlanLine(db: Db, customerId: number, id: number, line: NewPlanLine, now: Date): Promise<number> {
  return db.run(sql`
    update plan_lines set form_version = ${line.formVersion}, parameters = ${json(line.parameters)}::jsonb, sample_count = ${line.sampleCount},
      urgent = ${line.urgent}, price_lines = ${json(line.priceLines)}::jsonb, amount_fen = ${line.amountFen}, updated_at = ${now}
    where id = ${id} and customer_id = ${customerId}`)
}

export function setSameAs(db: Db, customerId: number, id: number, orderNo: string, now: Date): Promise<number> {
  return db.run(
    sql`update plan_lines set same_as = ${orderNo}, updated_at = ${now} where id = ${id} and customer_id = ${customerId}`,
  )
}

/** Removes lines and answers them. Two orders cannot contain the same line, since only one of them removes it. */
export function takePlanLines(db: Db, customerId: number, ids: number[]): Promise<PlanLineRow[]> {
  return db.rows(
    sql`delete from plan_lines where customer_id = ${customerId} and id = ${anyId(ids)} returning ${columns}`,
  )
}

/** Customers with projects in their plan that were added in this time and are not ordered. */
export async function countOpenPlans(db: Db, from: Date, to: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(distinct customer_id) as count from plan_lines where created_at >= ${from} and created_at < ${to}`,
  )
  return count
}
