import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type RebateRow, rebateColumns, rebateState } from './rebate-store.ts'
import { type PromoterRow, promoterColumns } from './store.ts'

// Lists of the console. Customers are known below, so a typed name is looked up there first.

type Customers = (typed: string) => Promise<number[]>

const among =
  (column: Sql, customers: Customers) =>
  async (typed: string): Promise<Sql> =>
    sql`${column} = any(${await customers(typed)}::bigint[])`

/** A sum over the rebates of the promoter of the row. */
const summed = (column: Sql): Sql =>
  sql`(select coalesce(sum(${column}), 0)::bigint from rebates r where r.promoter_id = promoters.customer_id)`

export function promoterSource(customers: Customers): IndexSource {
  return {
    from: sql`from promoters`,
    key: sql`id`,
    columns: {
      customer: { match: among(sql`customer_id`, customers) },
      plan: { sql: sql`plan` },
      applied: { sql: sql`applied_at` },
      approved: { sql: sql`approved_at`, nullable: true },
      pending: { sql: summed(sql`r.pending_fen`) },
      earned: { sql: summed(sql`r.amount_fen`) },
      owed: { sql: summed(sql`r.owed_fen`) },
      stage: { sql: sql`stage` },
    },
    search: async (typed) => sql`(${contains(sql`plan`, typed)} or ${await among(sql`customer_id`, customers)(typed)})`,
  }
}

/** In the order of the ids. */
export function promotersByIds(db: Db, ids: readonly number[]): Promise<PromoterRow[]> {
  return db.rows(sql`
    select ${promoterColumns} from promoters where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

export function rebateSource(customers: Customers): IndexSource {
  return {
    from: sql`from rebates`,
    key: sql`id`,
    columns: {
      no: { sql: sql`order_no` },
      promoter: { match: among(sql`promoter_id`, customers) },
      customer: { match: among(sql`customer_id`, customers) },
      paid: { sql: sql`paid_at` },
      due: { sql: sql`due_at` },
      base: { sql: sql`base_fen` },
      amount: { sql: sql`amount_fen` },
      pending: { sql: sql`pending_fen` },
      owed: { sql: sql`owed_fen` },
      refusal: { sql: sql`refusal` },
      state: { sql: rebateState },
    },
    search: async (typed) => {
      const ids = await customers(typed)
      return sql`(${contains(sql`order_no`, typed)} or promoter_id = any(${ids}::bigint[]) or customer_id = any(${ids}::bigint[]))`
    },
  }
}

/** In the order of the ids. */
export function rebatesByIds(db: Db, ids: readonly number[]): Promise<RebateRow[]> {
  return db.rows(sql`
    select ${rebateColumns} from rebates where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}
