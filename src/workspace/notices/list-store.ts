import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliveryColumns, type DeliveryRow } from './store.ts'

/** `customers` finds customers by a typed text. */
export function noticeSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from notice_deliveries`,
    key: sql`id`,
    columns: {
      customer: { match: async (typed) => sql`customer_id = any(${await customers(typed)}::bigint[])` },
      channel: { sql: sql`channel` },
      text: { match: (typed) => contains(sql`text`, typed) },
      state: { sql: sql`state` },
      attempts: { sql: sql`attempts` },
      error: { match: (typed) => contains(sql`last_error`, typed) },
      sent: { sql: sql`sent_at`, nullable: true },
      created: { sql: sql`created_at` },
    },
    search: async (typed) => sql`customer_id = any(${await customers(typed)}::bigint[])`,
  }
}

/** In the order of the ids. */
export function deliveriesInPlaces(db: Db, ids: number[]): Promise<DeliveryRow[]> {
  return db.rows(sql`
    select ${deliveryColumns} from notice_deliveries where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}
