import { confirmableColumn } from '../../platform/db/confirmable-column.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** What other slices know of a typed text; `orders` answers statements of ids. */
export interface Related {
  orders: (typed: string) => Promise<Sql>
  ordersOfCustomers: (typed: string) => Promise<Sql>
  staff: (typed: string) => Promise<number[]>
}

export function amountSource({ orders, ordersOfCustomers, staff }: Related, readerId: number): IndexSource {
  const ofOrders = async (typed: string) => sql`order_id in (${await orders(typed)})`
  const ofCustomers = async (typed: string) => sql`order_id in (${await ordersOfCustomers(typed)})`
  const by = (column: Sql) => async (typed: string) => sql`${column} = any(${await staff(typed)}::bigint[])`
  return {
    from: sql`from final_amounts`,
    key: sql`id`,
    columns: {
      order: { match: ofOrders },
      customer: { match: ofCustomers },
      agreed: { sql: sql`agreed_fen`, nullable: true },
      amount: { sql: sql`amount_fen` },
      reason: { sql: sql`reason` },
      proposed: { match: by(sql`proposed_by`) },
      confirmed: { match: by(sql`confirmed_by`) },
      created: { sql: sql`created_at` },
      confirmable: confirmableColumn(sql`stage = 'checking'`, sql`proposed_by`, readerId),
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`reason`, typed)} or ${await ofOrders(typed)} or ${await ofCustomers(typed)})`,
  }
}

/** Orders to be fixed, with whether an amount of theirs waits for a second person. */
export function withChecking(orders: IndexSource): IndexSource {
  const checking = sql`(case when ${orders.key} in (select order_id from final_amounts where stage = 'checking') then 'yes' else 'no' end)`
  return { ...orders, columns: { ...orders.columns, checking: { sql: checking } } }
}
