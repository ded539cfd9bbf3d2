import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldReviews(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from reviews t where customer_id = ${customerId} order by id`
}

export async function clearNames(db: Db, customerId: number): Promise<void> {
  await db.run(sql`update reviews set shown_name = '客户', company = '' where customer_id = ${customerId}`)
}

/** The uploaded originals do not stay; what was published was encoded again. Answers the files that are let go. */
export async function releaseFiles(db: Db, customerId: number): Promise<number[]> {
  const rows = await db.rows<{ fileIds: number[] }>(sql`
    with kept as (select id, file_ids from reviews where customer_id = ${customerId} and file_ids <> '{}' for update)
    update reviews r set file_ids = '{}' from kept where r.id = kept.id returning kept.file_ids`)
  return rows.flatMap(({ fileIds }) => fileIds)
}
