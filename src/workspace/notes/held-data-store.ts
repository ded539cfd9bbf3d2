import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

// The words that staff write for each other are not part of the copy, like the note of a promised call; that they exist is.

export function heldNotes(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('about', subject_kind, 'no', subject_no, 'created_at', created_at) as row
      from notes where customer_id = ${customerId} and deleted_at is null order by id`
}

export function heldCalls(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('order_no', order_no, 'direction', direction, 'result', result, 'called_at', called_at) as row
      from call_records where customer_id = ${customerId} order by id`
}

export function heldTodos(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('about', subject_kind, 'no', subject_no, 'created_at', created_at, 'done_at', done_at) as row
      from todos where customer_id = ${customerId} order by id`
}

/** Nobody needs them once the customer has left. That there was a call is kept as proof, without its words. */
export async function clearNotes(db: Db, customerId: number): Promise<void> {
  await db.run(sql`delete from notes where customer_id = ${customerId}`)
  await db.run(sql`update call_records set text = '' where customer_id = ${customerId}`)
  await db.run(sql`delete from todos where customer_id = ${customerId}`)
}
