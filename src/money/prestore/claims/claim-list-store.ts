import { confirmableColumn } from '../../../platform/db/confirmable-column.ts'
import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { sql } from '../../../platform/db/sql.ts'
import { likenessOf } from '../received/match-rules.ts'
import { claimColumns, type ClaimRow } from '../store.ts'

/** In the order of the ids. */
export function claimsByIds(db: Db, ids: number[]): Promise<ClaimRow[]> {
  return db.rows(sql`
    select ${claimColumns} from transfer_claims where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function claimSource(customers: (typed: string) => Promise<number[]>, readerId: number): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from transfer_claims`,
    key: sql`id`,
    columns: {
      id: { sql: sql`id` },
      customer: { match: ofCustomers },
      kind: { sql: sql`kind` },
      payable: { sql: sql`payable_no` },
      payer: { sql: sql`payer_name` },
      amount: { sql: sql`amount_fen` },
      transferred: { sql: sql`transferred_on` },
      remark: { sql: sql`remark` },
      created: { sql: sql`created_at` },
      credited: { sql: sql`credited_at`, nullable: true },
      line: { sql: sql`coalesce((select serial from bank_lines b where b.id = bank_line_id), '')` },
      rejected: { sql: sql`reject_reason` },
      confirmable: confirmableColumn(sql`stage = 'checking'`, sql`matched_by`, readerId),
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`payer_name || ' ' || payable_no`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** What a claim is compared with; the customer is read from the code in the memo. */
export interface LineFacts {
  customerId: number | null
  amountFen: number
  payer: string
  memo: string
}

/** Waiting claims, the most likely one for this bank line first. */
export function candidates(db: Db, line: LineFacts | undefined, size: number, offset: number): Promise<ClaimRow[]> {
  const likeness = line
    ? sql`case when customer_id = ${line.customerId}::bigint then ${likenessOf.code}::int
          when ${line.customerId}::bigint is null then 0 else ${-likenessOf.code}::int end
        + case when payable_no <> '' and position(payable_no in upper(${line.memo})) > 0 then ${likenessOf.payable}::int else 0 end
        + case when amount_fen = ${line.amountFen} then ${likenessOf.amount}::int else 0 end
        + case when payer_name = ${line.payer} and payer_name <> '' then ${likenessOf.payer}::int else 0 end desc, id desc`
    : sql`id desc`
  return db.rows(sql`
    select ${claimColumns} from transfer_claims where stage = 'pending' order by ${likeness} limit ${size} offset ${offset}`)
}

export async function countCandidates(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from transfer_claims where stage = 'pending'`,
  )
  return count
}
