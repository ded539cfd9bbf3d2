import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { ParsedData } from './curve-rules.ts'

export interface KeptSeries {
  /** Null: the file holds no curve, must not be drawn, or the last try failed. */
  data: ParsedData | null
  /** Why the file must not be drawn, in Chinese. */
  refusal: string | null
  tries: number
  /** Why the last try failed; null: the file was read. */
  failure: string | null
}

export function keptSeries(db: Db, sha256: string): Promise<KeptSeries | undefined> {
  return db.row(sql`select data, refusal, tries, failure from parsed_series where sha256 = ${sha256}`)
}

/** Stores a result and replaces a failure; an earlier result stays. */
export async function keepSeries(
  db: Db,
  sha256: string,
  { data, refusal }: Pick<KeptSeries, 'data' | 'refusal'>,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into parsed_series (sha256, data, refusal, created_at)
    values (${sha256}, ${data ? json(data) : null}::jsonb, ${refusal}, ${now})
    on conflict (sha256) do update
      set data = excluded.data, refusal = excluded.refusal, failure = null, created_at = excluded.created_at
      where parsed_series.failure is not null`)
}

/** Counts a failed try and gives the number of tries. Undefined when the file was read meanwhile. */
export function keepFailure(
  db: Db,
  sha256: string,
  failure: string,
  now: Date,
): Promise<{ tries: number } | undefined> {
  return db.row(sql`
    insert into parsed_series (sha256, data, tries, failure, created_at) values (${sha256}, null, 1, ${failure}, ${now})
    on conflict (sha256) do update set tries = parsed_series.tries + 1, failure = excluded.failure, created_at = excluded.created_at
      where parsed_series.failure is not null
    returning tries`)
}

/** Resets the count; 0 when there is no failure. */
export function forgetTries(db: Db, sha256: string): Promise<number> {
  return db.run(sql`update parsed_series set tries = 0 where sha256 = ${sha256} and failure is not null`)
}
