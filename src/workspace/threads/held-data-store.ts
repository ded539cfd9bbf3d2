import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldThreads(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('order_no', order_no, 'message_count', message_count, 'last_at', last_at) as row
      from threads where customer_id = ${customerId} order by id`
}

/** What the person wrote, and what was written to them about their orders. */
export function heldMessages(customerId: HeldOf): Sql {
  return sql`select jsonb_build_object('order_no', t.order_no, 'side', m.side, 'text', m.text, 'created_at', m.created_at) as row
      from (select m.id from thread_messages m join threads t on t.id = m.thread_id where t.customer_id = ${customerId}
        union select id from thread_messages where side = 'customer' and author_id = ${customerId}) own
      join thread_messages m on m.id = own.id join threads t on t.id = m.thread_id order by m.id`
}

export function heldReads(personId: HeldOf): Sql {
  return sql`select to_jsonb(r) as row from thread_reads r where person_id = ${personId} order by thread_id`
}

/** What was agreed about a test is kept as proof; marks of reading are not. */
export async function clearReads(db: Db, personId: number): Promise<void> {
  await db.run(sql`delete from thread_reads where person_id = ${personId}`)
}
