import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { contractColumns, type ContractRow } from './store.ts'

const company = sql`coalesce(body -> 'customer' ->> 'company', '')`

export function contractSource(now: Date): IndexSource {
  return {
    from: sql`from contracts`,
    key: sql`id`,
    columns: {
      no: { sql: sql`contract_no` },
      company: { sql: company },
      order: { sql: sql`order_no` },
      title: { sql: sql`title` },
      amount: { sql: sql`amount_fen` },
      edition: { sql: sql`edition` },
      issued: { sql: sql`issued_at` },
      signBy: { sql: sql`sign_by` },
      signed: { sql: sql`signed_at`, nullable: true },
      sealed: { sql: sql`sealed_at`, nullable: true },
      // The job that expires a contract may run shortly after its deadline.
      stage: {
        sql: sql`(case when stage in ('to_sign', 'sent_back') and sign_by <= ${now} then 'expired' else stage end)`,
      },
    },
    search: (typed) => contains(sql`contract_no || ' ' || order_no || ' ' || title || ' ' || ${company}`, typed),
  }
}

/** In the order of the ids. */
export function contractsInPlaces(db: Db, ids: number[]): Promise<ContractRow[]> {
  return db.rows(sql`
    select ${contractColumns} from contracts where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}
