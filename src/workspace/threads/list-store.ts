import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { threadColumns, type ThreadRow } from './store.ts'

/** In the order of the ids, with what the laboratory has not read. */
export function threadsByIds(db: Db, ids: number[]): Promise<(ThreadRow & { unread: number })[]> {
  return db.rows(sql`
    select ${threadColumns}, (select count(*) from thread_messages m where m.thread_id = t.id and m.side = 'customer'
      and m.id > t.staff_read_id) as unread
    from threads t where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

/** `customers` finds customers by a typed text. */
export function threadSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  const ofCustomers = async (typed: string): Promise<Sql> => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from threads`,
    key: sql`id`,
    columns: {
      order: { sql: sql`order_no` },
      customer: { match: ofCustomers },
      text: { sql: sql`last_text` },
      side: { sql: sql`last_side` },
      messages: { sql: sql`message_count::bigint` },
      waiting: { sql: sql`waiting_since`, nullable: true },
      last: { sql: sql`last_at` },
      state: { sql: sql`case when waiting_since is null then 'answered' else 'waiting' end` },
    },
    search: async (typed) =>
      sql`(${contains(sql`order_no || ' ' || last_text`, typed)} or ${await ofCustomers(typed)})`,
  }
}
