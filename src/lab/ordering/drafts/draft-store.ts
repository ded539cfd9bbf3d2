import type { Db } from '../../../platform/db/db.ts'
import { json, type Sql, sql } from '../../../platform/db/sql.ts'

export interface DraftRow {
  version: number
  step: number
  data: unknown
  updatedAt: Date
}

export function draftOf(db: Db, customerId: number): Promise<DraftRow | undefined> {
  return db.row(sql`select version, step, data, updated_at from order_drafts where customer_id = ${customerId}`)
}

/** Overwrites only the version that the writer saw; undefined when another device or page saved in between. */
export function saveDraft(
  db: Db,
  customerId: number,
  seen: number,
  step: number,
  data: unknown,
  now: Date,
): Promise<{ version: number } | undefined> {
  if (seen > 0) {
    return db.row(sql`
      update order_drafts set version = version + 1, step = ${step}, data = ${json(data)}::jsonb, updated_at = ${now}
      where customer_id = ${customerId} and version = ${seen} returning version`)
  }
  return db.row(sql`
    insert into order_drafts (customer_id, version, step, data, updated_at) values (${customerId}, 1, ${step}, ${json(data)}::jsonb, ${now})
    on conflict (customer_id) do nothing returning version`)
}

/** A part of the statement that writes the order: a customer who comes back must not find the draft of an order that was placed. */
export const draftDeletion = (customerId: number): Sql =>
  sql`delete from order_drafts where customer_id = ${customerId}`
